#include "chess/position.h"

#include <algorithm>

#include "chess/make_move.h"

namespace rookery::chess {

namespace {

using Field = SetupError::Field;

/// Play may go on past what a setup may say; then the setup stays here, and can be read again.
constexpr std::uint16_t kMaxCounter = 9999;

Unexpected<SetupError> fail(Field field, std::string reason) {
  return Unexpected{SetupError{field, std::move(reason)}};
}

std::string name(Square s) { return {file_char(file_of(s)), rank_char(rank_of(s))}; }
std::string name(Color c) { return c == Color::white ? "White" : "Black"; }

/// Pieces beyond the starting set must have been pawns once.
bool material_is_possible(const Position& p, Color c) {
  constexpr int kStart[] = {8, 2, 2, 2, 1};
  int promoted = 0;
  for (PieceType t : {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen})
    promoted += std::max(0, count(p.pieces(c, t)) - kStart[index(t)]);
  return promoted + count(p.pieces(c, PieceType::pawn)) <= 8;
}

}  // namespace

Result<Position, SetupError> Position::from_setup(const Setup& setup) {
  Position p;
  p.side_ = setup.side_to_move;
  for (int i = 0; i < 64; ++i) {
    p.board_[i] = Piece::none;
    if (setup.board[static_cast<std::size_t>(i)] != Piece::none)
      p.put(setup.board[static_cast<std::size_t>(i)], square_at(i));
  }

  for (Color c : kColors) {
    const int kings = count(p.pieces(c, PieceType::king));
    if (kings != 1)
      return fail(Field::placement,
                  name(c) + " has " + std::to_string(kings) + " kings, expected one");
    if (!material_is_possible(p, c))
      return fail(Field::placement,
                  name(c) + " has more pieces than eight promoting pawns could give");
  }
  if (const Bitboard b = p.pieces(PieceType::pawn) & (bits(Rank::r1) | bits(Rank::r8)))
    return fail(Field::placement, "pawn on " + name(first_square(b)) + ", first or last rank");
  if (p.is_attacked(p.king_square(~p.side_), p.side_))
    return fail(Field::side_to_move,
                name(~p.side_) + " is in check but " + name(p.side_) + " is to move");

  for (Color c : kColors)
    for (CastlingSide s : kCastlingSides) {
      const int i = castling_index(c, s);
      const Square rook = setup.castling_rooks[static_cast<std::size_t>(i)];
      p.castling_rooks_[i] = rook;
      if (rook == Square::none) continue;
      const Square king = p.king_square(c);
      if (relative_rank(c, king) != Rank::r1)
        return fail(Field::castling, name(c) + " may castle but its king is on " + name(king));
      if (p.board_[index(rook)] != make_piece(c, PieceType::rook) ||
          relative_rank(c, rook) != Rank::r1)
        return fail(Field::castling,
                    name(c) + " may castle with the rook on " + name(rook) + " but none is there");
      if ((rook > king) != (s == CastlingSide::king))
        return fail(Field::castling, "rook on " + name(rook) + " is on the wrong side of the king");
      p.castling_ = static_cast<std::uint8_t>(p.castling_ | 1 << i);
      p.castling_squares_ |= bit(king) | bit(rook);
    }

  if (setup.halfmove_clock < 0 || setup.halfmove_clock > kMaxCounter)
    return fail(Field::halfmove_clock, "expected 0 to 9999");
  if (setup.fullmove_number < 1 || setup.fullmove_number > kMaxCounter)
    return fail(Field::fullmove_number, "expected 1 to 9999");
  p.halfmove_clock_ = static_cast<std::uint16_t>(setup.halfmove_clock);
  p.fullmove_number_ = static_cast<std::uint16_t>(setup.fullmove_number);

  p.compute_keys();
  p.update_checks();
  if (count(p.checkers_) > 2)
    return fail(Field::placement, name(p.side_) + " is in check from more than two pieces");

  if (const Square ep = setup.en_passant; ep != Square::none) {
    if (relative_rank(p.side_, ep) != Rank::r6)
      return fail(Field::en_passant, name(ep) + " is not on " + name(p.side_) + "'s sixth rank");
    const Square pawn = ep - forward(p.side_), origin = ep + forward(p.side_);
    if (p.board_[index(pawn)] != make_piece(~p.side_, PieceType::pawn))
      return fail(Field::en_passant, "no pawn on " + name(pawn) + " has just passed " + name(ep));
    if (!p.is_empty(ep) || !p.is_empty(origin))
      return fail(Field::en_passant, "the pawn on " + name(pawn) + " can't have come over " +
                                         name(ep) + ", the way is not empty");
    p.set_double_push(ep);
  }
  return p;
}

Setup Position::to_setup() const {
  Setup setup;
  for (int i = 0; i < 64; ++i) setup.board[static_cast<std::size_t>(i)] = board_[i];
  setup.side_to_move = side_;
  for (int i = 0; i < 4; ++i)
    if (castling_ >> i & 1) setup.castling_rooks[static_cast<std::size_t>(i)] = castling_rooks_[i];
  setup.en_passant = double_push_;
  setup.halfmove_clock = std::min<int>(halfmove_clock_, kMaxCounter);
  setup.fullmove_number = std::min<int>(fullmove_number_, kMaxCounter);
  return setup;
}

const Position& Position::initial() {
  static const Position position = chess960(518);
  return position;
}

Position Position::chess960(int number) {
  assert(number >= 0 && number < 960);
  // The published numbering (Scharnagl): bishops, queen, knights by table, then rook king rook.
  PieceType rank[8];
  for (PieceType& t : rank) t = PieceType::none;
  const auto place = [&rank](PieceType type, int nth_empty) {
    for (PieceType& t : rank)
      if (t == PieceType::none && nth_empty-- == 0) {
        t = type;
        return;
      }
  };
  rank[number % 4 * 2 + 1] = PieceType::bishop;
  rank[number / 4 % 4 * 2] = PieceType::bishop;
  place(PieceType::queen, number / 16 % 6);
  constexpr int kKnights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                   {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
  const auto& knights = kKnights[number / 96];
  place(PieceType::knight, knights[1]);
  place(PieceType::knight, knights[0]);
  place(PieceType::rook, 0);
  place(PieceType::king, 0);
  place(PieceType::rook, 0);

  Setup setup;
  for (Color c : kColors) {
    CastlingSide side = CastlingSide::queen;
    for (int f = 0; f < 8; ++f) {
      const Square s = relative_square(c, square_at(f));
      setup.board[static_cast<std::size_t>(index(s))] = make_piece(c, rank[f]);
      const Square pawn = relative_square(c, square_at(8 + f));
      setup.board[static_cast<std::size_t>(index(pawn))] = make_piece(c, PieceType::pawn);
      if (rank[f] == PieceType::rook) {
        setup.castling_rooks[static_cast<std::size_t>(castling_index(c, side))] = s;
        side = CastlingSide::king;
      }
    }
  }
  return from_setup(setup).value();
}

Bitboard Position::attackers_to(Square s, Bitboard occupied) const {
  return (pawn_attacks(Color::black, s) & pieces(Color::white, PieceType::pawn)) |
         (pawn_attacks(Color::white, s) & pieces(Color::black, PieceType::pawn)) |
         (knight_attacks(s) & pieces(PieceType::knight)) |
         (rook_attacks(s, occupied) & pieces(PieceType::rook, PieceType::queen)) |
         (bishop_attacks(s, occupied) & pieces(PieceType::bishop, PieceType::queen)) |
         (king_attacks(s) & pieces(PieceType::king));
}

bool Position::is_attacked(Square s, Color by, Bitboard occupied) const {
  const Bitboard theirs = pieces(by);
  return (((knight_attacks(s) & pieces(PieceType::knight)) |
           (pawn_attacks(~by, s) & pieces(PieceType::pawn)) |
           (king_attacks(s) & pieces(PieceType::king))) &
          theirs) ||
         (rook_attacks(s, occupied) & pieces(PieceType::rook, PieceType::queen) & theirs) ||
         (bishop_attacks(s, occupied) & pieces(PieceType::bishop, PieceType::queen) & theirs);
}

bool Position::castling_is_legal(CastlingSide s) const {
  if (!can_castle(side_, s) || checkers_) return false;
  const Square king = king_square(side_), rook = castling_rook(side_, s);
  const Square king_to = castled_king(side_, s), rook_to = castled_rook(side_, s);
  const Bitboard occupied = pieces() ^ bit(king) ^ bit(rook);
  if ((between(king, king_to) | bit(king_to) | between(rook, rook_to) | bit(rook_to)) & occupied)
    return false;
  Bitboard way = between(king, king_to);
  while (way)
    if (is_attacked(pop_first(way), ~side_)) return false;
  // At the end the rook has moved too: in Chess960 it may have shielded the king.
  return !is_attacked(king_to, ~side_, occupied | bit(rook_to));
}

bool Position::en_passant_is_legal(Square capturer, Square target) const {
  const Square victim = target - forward(side_);
  const Square king = king_square(side_);
  const Bitboard occupied = (pieces() ^ bit(capturer) ^ bit(victim)) | bit(target);
  return !(attackers_to(king, occupied) & pieces(~side_) & ~bit(victim));
}

bool Position::is_legal(Move m) const {
  const Square from = m.from(), to = m.to();
  const Piece piece = piece_on(from);
  if (piece == Piece::none || color_of(piece) != side_) return false;
  const PieceType type = type_of(piece);

  if (m.is_castling()) {
    const CastlingSide s = castling_side(m);
    return type == PieceType::king && can_castle(side_, s) && castling_rook(side_, s) == to &&
           castling_is_legal(s);
  }
  if (type == PieceType::pawn) {
    if (m.is_en_passant())
      return to == en_passant_ && contains(pawn_attacks(side_, from), to) &&
             en_passant_is_legal(from, to);
    if (m.is_promotion() != (relative_rank(side_, to) == Rank::r8)) return false;
    if (m.is_capture()) {
      if (!contains(pawn_attacks(side_, from) & pieces(~side_), to)) return false;
      if (!m.is_promotion() && m.kind() != MoveKind::capture) return false;
    } else if (m.is_double_push()) {
      if (relative_rank(side_, from) != Rank::r2 ||
          index(to) != index(from + forward(side_)) + static_cast<int>(forward(side_)) ||
          !is_empty(to) || !is_empty(from + forward(side_)))
        return false;
    } else {
      if (to != from + forward(side_) || !is_empty(to)) return false;
      if (!m.is_promotion() && m.kind() != MoveKind::quiet) return false;
    }
  } else {
    if (m.kind() != (is_empty(to) ? MoveKind::quiet : MoveKind::capture)) return false;
    if (contains(pieces(side_), to)) return false;
    if (!contains(piece_attacks(type, from, pieces()), to)) return false;
    if (type == PieceType::king) return !is_attacked(to, ~side_, pieces() ^ bit(from));
  }

  const Square king = king_square(side_);
  if (checkers_) {
    if (more_than_one(checkers_)) return false;
    if (!contains(between(king, first_square(checkers_)) | checkers_, to)) return false;
  }
  return !contains(pinned_, from) || contains(line_through(king, from), to);
}

void Position::make_move(Move m) {
  NullObserver none;
  make_move(m, none);
}

void Position::make_null_move() {
  assert(!checkers_);
  if (en_passant_ != Square::none) key_ ^= kZobrist.en_passant[index(file_of(en_passant_))];
  en_passant_ = double_push_ = Square::none;
  ++halfmove_clock_;
  fullmove_number_ = static_cast<std::uint16_t>(fullmove_number_ + index(side_));
  side_ = ~side_;
  key_ ^= kZobrist.black_to_move;
  update_checks();
}

Key Position::approximate_key_after(Move m) const {
  const auto& moved = kZobrist.piece_square[index(piece_on(m.from()))];
  Key key = key_ ^ kZobrist.black_to_move ^ moved[index(m.from())] ^ moved[index(m.to())];
  if (const Piece victim = piece_on(m.to()); victim != Piece::none)
    key ^= kZobrist.piece_square[index(victim)][index(m.to())];
  return key;
}

void Position::drop_castling_rights(Bitboard touched, bool king_moved) {
  key_ ^= kZobrist.castling[castling_];
  castling_squares_ = 0;
  for (Color c : kColors)
    for (CastlingSide s : kCastlingSides) {
      const int i = castling_index(c, s);
      if (!(castling_ >> i & 1)) continue;
      const Bitboard rook = bit(castling_rooks_[i]);
      if ((touched & rook) || (king_moved && c == side_))
        castling_ = static_cast<std::uint8_t>(castling_ & ~(1 << i));
      else
        castling_squares_ |= rook | pieces(c, PieceType::king);
    }
  key_ ^= kZobrist.castling[castling_];
}

void Position::set_double_push(Square target) {
  double_push_ = target;
  Bitboard capturers = pawn_attacks(~side_, target) & pieces(side_, PieceType::pawn);
  while (capturers)
    if (en_passant_is_legal(pop_first(capturers), target)) {
      en_passant_ = target;
      key_ ^= kZobrist.en_passant[index(file_of(target))];
      return;
    }
}

void Position::compute_keys() {
  key_ = pawn_key_ = minor_key_ = non_pawn_keys_[0] = non_pawn_keys_[1] = 0;
  for (Square s : squares(pieces())) toggle_keys(board_[index(s)], s);
  key_ ^= kZobrist.castling[castling_];
  if (side_ == Color::black) key_ ^= kZobrist.black_to_move;
  if (en_passant_ != Square::none) key_ ^= kZobrist.en_passant[index(file_of(en_passant_))];
}

bool Position::is_consistent() const {
  const auto rebuilt = from_setup(to_setup());
  if (!rebuilt) return false;
  // Rooks whose right is gone are not remembered by a setup.
  Position self = *this;
  for (int i = 0; i < 4; ++i)
    if (!(castling_ >> i & 1)) self.castling_rooks_[i] = Square::none;
  self.halfmove_clock_ = std::min(halfmove_clock_, kMaxCounter);
  self.fullmove_number_ = std::min(fullmove_number_, kMaxCounter);
  return *rebuilt == self;
}

}  // namespace rookery::chess
