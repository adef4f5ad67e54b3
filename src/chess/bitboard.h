// A set of squares in 64 bits: bit 0 is a1, bit 7 is h1, bit 63 is h8.
#pragma once

#include <bit>
#include <cstdint>

#include "chess/piece.h"
#include "chess/square.h"

namespace rookery::chess {

using Bitboard = std::uint64_t;

inline constexpr Bitboard kFileA = 0x0101010101010101u;
inline constexpr Bitboard kFileH = kFileA << 7;
inline constexpr Bitboard kRank1 = 0xFFu;
inline constexpr Bitboard kLightSquares = 0x55AA55AA55AA55AAu;

constexpr Bitboard bit(Square s) { return Bitboard{1} << index(s); }
constexpr Bitboard bits(File f) { return kFileA << index(f); }
constexpr Bitboard bits(Rank r) { return kRank1 << (8 * index(r)); }
constexpr bool contains(Bitboard b, Square s) { return (b >> index(s)) & 1; }
constexpr int count(Bitboard b) { return std::popcount(b); }
constexpr bool more_than_one(Bitboard b) { return (b & (b - 1)) != 0; }

constexpr Square first_square(Bitboard b) { return square_at(std::countr_zero(b)); }
constexpr Square pop_first(Bitboard& b) {
  const Square s = first_square(b);
  b &= b - 1;
  return s;
}

/// `for (Square s : squares(b))` visits the set from a1 to h8.
class squares {
 public:
  explicit constexpr squares(Bitboard b) : bits_(b) {}
  class iterator {
   public:
    explicit constexpr iterator(Bitboard b) : bits_(b) {}
    constexpr Square operator*() const { return first_square(bits_); }
    constexpr iterator& operator++() {
      bits_ &= bits_ - 1;
      return *this;
    }
    constexpr bool operator!=(iterator other) const { return bits_ != other.bits_; }

   private:
    Bitboard bits_;
  };
  constexpr iterator begin() const { return iterator(bits_); }
  constexpr iterator end() const { return iterator(0); }

 private:
  Bitboard bits_;
};

enum class Direction {
  north = 8,
  south = -8,
  east = 1,
  west = -1,
  north_east = 9,
  north_west = 7,
  south_east = -7,
  south_west = -9
};
constexpr Direction forward(Color c) {
  return c == Color::white ? Direction::north : Direction::south;
}
constexpr Square operator+(Square s, Direction d) {
  return square_at(index(s) + static_cast<int>(d));
}
constexpr Square operator-(Square s, Direction d) {
  return square_at(index(s) - static_cast<int>(d));
}

/// All squares of the set moved one step; what leaves the board is dropped.
template <Direction d>
constexpr Bitboard shift(Bitboard b) {
  if constexpr (d == Direction::north) return b << 8;
  if constexpr (d == Direction::south) return b >> 8;
  if constexpr (d == Direction::east) return (b & ~kFileH) << 1;
  if constexpr (d == Direction::west) return (b & ~kFileA) >> 1;
  if constexpr (d == Direction::north_east) return (b & ~kFileH) << 9;
  if constexpr (d == Direction::north_west) return (b & ~kFileA) << 7;
  if constexpr (d == Direction::south_east) return (b & ~kFileH) >> 7;
  if constexpr (d == Direction::south_west) return (b & ~kFileA) >> 9;
}

}  // namespace rookery::chess
