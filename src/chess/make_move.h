// Position::make_move, a template over the observer so that evaluations can follow the board.
#pragma once

#include "chess/position.h"

namespace rookery::chess {

inline void Position::put(Piece p, Square s) {
  board_[index(s)] = p;
  types_[index(type_of(p))] |= bit(s);
  colors_[index(color_of(p))] |= bit(s);
}

inline void Position::take(Piece p, Square s) {
  board_[index(s)] = Piece::none;
  types_[index(type_of(p))] ^= bit(s);
  colors_[index(color_of(p))] ^= bit(s);
}

inline void Position::toggle_keys(Piece p, Square s) {
  const Key key = kZobrist.piece_square[index(p)][index(s)];
  key_ ^= key;
  const PieceType t = type_of(p);
  if (t == PieceType::pawn) {
    pawn_key_ ^= key;
  } else {
    non_pawn_keys_[index(color_of(p))] ^= key;
    if (t != PieceType::rook && t != PieceType::queen) minor_key_ ^= key;
  }
}

/// Checkers and pins in one pass: sliders that would hit the king if its own side were absent
/// either give check or have a single piece of its side in between.
inline void Position::update_checks() {
  const Color them = ~side_;
  const Square king = king_square(side_);
  const Bitboard theirs = colors_[index(them)];
  checkers_ = ((knight_attacks(king) & pieces(PieceType::knight)) |
               (pawn_attacks(side_, king) & pieces(PieceType::pawn))) &
              theirs;
  pinned_ = 0;
  Bitboard snipers =
      ((rook_attacks(king, theirs) & pieces(PieceType::rook, PieceType::queen)) |
       (bishop_attacks(king, theirs) & pieces(PieceType::bishop, PieceType::queen))) &
      theirs;
  while (snipers) {
    const Square sniper = pop_first(snipers);
    const Bitboard blockers = between(king, sniper) & colors_[index(side_)];
    if (!blockers)
      checkers_ |= bit(sniper);
    else if (!more_than_one(blockers))
      pinned_ |= blockers;
  }
}

template <class Observer>
inline void Position::make_move(Move m, Observer& observer) {
  assert(is_legal(m));
  const Color us = side_, them = ~us;
  const Square from = m.from(), to = m.to();
  const Piece piece = board_[index(from)];

  if (en_passant_ != Square::none) key_ ^= kZobrist.en_passant[index(file_of(en_passant_))];
  en_passant_ = double_push_ = Square::none;
  ++halfmove_clock_;
  fullmove_number_ = static_cast<std::uint16_t>(fullmove_number_ + index(us));

  if (m.is_castling()) {
    const CastlingSide side = castling_side(m);
    const Piece rook = board_[index(to)];
    const Square king_to = castled_king(us, side), rook_to = castled_rook(us, side);
    take(piece, from);
    take(rook, to);
    put(piece, king_to);
    put(rook, rook_to);
    toggle_keys(piece, from);
    toggle_keys(rook, to);
    toggle_keys(piece, king_to);
    toggle_keys(rook, rook_to);
    observer.on_move(piece, from, king_to);
    observer.on_move(rook, to, rook_to);
  } else {
    if (m.is_capture()) {
      const Square victim_square = m.is_en_passant() ? to - forward(us) : to;
      const Piece victim = board_[index(victim_square)];
      take(victim, victim_square);
      toggle_keys(victim, victim_square);
      observer.on_remove(victim, victim_square);
      halfmove_clock_ = 0;
    }
    take(piece, from);
    toggle_keys(piece, from);
    if (m.is_promotion()) {
      const Piece promoted = make_piece(us, m.promotion_type());
      put(promoted, to);
      toggle_keys(promoted, to);
      observer.on_remove(piece, from);
      observer.on_add(promoted, to);
    } else {
      put(piece, to);
      toggle_keys(piece, to);
      observer.on_move(piece, from, to);
    }
    if (type_of(piece) == PieceType::pawn) halfmove_clock_ = 0;
  }
  if ((bit(from) | bit(to)) & castling_squares_)
    drop_castling_rights(bit(from) | bit(to), type_of(piece) == PieceType::king);

  side_ = them;
  key_ ^= kZobrist.black_to_move;
  update_checks();
  if (m.is_double_push()) set_double_push(to - forward(us));
}

}  // namespace rookery::chess
