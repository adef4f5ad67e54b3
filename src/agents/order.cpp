#include "agents/order.h"

#include <algorithm>
#include <array>

namespace rookery::agents {

using chess::Bitboard;
using chess::CastlingSide;
using chess::Color;
using chess::Move;
using chess::MoveKind;
using chess::MoveList;
using chess::PieceType;
using chess::Position;
using chess::Square;

namespace {

/// SW, S, SE, E, NE, N, NW, W as (file, rank) steps.
constexpr int kSteps[8][2] = {{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}};

struct RayTable {
  Bitboard of[8][64]{};  // by direction and square
  constexpr RayTable() {
    for (int d = 0; d < 8; ++d)
      for (int s = 0; s < 64; ++s)
        for (int f = (s & 7) + kSteps[d][0], r = (s >> 3) + kSteps[d][1];
             f >= 0 && f < 8 && r >= 0 && r < 8; f += kSteps[d][0], r += kSteps[d][1])
          of[d][s] |= Bitboard{1} << (8 * r + f);
  }
};
constexpr RayTable kRays;
/// Whether squares on the ray count upwards from the piece.
constexpr bool kUpwards[8] = {false, false, false, true, true, true, true, false};

class Writer {
 public:
  explicit Writer(const Position& position) : p_(position), enemies_(p_.pieces(~us_)) {}

  void king_steps() {
    const Bitboard without_king = p_.pieces() & ~bit(king_);
    for (Square to : chess::squares(chess::king_attacks(king_) & ~p_.pieces(us_)))
      if (!p_.is_attacked(to, ~us_, without_king)) add(king_, to);
  }
  void castling() {
    for (CastlingSide side : {CastlingSide::king, CastlingSide::queen}) {
      if (!p_.can_castle(us_, side)) continue;
      const Move move(king_, p_.castling_rook(us_, side), MoveKind::castling);
      if (p_.is_legal(move)) list_.push_back(move);
    }
  }
  void knights(Bitboard allowed) {
    for (Square from : chess::squares(p_.pieces(us_, PieceType::knight) & ~p_.pinned()))
      for (Square to : chess::squares(chess::knight_attacks(from) & allowed)) add(from, to);
  }
  /// `first` and `stride` select the directions: 0, 2 the diagonal ones, 1, 2 the straight ones.
  void sliders(PieceType type, int first, int stride, Bitboard allowed) {
    for (Square from : chess::squares(p_.pieces(us_, type))) {
      const Bitboard reach =
          chess::piece_attacks(type, from, p_.pieces()) & allowed & unpinned(from);
      for (int d = first; d < 8; d += stride)
        for (Bitboard ray = reach & kRays.of[d][index(from)]; ray;) {
          const Square to =
              kUpwards[d] ? chess::first_square(ray) : chess::square_at(63 - std::countl_zero(ray));
          ray ^= bit(to);
          add(from, to);
        }
    }
  }
  void pawns(Bitboard allowed) {
    for (Square from : chess::squares(p_.pieces(us_, PieceType::pawn))) {
      const Bitboard here = allowed & unpinned(from);
      const Square one = from + forward(us_);
      if (p_.is_empty(one)) {
        if (chess::contains(here, one)) pawn_move(from, one, false);
        if (relative_rank(us_, from) == chess::Rank::r2) {
          const Square two = one + forward(us_);
          if (p_.is_empty(two) && chess::contains(here, two))
            list_.push_back(Move(from, two, MoveKind::double_push));
        }
      }
      const Square passed = p_.en_passant();
      Bitboard takes = enemies_ & here;
      if (passed != Square::none) takes |= bit(passed);
      for (Square to : chess::squares(chess::pawn_attacks(us_, from) & takes)) {
        if (to != passed) {
          pawn_move(from, to, true);
        } else if (const Move move(from, to, MoveKind::en_passant); p_.is_legal(move)) {
          list_.push_back(move);
        }
      }
    }
  }
  MoveList take() && { return list_; }

 private:
  Bitboard unpinned(Square from) const {
    return chess::contains(p_.pinned(), from) ? line_through(king_, from) : ~Bitboard{0};
  }
  void add(Square from, Square to) {
    list_.push_back(
        Move(from, to, chess::contains(enemies_, to) ? MoveKind::capture : MoveKind::quiet));
  }
  void pawn_move(Square from, Square to, bool capture) {
    if (relative_rank(us_, to) != chess::Rank::r8)
      return list_.push_back(Move(from, to, capture ? MoveKind::capture : MoveKind::quiet));
    for (PieceType t : {PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight})
      list_.push_back(Move::promotion(from, to, t, capture));
  }

  const Position& p_;
  const Color us_ = p_.side_to_move();
  const Square king_ = p_.king_square(us_);
  const Bitboard enemies_;
  MoveList list_;
};

}  // namespace

MoveList ordered_moves(const Position& position) {
  Writer writer(position);
  const Bitboard checkers = position.checkers();
  Bitboard allowed = ~position.pieces(position.side_to_move());
  if (checkers) {
    writer.king_steps();
    if (chess::more_than_one(checkers)) return std::move(writer).take();
    // Every other move must take the checker or step in between.
    allowed = checkers |
              between(position.king_square(position.side_to_move()), chess::first_square(checkers));
  }
  writer.knights(allowed);
  writer.sliders(PieceType::bishop, 0, 2, allowed);
  writer.sliders(PieceType::rook, 1, 2, allowed);
  writer.sliders(PieceType::queen, 0, 1, allowed);
  if (!checkers) {
    writer.king_steps();
    writer.castling();
  }
  writer.pawns(allowed);
  return std::move(writer).take();
}

void captures_first(const Position& position, MoveList& moves) {
  const auto rank = [&](Move move) {
    if (!move.is_noisy()) return 0;
    const int victim = move.is_capture() ? index(position.captured_type(move)) + 1 : 0;
    const int promotion = move.is_promotion() ? index(move.promotion_type()) : 0;
    return 16 * (victim + promotion) + 8 - index(type_of(position.moving_piece(move)));
  };
  // Insertion sort: stable, and the list is short.
  std::array<int, MoveList::capacity()> ranks;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Move move = moves[i];
    const int r = rank(move);
    std::size_t at = i;
    for (; at > 0 && ranks[at - 1] < r; --at) {
      moves[at] = moves[at - 1];
      ranks[at] = ranks[at - 1];
    }
    moves[at] = move;
    ranks[at] = r;
  }
}

void put_first(MoveList& moves, Move first) {
  const auto found = std::find(moves.begin(), moves.end(), first);
  if (found != moves.end()) std::rotate(moves.begin(), found, found + 1);
}

}  // namespace rookery::agents
