#include "eval/seven_terms.h"

#include "chess/movegen.h"
#include "eval/piece_square.h"

namespace rookery::eval {

using chess::Bitboard;
using chess::Color;
using chess::File;
using chess::PieceType;
using chess::Position;
using chess::Square;

namespace {

/// Pieces of `side` that shield their own king from a slider.
Bitboard pinned_pieces(const Position& position, Color side) {
  const Square king = position.king_square(side);
  const Bitboard enemy = position.pieces(~side), own = position.pieces(side);
  const Bitboard snipers = (chess::bishop_attacks(king, enemy) &
                            position.pieces(~side, PieceType::bishop, PieceType::queen)) |
                           (chess::rook_attacks(king, enemy) &
                            position.pieces(~side, PieceType::rook, PieceType::queen));
  Bitboard pinned = 0;
  for (Square sniper : chess::squares(snipers)) {
    const Bitboard shield = between(king, sniper) & own;
    if (!chess::more_than_one(shield)) pinned |= shield;
  }
  return pinned;
}

bool could_castle(const Position& position, Color side, chess::CastlingSide wing) {
  if (!position.can_castle(side, wing)) return false;
  const Square king = position.king_square(side), rook = position.castling_rook(side, wing);
  const Square king_to = Position::castled_king(side, wing);
  const Square rook_to = Position::castled_rook(side, wing);
  const Bitboard king_path = between(king, king_to) | bit(king_to);
  const Bitboard rook_path = between(rook, rook_to) | bit(rook_to);
  const Bitboard others = position.pieces() & ~bit(king) & ~bit(rook);
  if ((king_path | rook_path) & others) return false;
  for (Square s : chess::squares(king_path))
    if (position.is_attacked(s, ~side, others)) return false;
  return !position.is_attacked(king_to, ~side, others | bit(rook_to));
}

/// Legal moves of the side not to move. Its king is not attacked, so only pins restrict its pieces;
/// if it gives check, taking the king counts as a move, since the turn has been handed over.
int moves_out_of_turn(const Position& position) {
  const Color side = ~position.side_to_move();
  const Square king = position.king_square(side);
  const Bitboard occupied = position.pieces(), own = position.pieces(side);
  const Bitboard pinned = pinned_pieces(position, side);
  const auto free_squares = [&](Square from) {
    return chess::contains(pinned, from) ? line_through(king, from) : ~Bitboard{0};
  };
  int moves = 0;
  for (PieceType type : {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen})
    for (Square from : chess::squares(position.pieces(side, type)))
      moves += chess::count(chess::piece_attacks(type, from, occupied) & ~own & free_squares(from));

  const Bitboard last_rank = bits(relative_rank(side, chess::Rank::r8));
  for (Square from : chess::squares(position.pieces(side, PieceType::pawn))) {
    Bitboard to = chess::pawn_attacks(side, from) & position.pieces(~side);
    const Bitboard one = bit(from + forward(side)) & ~occupied;
    to |= one;
    if (one && relative_rank(side, from) == chess::Rank::r2)
      to |= bit(from + forward(side) + forward(side)) & ~occupied;
    to &= free_squares(from);
    moves += chess::count(to) + 3 * chess::count(to & last_rank);  // four ways to promote
  }

  for (Square to : chess::squares(chess::king_attacks(king) & ~own))
    moves += !position.is_attacked(to, ~side, occupied & ~bit(king));
  for (chess::CastlingSide wing : chess::kCastlingSides)
    moves += could_castle(position, side, wing);
  return moves;
}

}  // namespace

bool SevenTerms::is_late_game(const Position& position) {
  return material(position, Color::white, kValues) + material(position, Color::black, kValues) <
         kLateGame;
}

int SevenTerms::isolated_pawns(const Position& position, Color side) {
  const Bitboard pawns = position.pieces(side, PieceType::pawn);
  int isolated = 0;
  for (Square s : chess::squares(pawns)) {
    const Bitboard file = bits(file_of(s));
    const Bitboard beside =
        chess::shift<chess::Direction::east>(file) | chess::shift<chess::Direction::west>(file);
    isolated += (pawns & beside) == 0;
  }
  return isolated;
}

int SevenTerms::rooks_on_open_files(const Position& position, Color side) {
  const Bitboard rooks = position.pieces(side, PieceType::rook);
  int open = 0;
  for (Square s : chess::squares(rooks))
    open += (position.pieces() & ~rooks & bits(file_of(s))) == 0;
  return open;
}

int SevenTerms::legal_moves(const Position& position, Color side) {
  return side == position.side_to_move() ? static_cast<int>(count_legal_moves(position))
                                         : moves_out_of_turn(position);
}

Breakdown SevenTerms::explain(const Position& position) {
  Breakdown result{{{"material"},
                    {"piece-square"},
                    {"attackers on king"},
                    {"checkmate"},
                    {"isolated pawns"},
                    {"rook on open file"},
                    {"mobility"}},
                   0,
                   "centipawns"};
  const bool late = is_late_game(position);
  for (Color side : chess::kColors) {
    const bool to_move = side == position.side_to_move();
    const int attackers = to_move ? 0 : chess::count(position.checkers());
    const int mates = attackers && !has_legal_move(position);
    const double values[] = {double(material(position, side, kValues)),
                             double(Michniewski::squares_value(position, side, late)),
                             double(kKingAttacker * attackers),
                             double(kCheckmate * mates),
                             double(kIsolatedPawn * isolated_pawns(position, side)),
                             double(kRookOnOpenFile * rooks_on_open_files(position, side)),
                             double(kLegalMove * legal_moves(position, side))};
    for (std::size_t i = 0; i < result.terms.size(); ++i)
      (side == Color::white ? result.terms[i].white : result.terms[i].black) = values[i];
  }
  result.total = evaluate(position);
  return result;
}

int SevenTerms::evaluate(const Position& position) {
  const bool late = is_late_game(position);
  int value[2];
  for (Color side : chess::kColors)
    value[index(side)] = material(position, side, kValues) +
                         Michniewski::squares_value(position, side, late) +
                         kIsolatedPawn * isolated_pawns(position, side) +
                         kRookOnOpenFile * rooks_on_open_files(position, side) +
                         kLegalMove * legal_moves(position, side);
  // Only the side to move can be in check, so only the other side can attack a king.
  int& attacker = value[index(~position.side_to_move())];
  if (position.in_check()) {
    attacker += kKingAttacker * chess::count(position.checkers());
    if (!has_legal_move(position)) attacker += kCheckmate;
  }
  return value[0] - value[1];
}

}  // namespace rookery::eval
