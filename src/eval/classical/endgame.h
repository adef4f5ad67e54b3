// What general terms get wrong in endgames: draws that look won, and how to mate a bare king.
#pragma once

#include "chess/position.h"
#include "eval/score.h"

namespace rookery::eval::classical {

/// How much of its endgame advantage `strong` can hope to use, in 64ths; 0 = it cannot win.
int endgame_scale(const chess::Position& position, chess::Color strong, chess::Bitboard passed);

/// Bonus for `strong` against a bare king: drive it to the edge (with bishop and knight to a corner
/// of the bishop's colour) and bring the own king near. 0 if the opponent has more than a king.
Value mop_up(const chess::Position& position, chess::Color strong);

}  // namespace rookery::eval::classical
