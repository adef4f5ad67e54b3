// The classical evaluation: symmetries, agreement of the fast path with the trace, known endings.
#include "eval/classical/classical.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "base/rng.h"
#include "chess/make_move.h"
#include "chess/movegen.h"
#include "eval/classical/weights.h"
#include "notation/fen.h"

namespace rookery::eval {
namespace {

using namespace chess;
using namespace classical;

Position from_fen(const std::string& fen) {
  auto position = notation::parse_fen(fen);
  EXPECT_TRUE(position.has_value()) << fen;
  return *position;
}

Value value_of(const std::string& fen) { return ClassicalEvaluator().evaluate(from_fen(fen)); }

/// Positions of random games, which are as strange as positions get.
std::vector<Position> random_positions(int games, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<Position> result;
  for (int g = 0; g < games; ++g) {
    Position p = Position::initial();
    for (int ply = 0; ply < 160; ++ply) {
      const MoveList moves = legal_moves(p);
      if (moves.empty() || p.halfmove_clock() > 90) break;
      p.make_move(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      result.push_back(p);
    }
  }
  return result;
}

Position flip_colours(const Position& p) {
  const Setup from = p.to_setup();
  Setup to = from;
  for (int s = 0; s < 64; ++s) {
    const Piece piece = from.board[s];
    to.board[s ^ 56] =
        piece == Piece::none ? Piece::none : make_piece(~color_of(piece), type_of(piece));
  }
  to.side_to_move = ~from.side_to_move;
  for (int i = 0; i < 4; ++i) {
    const Square rook = from.castling_rooks[i];
    to.castling_rooks[i ^ 2] = rook == Square::none ? rook : flip_rank(rook);
  }
  if (from.en_passant != Square::none) to.en_passant = flip_rank(from.en_passant);
  const auto flipped = Position::from_setup(to);
  EXPECT_TRUE(flipped.has_value()) << notation::to_fen(p);
  return *flipped;
}

Position mirror(const Position& p) {
  const Setup from = p.to_setup();
  Setup to = from;
  for (int s = 0; s < 64; ++s) to.board[s ^ 7] = from.board[s];
  to.castling_rooks.fill(Square::none);
  if (from.en_passant != Square::none) to.en_passant = square_at(index(from.en_passant) ^ 7);
  const auto mirrored = Position::from_setup(to);
  EXPECT_TRUE(mirrored.has_value()) << notation::to_fen(p);
  return *mirrored;
}

TEST(Tapered, KeepsBothNumbers) {
  for (int middlegame : {-3000, -1, 0, 1, 77, 3000})
    for (int endgame : {-3000, -1, 0, 1, 77, 3000}) {
      const Tapered t = taper(middlegame, endgame);
      EXPECT_EQ(middlegame_of(t), middlegame);
      EXPECT_EQ(endgame_of(t), endgame);
      EXPECT_EQ(middlegame_of(-t * 3), -3 * middlegame);
      EXPECT_EQ(endgame_of(-t * 3), -3 * endgame);
      EXPECT_EQ(middlegame_of(t - taper(5, -9)), middlegame - 5);
      EXPECT_EQ(endgame_of(t - taper(5, -9)), endgame + 9);
    }
}

TEST(Classical, ColourFlipGivesTheSameValueToTheSideToMove) {
  ClassicalEvaluator evaluator;
  for (const Position& p : random_positions(60, 1))
    ASSERT_EQ(evaluator.evaluate(p), evaluator.evaluate(flip_colours(p))) << notation::to_fen(p);
}

TEST(Classical, MirrorGivesTheSameValue) {
  ClassicalEvaluator evaluator;
  for (const Position& p : random_positions(60, 2))
    ASSERT_EQ(evaluator.evaluate(p), evaluator.evaluate(mirror(p))) << notation::to_fen(p);
}

TEST(Classical, StartIsWorthTheTempo) {
  EXPECT_EQ(ClassicalEvaluator().evaluate(Position::initial()), middlegame_of(kWeights.tempo[0]));
}

TEST(Classical, CachedValueIsTheFreshValue) {
  ClassicalEvaluator evaluator;
  for (const Position& p : random_positions(100, 3)) {
    const Value fresh = ClassicalEvaluator::trace(p).white_value;
    const Value sign = p.side_to_move() == Color::white ? 1 : -1;
    ASSERT_EQ(evaluator.evaluate(p), sign * fresh) << notation::to_fen(p);
    ASSERT_EQ(evaluator.evaluate(p), sign * fresh) << notation::to_fen(p);
  }
}

TEST(Classical, CountsTimesWeightsGiveTheValue) {
  Tapered weights[kWeightCount];
  std::memcpy(weights, &kWeights, sizeof kWeights);
  for (const Position& p : random_positions(60, 4)) {
    const Trace trace = ClassicalEvaluator::trace(p);
    if (trace.scale == 0) {
      EXPECT_EQ(trace.white_value, 0);
      continue;
    }
    double score[2]{};  // middlegame, endgame
    double danger[2][2]{};
    for (std::size_t i = 0; i < kWeightCount; ++i)
      for (int c = 0; c < 2; ++c) {
        const double n = trace.counts[i][c];
        const double w[2] = {n * middlegame_of(weights[i]), n * endgame_of(weights[i])};
        for (int part = 0; part < 2; ++part)
          (i < kFirstDanger ? score[part] : danger[c][part]) +=
              i < kFirstDanger && c == 1 ? -w[part] : w[part];
      }
    for (int c = 0; c < 2; ++c) {
      const double sign = c == 0 ? -1 : 1;
      const double d = std::max(0.0, danger[c][0]);
      score[0] += sign * d * d / kDangerSquareDivisor;
      score[1] += sign * std::max(0.0, danger[c][1]) / kDangerDivisor;
    }
    const double value =
        (score[0] * trace.phase + score[1] * (kMaxPhase - trace.phase) * trace.scale / kFullScale) /
            kMaxPhase +
        trace.extra;
    EXPECT_NEAR(value, trace.white_value, 4) << notation::to_fen(p);
  }
}

TEST(Classical, BreakdownAddsUp) {
  for (const Position& p : random_positions(20, 5)) {
    const Breakdown b = ClassicalEvaluator::explain(p);
    double sum = 0;
    for (const Term& term : b.terms) sum += term.white - term.black;
    EXPECT_NEAR(sum, b.total, 1) << notation::to_fen(p);
    EXPECT_EQ(b.total, ClassicalEvaluator::trace(p).white_value);
  }
}

TEST(Classical, MaterialCounts) {
  EXPECT_GT(value_of("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 700);
  EXPECT_LT(value_of("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"), -700);
  EXPECT_LT(value_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1"), -200);
}

TEST(Classical, KnownDrawsAreDraws) {
  EXPECT_EQ(value_of("8/8/4k3/8/8/3NK3/4N3/8 w - - 0 1"), 0);            // KNNK
  EXPECT_EQ(value_of("8/8/4k3/8/8/3BK3/8/8 w - - 0 1"), 0);              // KBK
  EXPECT_EQ(value_of("8/8/4k3/2n5/8/3BK3/8/8 b - - 0 1"), 0);            // KBKN
  EXPECT_EQ(value_of("k7/8/8/P7/8/4BK2/8/8 w - - 0 1"), 0);              // dark bishop, a8 is light
  EXPECT_EQ(value_of("7k/8/8/7P/8/3BK3/8/8 w - - 0 1"), 0);              // light bishop, h8 is dark
  EXPECT_EQ(value_of("7k/8/8/7P/8/4K3/8/8 w - - 0 1"), 0);               // rook pawn alone
  EXPECT_GT(value_of("7k/8/8/7P/8/4BK2/8/8 w - - 0 1"), 200);            // the right bishop
  EXPECT_LT(std::abs(value_of("8/8/3bk3/8/8/3RK3/8/8 w - - 0 1")), 60);  // KRKB
}

TEST(Classical, BareKingIsDrivenToTheEdgeAndTheRightCorner) {
  EXPECT_GT(value_of("k7/8/2K5/8/8/8/8/7R w - - 0 1"), value_of("8/8/2K5/4k3/8/8/8/7R w - - 0 1"));
  // The bishop on d3 is light: h1 and a8 are its corners, a1 and h8 are not.
  EXPECT_GT(value_of("k7/8/2K5/2N5/8/3B4/8/8 w - - 0 1"),
            value_of("8/8/8/2N5/8/2KB4/8/k7 w - - 0 1"));
}

TEST(Classical, OppositeBishopsAreWorthLess) {
  const auto scale = [](const char* fen) { return ClassicalEvaluator::trace(from_fen(fen)).scale; };
  const int opposite = scale("8/4k1b1/8/8/3PP3/4KB2/8/8 w - - 0 1");  // g7 is dark, f3 light
  const int same = scale("8/4kb2/8/8/3PP3/4KB2/8/8 w - - 0 1");
  EXPECT_LT(opposite, same);
  EXPECT_LT(opposite, kFullScale * 3 / 4);
}

}  // namespace
}  // namespace rookery::eval
