// Squares, files and ranks as types of their own; nothing converts to them by accident.
#pragma once

#include <cassert>
#include <cstdint>

namespace rookery::chess {

enum class File : std::uint8_t { a, b, c, d, e, f, g, h };
enum class Rank : std::uint8_t { r1, r2, r3, r4, r5, r6, r7, r8 };

// clang-format off
enum class Square : std::uint8_t {
  a1, b1, c1, d1, e1, f1, g1, h1,
  a2, b2, c2, d2, e2, f2, g2, h2,
  a3, b3, c3, d3, e3, f3, g3, h3,
  a4, b4, c4, d4, e4, f4, g4, h4,
  a5, b5, c5, d5, e5, f5, g5, h5,
  a6, b6, c6, d6, e6, f6, g6, h6,
  a7, b7, c7, d7, e7, f7, g7, h7,
  a8, b8, c8, d8, e8, f8, g8, h8,
  none
};
// clang-format on

constexpr int index(File f) { return static_cast<int>(f); }
constexpr int index(Rank r) { return static_cast<int>(r); }
constexpr int index(Square s) { return static_cast<int>(s); }
constexpr Square square_at(int i) { return static_cast<Square>(i); }
constexpr File file_at(int i) { return static_cast<File>(i); }
constexpr Rank rank_at(int i) { return static_cast<Rank>(i); }

constexpr Square make_square(File f, Rank r) { return square_at(index(r) * 8 + index(f)); }
constexpr File file_of(Square s) { return file_at(index(s) & 7); }
constexpr Rank rank_of(Square s) { return rank_at(index(s) >> 3); }

/// The same square seen from the other side of the board (a1 <-> a8).
constexpr Square flip_rank(Square s) { return square_at(index(s) ^ 56); }

constexpr char file_char(File f) { return static_cast<char>('a' + index(f)); }
constexpr char rank_char(Rank r) { return static_cast<char>('1' + index(r)); }

}  // namespace rookery::chess
