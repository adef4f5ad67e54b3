#include "chess/see.h"

namespace rookery::chess {

bool see_at_least(const Position& p, Move move, int threshold) {
  if (move.is_castling()) return threshold <= 0;
  const Square from = move.from(), to = move.to();

  int gain = kExchangeValues[index(p.captured_type(move))];
  PieceType standing = type_of(p.piece_on(from));  // the piece that can be taken next
  if (move.is_promotion()) {
    gain += kExchangeValues[index(move.promotion_type())] - kExchangeValues[index(standing)];
    standing = move.promotion_type();
  }
  // `balance` is what the side that has just moved is ahead of the threshold, counted so that the
  // other side must bring it below zero to refute.
  int balance = gain - threshold;
  if (balance < 0) return false;
  balance -= kExchangeValues[index(standing)];
  if (balance >= 0) return true;

  Bitboard occupied = (p.pieces() ^ bit(from)) | bit(to);
  if (move.is_en_passant()) occupied ^= bit(to - forward(p.side_to_move()));
  const Bitboard diagonal = p.pieces(PieceType::bishop, PieceType::queen);
  const Bitboard straight = p.pieces(PieceType::rook, PieceType::queen);
  Bitboard attackers = p.attackers_to(to, occupied);
  Color side = ~p.side_to_move();

  while (true) {
    attackers &= occupied;
    const Bitboard ours = attackers & p.pieces(side);
    if (!ours) break;
    PieceType type = PieceType::pawn;
    while (!(ours & p.pieces(type))) type = static_cast<PieceType>(index(type) + 1);
    side = ~side;
    // A king may take only what is no longer defended.
    if (type == PieceType::king) {
      if (attackers & p.pieces(side)) side = ~side;
      break;
    }
    occupied ^= bit(first_square(ours & p.pieces(type)));
    if (type == PieceType::pawn || type == PieceType::bishop || type == PieceType::queen)
      attackers |= bishop_attacks(to, occupied) & diagonal;
    if (type == PieceType::rook || type == PieceType::queen)
      attackers |= rook_attacks(to, occupied) & straight;
    balance = -balance - 1 - kExchangeValues[index(type)];
    if (balance >= 0) break;  // even losing this piece the capturing side stays ahead
  }
  // Whoever would have to move now has lost the exchange.
  return side != p.side_to_move();
}

}  // namespace rookery::chess
