// Position: a legal chess position, as a value. Moves are made on a copy (copy-make).
//
// Why copy-make: a Position is 208 bytes and trivially copyable, a copy is seven vector moves, and
// taking a move back costs nothing and cannot be wrong. Threads and searches hold plain values.
#pragma once

#include <array>

#include "base/result.h"
#include "chess/attacks.h"
#include "chess/bitboard.h"
#include "chess/move.h"
#include "chess/setup.h"
#include "chess/zobrist.h"

namespace rookery::chess {

/// Told of every change on the board while a move is made. Perft passes this one, which does
/// nothing and costs nothing; an evaluation that is updated move by move passes its own.
struct NullObserver {
  void on_remove(Piece, Square) {}
  void on_add(Piece, Square) {}
  void on_move(Piece, Square /*from*/, Square /*to*/) {}
};

/// Always legal: one king a side, the side not to move not in check. Built from a Setup, changed
/// only by legal moves.
class Position {
 public:
  /// The standard starting position.
  static const Position& initial();
  /// Chess960 starting position by its number 0..959 (518 is the standard one).
  static Position chess960(int number);
  static Result<Position, SetupError> from_setup(const Setup& setup);
  /// The way back; en_passant is the square passed over by the last double push, whether or not a
  /// capture there is possible.
  Setup to_setup() const;

  Color side_to_move() const { return side_; }
  Piece piece_on(Square s) const { return board_[index(s)]; }
  bool is_empty(Square s) const { return piece_on(s) == Piece::none; }
  Bitboard pieces() const { return colors_[0] | colors_[1]; }
  Bitboard pieces(Color c) const { return colors_[index(c)]; }
  Bitboard pieces(PieceType t) const { return types_[index(t)]; }
  Bitboard pieces(PieceType a, PieceType b) const { return types_[index(a)] | types_[index(b)]; }
  Bitboard pieces(Color c, PieceType t) const { return pieces(c) & pieces(t); }
  Bitboard pieces(Color c, PieceType a, PieceType b) const { return pieces(c) & pieces(a, b); }
  Square king_square(Color c) const { return first_square(pieces(c, PieceType::king)); }
  /// Knights, bishops, rooks and queens of a side.
  Bitboard non_pawn_pieces(Color c) const {
    return pieces(c) & ~pieces(PieceType::pawn, PieceType::king);
  }

  bool can_castle(Color c, CastlingSide s) const { return castling_ >> castling_index(c, s) & 1; }
  bool has_castling_rights() const { return castling_ != 0; }
  /// The rook's square that a right belongs to; meaningful only while the right exists.
  Square castling_rook(Color c, CastlingSide s) const {
    return castling_rooks_[castling_index(c, s)];
  }

  /// Where a legal en-passant capture can be made now; Square::none otherwise.
  Square en_passant() const { return en_passant_; }
  /// The square passed over if the last move was a double push, capture or not.
  Square double_push() const { return double_push_; }
  int halfmove_clock() const { return halfmove_clock_; }
  int fullmove_number() const { return fullmove_number_; }

  /// Enemy pieces that give check to the side to move.
  Bitboard checkers() const { return checkers_; }
  bool in_check() const { return checkers_ != 0; }
  /// Pieces of the side to move that are pinned to their king.
  Bitboard pinned() const { return pinned_; }

  /// Pieces, side, castling rights, and en passant where a legal capture exists.
  Key key() const { return key_; }
  Key pawn_key() const { return pawn_key_; }    ///< pawns of both sides
  Key minor_key() const { return minor_key_; }  ///< knights, bishops and kings
  Key non_pawn_key(Color c) const { return non_pawn_keys_[index(c)]; }  ///< all but pawns
  /// The key after a move, nearly always: for prefetching only.
  Key approximate_key_after(Move m) const;

  /// All pieces of both colours that attack a square, given an occupancy.
  Bitboard attackers_to(Square s, Bitboard occupied) const;
  Bitboard attackers_to(Square s) const { return attackers_to(s, pieces()); }
  /// Whether any piece of `by` attacks the square.
  bool is_attacked(Square s, Color by, Bitboard occupied) const;
  bool is_attacked(Square s, Color by) const { return is_attacked(s, by, pieces()); }

  /// Whether the move can be played here. Any 16 bits may be asked about, so this is the test for
  /// moves from a hash table.
  bool is_legal(Move m) const;
  /// Castling possible on this move: right, empty path, no attack on the king's way.
  bool castling_is_legal(CastlingSide s) const;
  /// Whether the pawn on `capturer` may take en passant on `target` without exposing its king.
  bool en_passant_is_legal(Square capturer, Square target) const;
  PieceType captured_type(Move m) const {
    return m.is_en_passant() ? PieceType::pawn
           : m.is_capture()  ? type_of(piece_on(m.to()))
                             : PieceType::none;
  }
  Piece moving_piece(Move m) const { return piece_on(m.from()); }

  /// `m` must be legal. Defined in chess/make_move.h.
  template <class Observer>
  void make_move(Move m, Observer& observer);
  void make_move(Move m);
  /// Passes the turn; the side to move must not be in check.
  void make_null_move();

  /// Where king and rook stand after castling.
  static Square castled_king(Color c, CastlingSide s) {
    return relative_square(c, s == CastlingSide::king ? Square::g1 : Square::c1);
  }
  static Square castled_rook(Color c, CastlingSide s) {
    return relative_square(c, s == CastlingSide::king ? Square::f1 : Square::d1);
  }
  /// For a castling move: towards the h-file or the a-file.
  static CastlingSide castling_side(Move m) {
    return m.to() > m.from() ? CastlingSide::king : CastlingSide::queen;
  }

  /// Recomputes every derived field and compares; for tests and assertions.
  bool is_consistent() const;
  friend bool operator==(const Position&, const Position&) = default;

 private:
  Position() = default;
  void put(Piece p, Square s);
  void take(Piece p, Square s);
  void update_checks();
  void compute_keys();
  void toggle_keys(Piece p, Square s);
  void drop_castling_rights(Bitboard touched, bool king_moved);
  /// Records a double push over `target`; en_passant_ too if a legal capture exists.
  void set_double_push(Square target);

  Bitboard types_[6]{};
  Bitboard colors_[2]{};
  Piece board_[64]{};
  Key key_ = 0, pawn_key_ = 0, minor_key_ = 0, non_pawn_keys_[2]{};
  Bitboard checkers_ = 0, pinned_ = 0;
  Bitboard castling_squares_ = 0;  // kings and rooks whose move or capture costs a right
  Square castling_rooks_[4]{};     // Square::none where the game began without the right
  Square en_passant_ = Square::none, double_push_ = Square::none;
  Color side_ = Color::white;
  std::uint8_t castling_ = 0;
  std::uint16_t halfmove_clock_ = 0, fullmove_number_ = 1;
};

}  // namespace rookery::chess
