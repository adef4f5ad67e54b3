#include "eval/domination.h"

namespace rookery::eval {

using chess::Bitboard;
using chess::Color;
using chess::Direction;
using chess::PieceType;
using chess::Position;
using chess::Square;

namespace {

// clang-format off
// Rank 8 first, as document 004's library prints it. The 1 on the g-file of ranks 4 and 5 is its
// own.
constexpr int kWeights[64] = {
  1, 1, 1,  1,  1, 1, 1, 1,
  1, 2, 2,  2,  2, 2, 2, 1,
  1, 2, 4,  6,  6, 4, 2, 1,
  1, 2, 5, 10, 10, 5, 1, 1,
  1, 2, 5, 10, 10, 5, 1, 1,
  1, 2, 4,  6,  6, 4, 2, 1,
  1, 2, 2,  2,  2, 2, 2, 1,
  1, 1, 1,  1,  1, 1, 1, 1};
// clang-format on

/// Squares whose weight has binary digit `digit`: four counts then weigh a whole set.
constexpr Bitboard weight_mask(int digit) {
  Bitboard mask = 0;
  for (int i = 0; i < 64; ++i)
    if (kWeights[i ^ 56] >> digit & 1) mask |= Bitboard{1} << i;
  return mask;
}
constexpr Bitboard kWeightMasks[4] = {weight_mask(0), weight_mask(1), weight_mask(2),
                                      weight_mask(3)};

struct Majority {
  Bitboard white, black;
};

/// Where each side has more attackers: the numbers compared digit by digit from the top.
Majority majority(const Position& position) {
  const SquareCounts white = attack_counts(position, Color::white);
  const SquareCounts black = attack_counts(position, Color::black);
  Majority more{0, 0};
  Bitboard undecided = ~Bitboard{0};
  for (int i = SquareCounts::kDigits - 1; i >= 0; --i) {
    const Bitboard differ = (white.digit[i] ^ black.digit[i]) & undecided;
    more.white |= differ & white.digit[i];
    more.black |= differ & black.digit[i];
    undecided &= ~differ;
  }
  return more;
}

int weigh(Bitboard squares) {
  int sum = 0;
  for (int digit = 0; digit < 4; ++digit)
    sum += chess::count(squares & kWeightMasks[digit]) << digit;
  return sum;
}

}  // namespace

SquareCounts attack_counts(const Position& position, Color side) {
  SquareCounts counts;
  const Bitboard pawns = position.pieces(side, PieceType::pawn);
  if (side == Color::white) {
    counts.add(chess::shift<Direction::north_west>(pawns));
    counts.add(chess::shift<Direction::north_east>(pawns));
  } else {
    counts.add(chess::shift<Direction::south_west>(pawns));
    counts.add(chess::shift<Direction::south_east>(pawns));
  }
  const Bitboard occupied = position.pieces();
  const Bitboard diagonal = position.pieces(side, PieceType::bishop, PieceType::queen);
  const Bitboard straight = position.pieces(side, PieceType::rook, PieceType::queen);
  for (Square s : chess::squares(position.pieces(side, PieceType::knight)))
    counts.add(chess::knight_attacks(s));
  for (Square s : chess::squares(diagonal))
    counts.add(chess::bishop_attacks(s, occupied & ~diagonal));
  for (Square s : chess::squares(straight))
    counts.add(chess::rook_attacks(s, occupied & ~straight));
  counts.add(chess::king_attacks(position.king_square(side)));

  // A published quirk: on the square a pawn has just passed over, pawns that attack the square
  // before it (White: one rank down, Black: one rank up) count as attackers as well.
  if (const Square passed = position.double_push(); passed != Square::none) {
    const Square before = passed - chess::forward(side);
    const Bitboard also = chess::pawn_attacks(~side, before) & pawns;
    counts.add(also ? bit(passed) : 0);
    counts.add(chess::more_than_one(also) ? bit(passed) : 0);
  }
  return counts;
}

int domination(const Position& position) {
  const Majority more = majority(position);
  return weigh(more.white) - weigh(more.black);
}

Breakdown HalfDomination::explain(const Position& position) {
  const Majority more = majority(position);
  return {{{"material", double(material(position, Color::white, kValues)),
            double(material(position, Color::black, kValues))},
           {"domination / 2", weigh(more.white) / 2.0, weigh(more.black) / 2.0}},
          double(evaluate(position)),
          "centipawns"};
}

}  // namespace rookery::eval
