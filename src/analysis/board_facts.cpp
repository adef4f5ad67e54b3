#include "analysis/board_facts.h"

#include "chess/attacks.h"
#include "chess/movegen.h"

namespace rookery::analysis {

using namespace chess;

int material_balance(const Position& position, Color side) {
  int balance = 0;
  for (const PieceType type :
       {PieceType::pawn, PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen})
    balance +=
        worth(type) * (count(position.pieces(side, type)) - count(position.pieces(~side, type)));
  return balance;
}

Bitboard attacks_from(const Position& position, Square s) {
  const Piece piece = position.piece_on(s);
  if (piece == Piece::none) return 0;
  if (type_of(piece) == PieceType::pawn) return pawn_attacks(color_of(piece), s);
  return piece_attacks(type_of(piece), s, position.pieces());
}

bool is_unguarded(const Position& position, Square s) {
  const Color own = color_of(position.piece_on(s));
  const Bitboard attackers = position.attackers_to(s);
  if (attackers & position.pieces(own)) return false;
  const Bitboard sliders =
      position.pieces(PieceType::bishop, PieceType::rook) | position.pieces(PieceType::queen);
  for (const Square attacker : squares(attackers & position.pieces(~own) & sliders)) {
    const Bitboard behind = position.attackers_to(s, position.pieces() ^ bit(attacker));
    if (behind & position.pieces(own)) return false;
  }
  return true;
}

bool can_be_won(const Position& position, Square s) {
  const Color own = color_of(position.piece_on(s));
  const Bitboard attackers = position.attackers_to(s) & position.pieces(~own);
  if (!attackers) return false;
  if (is_unguarded(position, s)) return true;
  for (const Square attacker : squares(attackers & ~position.pieces(PieceType::king)))
    if (worth_on(position, attacker) < worth_on(position, s)) return true;
  return false;
}

bool is_trapped(const Position& position, Square s) {
  if (position.in_check() || contains(position.pinned(), s)) return false;
  const PieceType type = type_of(position.piece_on(s));
  if (type == PieceType::pawn || type == PieceType::king || !can_be_won(position, s)) return false;
  for (const Move move : legal_moves(position)) {
    if (move.from() != s) continue;
    if (move.is_capture() && worth(position.captured_type(move)) >= worth(type)) return false;
    Position after = position;
    after.make_move(move);
    if (!can_be_won(after, move.to())) return false;
  }
  return true;
}

Bitboard pin_line(const Position& position, Square s) {
  const Color own = color_of(position.piece_on(s));
  const Square king = position.king_square(own);
  const Bitboard line = line_through(king, s);
  if (s == king || !line) return ~Bitboard{0};
  const Bitboard without = position.pieces() ^ bit(s);
  const Bitboard snipers =
      position.attackers_to(king, without) & position.pieces(~own) & line &
      (position.pieces(PieceType::bishop, PieceType::rook) | position.pieces(PieceType::queen));
  for (const Square sniper : squares(snipers))
    if (contains(between(king, sniper), s)) return line;
  return ~Bitboard{0};
}

}  // namespace rookery::analysis
