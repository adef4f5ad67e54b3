// Legal move generation.
#pragma once

#include <cstddef>

#include "chess/position.h"

namespace rookery::chess {

enum class GenKind {
  all,
  noisy,  ///< captures (en passant included) and promotions of every kind
  quiet   ///< the rest
};

/// Writes the legal moves to `out` (room for 256) and returns the end. In check these are the
/// evasions. noisy and quiet together are all.
template <GenKind kind>
Move* generate_moves(const Position& position, Move* out);

inline MoveList legal_moves(const Position& position) {
  MoveList list;
  list.set_end(generate_moves<GenKind::all>(position, list.data()));
  return list;
}

/// The number of legal moves, counted without writing them down.
std::size_t count_legal_moves(const Position& position);
bool has_legal_move(const Position& position);

/// What tells whether a move gives check, worked out once for a position.
struct CheckInfo {
  explicit CheckInfo(const Position& position);
  Bitboard check_squares[6];  ///< by piece type: squares from which it attacks the enemy king
  Bitboard discoverers;       ///< pieces of the side to move that mask a slider of their own side
};
bool gives_check(const Position& position, const CheckInfo& info, Move move);

}  // namespace rookery::chess
