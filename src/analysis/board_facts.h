// Facts about single squares of a position that explanations speak of: what stands there, who
// guards it, whether it can be taken or can flee. Patterns only; a search decides whether they
// matter.
#pragma once

#include "chess/position.h"

namespace rookery::analysis {

/// What people count a piece for; the king is dearer than anything.
constexpr int worth(chess::PieceType type) {
  constexpr int kWorth[] = {1, 3, 3, 5, 9, 99, 0};
  return kWorth[index(type)];
}
inline int worth_on(const chess::Position& p, chess::Square s) {
  return worth(type_of(p.piece_on(s)));
}

/// Pieces and pawns of a side less those of the other, kings left out.
int material_balance(const chess::Position& position, chess::Color side);

/// What the piece on `s` attacks, whatever its colour; not whether it may legally move there.
chess::Bitboard attacks_from(const chess::Position& position, chess::Square s);

/// Nothing of its own side guards the piece on `s`, not even through an attacker from behind.
bool is_unguarded(const chess::Position& position, chess::Square s);
/// The piece on `s` is attacked, and unguarded or by something cheaper.
bool can_be_won(const chess::Position& position, chess::Square s);
/// It is its side's turn, the piece on `s` can be won, and whatever it does it still can.
bool is_trapped(const chess::Position& position, chess::Square s);
/// Squares on which a piece pinned to its king may stay; all squares if it is not pinned.
chess::Bitboard pin_line(const chess::Position& position, chess::Square s);

}  // namespace rookery::analysis
