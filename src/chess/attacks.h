// Where pieces attack, by table; sliding pieces by PEXT where the CPU has it, else by hyperbola
// quintessence (both: chessprogramming.org/Sliding_Piece_Attacks).
#pragma once

#include "chess/bitboard.h"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace rookery::chess {

namespace detail {

constexpr Bitboard step_attacks(Square s, const int (&steps)[8][2]) {
  Bitboard result = 0;
  for (const auto& [df, dr] : steps) {
    const int f = index(file_of(s)) + df, r = index(rank_of(s)) + dr;
    if (f >= 0 && f < 8 && r >= 0 && r < 8) result |= bit(make_square(file_at(f), rank_at(r)));
  }
  return result;
}

struct LeaperTable {
  Bitboard of[64];
  explicit constexpr LeaperTable(const int (&steps)[8][2]) : of{} {
    for (int i = 0; i < 64; ++i) of[i] = step_attacks(square_at(i), steps);
  }
};

inline constexpr int kKnightSteps[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                           {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
inline constexpr int kKingSteps[8][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                         {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
inline constexpr LeaperTable kKnightAttacks(kKnightSteps);
inline constexpr LeaperTable kKingAttacks(kKingSteps);

#if defined(__BMI2__)
/// The attack sets of one square: `table[pext(occupied, mask)]`.
struct SlidingEntry {
  Bitboard mask;
  const Bitboard* table;
};
extern SlidingEntry rook_entries[64];
extern SlidingEntry bishop_entries[64];
#else
/// Full lines through a square, the square itself excluded.
struct LineMasks {
  Bitboard file, diagonal, antidiagonal;
};
extern LineMasks line_masks[64];
extern std::uint8_t rank_attacks[64][8];  // [inner occupancy of the rank][file]

/// Both directions of one line by subtraction: o ^ (o - 2s), the other way round in byte-swapped
/// space. Works for lines that have at most one square per rank.
inline Bitboard line_attacks(Bitboard occupied, Square s, Bitboard mask) {
  const Bitboard o = occupied & mask;
  const Bitboard up = o - 2 * bit(s);
  const Bitboard down = __builtin_bswap64(__builtin_bswap64(o) - 2 * bit(flip_rank(s)));
  return (up ^ down) & mask;
}
#endif

extern Bitboard between_table[64][64];
extern Bitboard line_table[64][64];

}  // namespace detail

inline Bitboard knight_attacks(Square s) { return detail::kKnightAttacks.of[index(s)]; }
inline Bitboard king_attacks(Square s) { return detail::kKingAttacks.of[index(s)]; }

/// Squares attacked by any of the pawns in the set.
template <Color c>
constexpr Bitboard pawn_attacks(Bitboard pawns) {
  if constexpr (c == Color::white)
    return shift<Direction::north_east>(pawns) | shift<Direction::north_west>(pawns);
  else
    return shift<Direction::south_east>(pawns) | shift<Direction::south_west>(pawns);
}
constexpr Bitboard pawn_attacks(Color c, Bitboard pawns) {
  return c == Color::white ? pawn_attacks<Color::white>(pawns) : pawn_attacks<Color::black>(pawns);
}
constexpr Bitboard pawn_attacks(Color c, Square s) { return pawn_attacks(c, bit(s)); }

inline Bitboard rook_attacks(Square s, Bitboard occupied) {
#if defined(__BMI2__)
  const auto& e = detail::rook_entries[index(s)];
  return e.table[_pext_u64(occupied, e.mask)];
#else
  const int rank_shift = index(s) & 56;
  const Bitboard along_rank =
      Bitboard{detail::rank_attacks[occupied >> (rank_shift + 1) & 63][index(s) & 7]} << rank_shift;
  return along_rank | detail::line_attacks(occupied, s, detail::line_masks[index(s)].file);
#endif
}

inline Bitboard bishop_attacks(Square s, Bitboard occupied) {
#if defined(__BMI2__)
  const auto& e = detail::bishop_entries[index(s)];
  return e.table[_pext_u64(occupied, e.mask)];
#else
  const auto& m = detail::line_masks[index(s)];
  return detail::line_attacks(occupied, s, m.diagonal) |
         detail::line_attacks(occupied, s, m.antidiagonal);
#endif
}

inline Bitboard queen_attacks(Square s, Bitboard occupied) {
  return rook_attacks(s, occupied) | bishop_attacks(s, occupied);
}

/// Attacks of a knight, bishop, rook, queen or king.
inline Bitboard piece_attacks(PieceType t, Square s, Bitboard occupied) {
  switch (t) {
    case PieceType::knight:
      return knight_attacks(s);
    case PieceType::bishop:
      return bishop_attacks(s, occupied);
    case PieceType::rook:
      return rook_attacks(s, occupied);
    case PieceType::queen:
      return queen_attacks(s, occupied);
    case PieceType::king:
      return king_attacks(s);
    default:
      return 0;
  }
}

/// Squares strictly between two squares on a common line; empty otherwise.
inline Bitboard between(Square a, Square b) { return detail::between_table[index(a)][index(b)]; }
/// The whole line through two squares, both included; empty where there is none.
inline Bitboard line_through(Square a, Square b) { return detail::line_table[index(a)][index(b)]; }

}  // namespace rookery::chess
