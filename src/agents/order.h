// The order in which the classic agents try moves.
#pragma once

#include "chess/position.h"

namespace rookery::agents {

/// Legal moves in the order of document 004's move generator; it decides which of two equally good
/// moves is found first, and how much alpha-beta cuts. Knights, bishops, rooks, queens, king
/// (castling last, short before long), pawns; in check the king comes first. Within a kind by
/// square from a1 to h8; sliders direction by direction (SW, S, SE, E, NE, N, NW, W), outwards;
/// pawns push, then double push, then capture; promotions to queen, rook, bishop, knight.
chess::MoveList ordered_moves(const chess::Position& position);

/// Captures first, the most valuable victim first and by the least valuable attacker; other moves
/// stay as they were. Alpha-beta cuts soonest if good moves come first.
void captures_first(const chess::Position& position, chess::MoveList& moves);

/// Moves `first` to the front if it is in the list; the others keep their order.
void put_first(chess::MoveList& moves, chess::Move first);

}  // namespace rookery::agents
