// Sets of squares that evaluation terms speak of: files ahead, neighbours, rings, distances.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>

#include "chess/attacks.h"

namespace rookery::eval::classical {

/// King moves between two squares on an empty board.
constexpr int distance(chess::Square a, chess::Square b) {
  const int files = index(file_of(a)) - index(file_of(b));
  const int ranks = index(rank_of(a)) - index(rank_of(b));
  return std::max(files < 0 ? -files : files, ranks < 0 ? -ranks : ranks);
}

/// The set and all squares ahead of it, seen from `c`.
template <chess::Color c>
constexpr chess::Bitboard fill_forward(chess::Bitboard b) {
  if constexpr (c == chess::Color::white)
    return b |= b << 8, b |= b << 16, b | b << 32;
  else
    return b |= b >> 8, b |= b >> 16, b | b >> 32;
}

/// The set moved one step towards the enemy.
template <chess::Color c>
constexpr chess::Bitboard shift_forward(chess::Bitboard b) {
  return chess::shift<chess::forward(c)>(b);
}

constexpr chess::Bitboard shift_sideways(chess::Bitboard b) {
  return chess::shift<chess::Direction::east>(b) | chess::shift<chess::Direction::west>(b);
}

/// Whole files of the set.
constexpr chess::Bitboard fill_files(chess::Bitboard b) {
  return fill_forward<chess::Color::white>(b) | fill_forward<chess::Color::black>(b);
}

/// A square's place in the 32 squares of files a-d, the board being mirrored, from the view of `c`.
constexpr int mirrored_index(chess::Color c, chess::Square s) {
  const int file = index(file_of(s));
  return index(relative_rank(c, s)) * 4 + std::min(file, 7 - file);
}

}  // namespace rookery::eval::classical
