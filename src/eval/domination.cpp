#include "eval/domination.h"

#include <algorithm>

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

/// How often one side attacks each square. Batteries count in full: a slider sees through other
/// sliders of its own side that move the same way (a bishop through a queen on its diagonal).
template <Color side>
inline SquareCounts attack_counts(const Position& position) {
  const Bitboard pawns = position.pieces(side, PieceType::pawn);
  const Bitboard knights = position.pieces(side, PieceType::knight);
  const Bitboard diagonal = position.pieces(side, PieceType::bishop, PieceType::queen);
  const Bitboard straight = position.pieces(side, PieceType::rook, PieceType::queen);
  const Bitboard king = position.pieces(side, PieceType::king);
  const Bitboard occupied = position.pieces();
  const Square passed = position.double_push();

  // Two of the pawns, one of the king, two of each of nine queens, six of other pieces, two of the
  // quirk below; and three empty ones to make it a multiple of four.
  Bitboard sets[2 + 1 + 18 + 6 + 2 + 3];
  constexpr Direction west = side == Color::white ? Direction::north_west : Direction::south_west;
  constexpr Direction east = side == Color::white ? Direction::north_east : Direction::south_east;
  sets[0] = chess::shift<west>(pawns);
  sets[1] = chess::shift<east>(pawns);
  sets[2] = chess::king_attacks(chess::first_square(king));
  std::size_t size = 3;
  for (Square s : chess::squares(knights)) sets[size++] = chess::knight_attacks(s);
  for (Square s : chess::squares(diagonal))
    sets[size++] = chess::bishop_attacks(s, occupied & ~diagonal);
  for (Square s : chess::squares(straight))
    sets[size++] = chess::rook_attacks(s, occupied & ~straight);

  // A published quirk: on the square a pawn has just passed over, pawns that attack the square
  // before it (White: one rank down, Black: one rank up) count as attackers as well.
  if (passed != Square::none) {
    const Square before = passed - chess::forward(side);
    const Bitboard also = chess::pawn_attacks(~side, before) & pawns;
    sets[size++] = also ? bit(passed) : 0;
    sets[size++] = chess::more_than_one(also) ? bit(passed) : 0;
  }

  std::fill_n(sets + size, 3, Bitboard{0});
  SquareCounts counts;
  for (std::size_t i = 0; i < size; i += 4)
    counts.add(sets[i], sets[i + 1], sets[i + 2], sets[i + 3]);
  return counts;
}

struct Majority {
  Bitboard white, black;
};

/// Where each side has more attackers: the numbers compared digit by digit from the top.
Majority majority(const Position& position) {
  const SquareCounts white = attack_counts<Color::white>(position);
  const SquareCounts black = attack_counts<Color::black>(position);
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
