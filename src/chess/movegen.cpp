#include "chess/movegen.h"

namespace rookery::chess {

namespace {

/// Where the generator puts its moves. Each sink takes whole target sets, so that counting needs no
/// loop over the moves.
struct MoveWriter {
  Move* out;
  Bitboard enemies;

  static constexpr bool done() { return false; }
  void piece(Square from, Bitboard targets) {
    for (Bitboard b = targets & enemies; b;) *out++ = Move(from, pop_first(b), MoveKind::capture);
    for (Bitboard b = targets & ~enemies; b;) *out++ = Move(from, pop_first(b));
  }
  void pawns(Bitboard targets, int delta, MoveKind kind) {
    while (targets) {
      const Square to = pop_first(targets);
      *out++ = Move(square_at(index(to) - delta), to, kind);
    }
  }
  void promotions(Bitboard targets, int delta, bool capture) {
    while (targets) {
      const Square to = pop_first(targets), from = square_at(index(to) - delta);
      for (PieceType t : {PieceType::queen, PieceType::knight, PieceType::rook, PieceType::bishop})
        *out++ = Move::promotion(from, to, t, capture);
    }
  }
  void one(Move m) { *out++ = m; }
};

struct MoveCounter {
  std::size_t total = 0;

  static constexpr bool done() { return false; }
  void piece(Square, Bitboard targets) { total += static_cast<std::size_t>(count(targets)); }
  void pawns(Bitboard targets, int, MoveKind) { total += static_cast<std::size_t>(count(targets)); }
  void promotions(Bitboard targets, int, bool) {
    total += 4 * static_cast<std::size_t>(count(targets));
  }
  void one(Move) { ++total; }
};

/// Stops at the first move.
struct MoveFinder {
  bool found = false;

  bool done() const { return found; }
  void piece(Square, Bitboard targets) { found |= targets != 0; }
  void pawns(Bitboard targets, int, MoveKind) { found |= targets != 0; }
  void promotions(Bitboard targets, int, bool) { found |= targets != 0; }
  void one(Move) { found = true; }
};

template <Color us, GenKind kind, class Sink>
inline void generate_pawn_moves(const Position& p, Bitboard pawns, Bitboard allowed, Sink& sink) {
  constexpr Direction up = us == Color::white ? Direction::north : Direction::south;
  constexpr Direction up_east = us == Color::white ? Direction::north_east : Direction::south_east;
  constexpr Direction up_west = us == Color::white ? Direction::north_west : Direction::south_west;
  constexpr Bitboard last = bits(relative_rank(us, Rank::r8));
  constexpr Bitboard third = bits(relative_rank(us, Rank::r3));
  const Bitboard empty = ~p.pieces(), enemies = p.pieces(~us) & allowed;

  const Bitboard one_step = shift<up>(pawns) & empty;
  if constexpr (kind != GenKind::noisy) {
    const Bitboard two_steps = shift<up>(one_step & third) & empty & allowed;
    sink.pawns(one_step & allowed & ~last, static_cast<int>(up), MoveKind::quiet);
    sink.pawns(two_steps, 2 * static_cast<int>(up), MoveKind::double_push);
  }
  if constexpr (kind != GenKind::quiet) {
    const Bitboard east = shift<up_east>(pawns) & enemies;
    const Bitboard west = shift<up_west>(pawns) & enemies;
    sink.pawns(east & ~last, static_cast<int>(up_east), MoveKind::capture);
    sink.pawns(west & ~last, static_cast<int>(up_west), MoveKind::capture);
    if (const Bitboard step = one_step & allowed, all = step | east | west; all & last) {
      sink.promotions(step & last, static_cast<int>(up), false);
      sink.promotions(east & last, static_cast<int>(up_east), true);
      sink.promotions(west & last, static_cast<int>(up_west), true);
    }
  }
}

template <Color us, GenKind kind, class Sink>
inline void generate(const Position& p, Sink& sink) {
  constexpr Color them = ~us;
  const Bitboard occupied = p.pieces(), ours = p.pieces(us), theirs = p.pieces(them);
  const Square king = p.king_square(us);
  const Bitboard checkers = p.checkers(), pinned = p.pinned();
  const Bitboard wanted = kind == GenKind::noisy   ? theirs
                          : kind == GenKind::quiet ? ~occupied
                                                   : ~ours;

  Bitboard king_targets = king_attacks(king) & wanted;
  if (king_targets) {
    Bitboard safe = king_targets;
    // The king itself must not hide the squares behind it from a slider.
    const Bitboard without_king = occupied ^ bit(king);
    while (king_targets) {
      const Square to = pop_first(king_targets);
      if (p.is_attacked(to, them, without_king)) safe ^= bit(to);
    }
    sink.piece(king, safe);
    if (sink.done()) return;
  }
  if (more_than_one(checkers)) return;  // double check: only the king moves

  // In check every other move must take the checker or step in between.
  const Bitboard allowed =
      checkers ? between(king, first_square(checkers)) | checkers : ~Bitboard{0};
  const Bitboard targets = wanted & allowed;

  const Bitboard pawns = p.pieces(us, PieceType::pawn);
  generate_pawn_moves<us, kind>(p, pawns & ~pinned, allowed, sink);
  for (Bitboard b = pawns & pinned; b;) {
    const Square from = pop_first(b);
    generate_pawn_moves<us, kind>(p, bit(from), allowed & line_through(king, from), sink);
  }
  if constexpr (kind != GenKind::quiet)
    if (p.en_passant() != Square::none)
      for (Bitboard b = pawn_attacks(them, p.en_passant()) & pawns; b;) {
        const Square from = pop_first(b);
        if (p.en_passant_is_legal(from, p.en_passant()))
          sink.one(Move(from, p.en_passant(), MoveKind::en_passant));
      }
  if (sink.done()) return;

  for (Bitboard b = p.pieces(us, PieceType::knight) & ~pinned; b;) {
    const Square from = pop_first(b);
    sink.piece(from, knight_attacks(from) & targets);
  }
  if (sink.done()) return;
  const Bitboard diagonal = p.pieces(us, PieceType::bishop, PieceType::queen);
  const Bitboard straight = p.pieces(us, PieceType::rook, PieceType::queen);
  for (Bitboard b = diagonal & ~pinned; b;) {
    const Square from = pop_first(b);
    sink.piece(from, bishop_attacks(from, occupied) & targets);
  }
  for (Bitboard b = straight & ~pinned; b;) {
    const Square from = pop_first(b);
    sink.piece(from, rook_attacks(from, occupied) & targets);
  }
  for (Bitboard b = (diagonal | straight) & pinned; b;) {
    const Square from = pop_first(b);
    const Bitboard line = line_through(king, from) & targets;
    if (contains(diagonal, from)) sink.piece(from, bishop_attacks(from, occupied) & line);
    if (contains(straight, from)) sink.piece(from, rook_attacks(from, occupied) & line);
  }

  if constexpr (kind != GenKind::noisy)
    if (p.has_castling_rights() && !checkers)
      for (CastlingSide s : kCastlingSides)
        if (p.castling_is_legal(s))
          sink.one(Move(king, p.castling_rook(us, s), MoveKind::castling));
}

template <GenKind kind, class Sink>
inline void generate(const Position& p, Sink& sink) {
  if (p.side_to_move() == Color::white)
    generate<Color::white, kind>(p, sink);
  else
    generate<Color::black, kind>(p, sink);
}

}  // namespace

template <GenKind kind>
Move* generate_moves(const Position& position, Move* out) {
  MoveWriter writer{out, position.pieces(~position.side_to_move())};
  generate<kind>(position, writer);
  return writer.out;
}
template Move* generate_moves<GenKind::all>(const Position&, Move*);
template Move* generate_moves<GenKind::noisy>(const Position&, Move*);
template Move* generate_moves<GenKind::quiet>(const Position&, Move*);

std::size_t count_legal_moves(const Position& position) {
  MoveCounter counter;
  generate<GenKind::all>(position, counter);
  return counter.total;
}

bool has_legal_move(const Position& position) {
  // Nearly always some pawn may step forward, which is quicker to see than where the king may go.
  if (!position.in_check()) {
    const Color us = position.side_to_move();
    const Bitboard pawns = position.pieces(us, PieceType::pawn) & ~position.pinned();
    const Bitboard ahead =
        us == Color::white ? shift<Direction::north>(pawns) : shift<Direction::south>(pawns);
    if (ahead & ~position.pieces()) return true;
  }
  MoveFinder finder;
  generate<GenKind::all>(position, finder);
  return finder.found;
}

CheckInfo::CheckInfo(const Position& p) : discoverers(0) {
  const Color us = p.side_to_move();
  const Square king = p.king_square(~us);
  const Bitboard occupied = p.pieces(), ours = p.pieces(us);
  check_squares[index(PieceType::pawn)] = pawn_attacks(~us, king);
  check_squares[index(PieceType::knight)] = knight_attacks(king);
  check_squares[index(PieceType::bishop)] = bishop_attacks(king, occupied);
  check_squares[index(PieceType::rook)] = rook_attacks(king, occupied);
  check_squares[index(PieceType::queen)] =
      check_squares[index(PieceType::bishop)] | check_squares[index(PieceType::rook)];
  check_squares[index(PieceType::king)] = 0;
  Bitboard snipers = ((rook_attacks(king, 0) & p.pieces(PieceType::rook, PieceType::queen)) |
                      (bishop_attacks(king, 0) & p.pieces(PieceType::bishop, PieceType::queen))) &
                     ours;
  while (snipers) {
    const Bitboard blockers = between(king, pop_first(snipers)) & occupied;
    if (!more_than_one(blockers)) discoverers |= blockers & ours;
  }
}

bool gives_check(const Position& p, const CheckInfo& info, Move m) {
  const Color us = p.side_to_move();
  const Square from = m.from(), to = m.to(), king = p.king_square(~us);
  const PieceType type = type_of(p.piece_on(from));
  if (contains(info.check_squares[index(type)], to) && !m.is_promotion() && !m.is_castling())
    return true;
  if (contains(info.discoverers, from) && !m.is_castling() &&
      !contains(line_through(king, from), to))
    return true;
  if (m.is_promotion())
    return contains(piece_attacks(m.promotion_type(), to, p.pieces() ^ bit(from)), king);
  if (m.is_en_passant()) {
    // Two pieces leave their squares at once; either may have masked a slider.
    const Bitboard occupied = (p.pieces() ^ bit(from) ^ bit(to - forward(us))) | bit(to);
    return (rook_attacks(king, occupied) & p.pieces(us, PieceType::rook, PieceType::queen)) ||
           (bishop_attacks(king, occupied) & p.pieces(us, PieceType::bishop, PieceType::queen));
  }
  if (m.is_castling()) {
    const CastlingSide s = Position::castling_side(m);
    const Square king_to = Position::castled_king(us, s), rook_to = Position::castled_rook(us, s);
    const Bitboard occupied = (p.pieces() ^ bit(from) ^ bit(to)) | bit(king_to) | bit(rook_to);
    return contains(rook_attacks(rook_to, occupied), king);
  }
  return false;
}

}  // namespace rookery::chess
