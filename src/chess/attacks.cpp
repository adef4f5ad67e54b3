#include "chess/attacks.h"

#include <vector>

namespace rookery::chess::detail {

#if defined(__BMI2__)
SlidingEntry rook_entries[64];
SlidingEntry bishop_entries[64];
#else
LineMasks line_masks[64];
std::uint8_t rank_attacks[64][8];
#endif
Bitboard between_table[64][64];
Bitboard line_table[64][64];

namespace {

constexpr int kRookSteps[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
constexpr int kBishopSteps[4][2] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};

/// The slow way: walk each ray until something stands in it.
Bitboard walk_ray(Square s, const int (&step)[2], Bitboard occupied) {
  Bitboard result = 0;
  for (int f = index(file_of(s)) + step[0], r = index(rank_of(s)) + step[1];
       f >= 0 && f < 8 && r >= 0 && r < 8; f += step[0], r += step[1]) {
    const Bitboard b = bit(make_square(file_at(f), rank_at(r)));
    result |= b;
    if (occupied & b) break;
  }
  return result;
}

#if defined(__BMI2__)
Bitboard walk(Square s, const int (&steps)[4][2], Bitboard occupied) {
  Bitboard result = 0;
  for (const auto& step : steps) result |= walk_ray(s, step, occupied);
  return result;
}

constexpr int kRookTableSize = 102400, kBishopTableSize = 5248;
alignas(64) Bitboard sliding_table[kRookTableSize + kBishopTableSize];

Bitboard* fill(SlidingEntry* entries, const int (&steps)[4][2], Bitboard* table) {
  for (int i = 0; i < 64; ++i) {
    const Square s = square_at(i);
    // A blocker on the far edge changes nothing, so the mask leaves the edges out.
    const Bitboard edges = ((kFileA | kFileH) & ~bits(file_of(s))) |
                           ((bits(Rank::r1) | bits(Rank::r8)) & ~bits(rank_of(s)));
    const Bitboard mask = walk(s, steps, 0) & ~edges;
    entries[i] = {mask, table};
    Bitboard subset = 0;
    do {
      table[_pext_u64(subset, mask)] = walk(s, steps, subset);
      subset = (subset - mask) & mask;
    } while (subset != 0);
    table += std::size_t{1} << count(mask);
  }
  return table;
}
#endif

/// Fills every table before main; nothing here depends on another initialiser.
[[maybe_unused]] const bool initialised = [] {
#if defined(__BMI2__)
  fill(bishop_entries, kBishopSteps, fill(rook_entries, kRookSteps, sliding_table));
#else
  for (int i = 0; i < 64; ++i) {
    const Square s = square_at(i);
    line_masks[i].file = bits(file_of(s)) & ~bit(s);
    line_masks[i].diagonal = walk_ray(s, kBishopSteps[0], 0) | walk_ray(s, kBishopSteps[2], 0);
    line_masks[i].antidiagonal = walk_ray(s, kBishopSteps[1], 0) | walk_ray(s, kBishopSteps[3], 0);
  }
  for (int inner = 0; inner < 64; ++inner)
    for (int f = 0; f < 8; ++f) {
      const Square s = square_at(f);
      const Bitboard occupied = Bitboard(inner) << 1;
      rank_attacks[inner][f] = static_cast<std::uint8_t>(walk_ray(s, kRookSteps[1], occupied) |
                                                         walk_ray(s, kRookSteps[3], occupied));
    }
#endif
  for (int a = 0; a < 64; ++a)
    for (const auto* steps : {&kRookSteps, &kBishopSteps})
      for (int d = 0; d < 4; ++d) {
        const Bitboard ray = walk_ray(square_at(a), (*steps)[d], 0);
        const Bitboard back = walk_ray(square_at(a), (*steps)[d ^ 2], 0);
        for (Square b : squares(ray)) {
          line_table[a][index(b)] = ray | back | bit(square_at(a));
          between_table[a][index(b)] = walk_ray(square_at(a), (*steps)[d], bit(b)) & ~bit(b);
        }
      }
  return true;
}();

}  // namespace
}  // namespace rookery::chess::detail
