// The tuner: recovers weights it has not seen, resumes exactly, writes a table that compiles.
#include "train/tuner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/rng.h"
#include "chess/make_move.h"
#include "chess/movegen.h"

namespace rookery::train {
namespace {

using namespace chess;

/// Positions from games of random moves, castling and captures included; not in check.
std::vector<Position> random_positions(int games, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<Position> result;
  for (int g = 0; g < games; ++g) {
    Position p = Position::initial();
    for (int ply = 0; ply < 120; ++ply) {
      const MoveList moves = legal_moves(p);
      if (moves.empty()) break;
      p.make_move(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      if (ply >= 8 && !p.in_check()) result.push_back(p);
    }
  }
  return result;
}

constexpr std::size_t offset_of(std::string_view name) {
  for (const eval::classical::TermInfo& term : eval::classical::kTerms)
    if (name == term.name) return term.offset;
  return eval::classical::kWeightCount;
}

TEST(Tuner, TracedValueIsTheEvaluation) {
  const Parameters built_in = built_in_parameters();
  for (const Position& p : random_positions(20, 7)) {
    const eval::classical::Trace trace = eval::ClassicalEvaluator::trace(p);
    EXPECT_NEAR(traced_value(trace, built_in), trace.white_value, 4);
  }
}

TEST(Tuner, RecoversKnownWeights) {
  // Truth: other values of the pieces, the pair, a pawn term and a danger term.
  Parameters truth = built_in_parameters();
  const std::size_t knight = 2 * (offset_of("material") + 1), pair = 2 * offset_of("bishop_pair");
  const std::size_t isolated = 2 * (offset_of("isolated") + 1);
  const std::size_t check = 2 * offset_of("danger_safe_check");
  truth[knight] += 40, truth[knight + 1] -= 30;
  truth[pair] += 25, truth[pair + 1] += 25;
  truth[isolated] -= 20, truth[isolated + 1] -= 20;
  truth[check] += 100;

  TunerOptions options;
  options.epochs = 40;
  options.batch = 2048;
  options.lambda = 0;
  options.pull = 0;
  Tuner tuner(options, built_in_parameters());
  for (const Position& p : random_positions(500, 8)) {
    const double value = traced_value(eval::ClassicalEvaluator::trace(p), truth);
    tuner.add(p, static_cast<eval::Value>(std::lround(value)), 0.5, false);
  }
  const double before = tuner.training_loss();
  while (!tuner.is_done()) tuner.run_epoch();
  EXPECT_LT(tuner.training_loss(), before / 50);
  const Parameters& found = tuner.parameters();
  EXPECT_NEAR(found[isolated], truth[isolated], 6);
  EXPECT_NEAR(found[isolated + 1], truth[isolated + 1], 6);
  EXPECT_NEAR(found[pair], truth[pair], 8);
  EXPECT_NEAR(found[pair + 1], truth[pair + 1], 8);
  EXPECT_NEAR(found[check], truth[check], 50);
  // A knight's worth may move between its material, square and mobility weights without any change
  // of the sum, so it shows in values only; on positions not tuned on.
  double error_before = 0, error_after = 0;
  for (const Position& p : random_positions(50, 9)) {
    const eval::classical::Trace trace = eval::ClassicalEvaluator::trace(p);
    const double value = traced_value(trace, truth);
    error_before += std::abs(value - traced_value(trace, built_in_parameters()));
    error_after += std::abs(value - traced_value(trace, found));
  }
  EXPECT_LT(error_after, error_before / 8);
}

TEST(Tuner, FindsTheSigmoidConstant) {
  Tuner tuner({}, built_in_parameters());
  const Position& p = Position::initial();
  for (int score = -600; score <= 600; score += 20)
    tuner.add(p, score, 1 / (1 + std::exp(-0.0047 * score)), false);
  EXPECT_NEAR(tuner.fit_k(), 0.0047, 0.00002);
}

TEST(Tuner, GoesOnWhereItStopped) {
  const auto make = [] {
    TunerOptions options;
    options.epochs = 6;
    options.batch = 256;
    Tuner tuner(options, built_in_parameters());
    Rng rng(3);
    for (const Position& p : random_positions(20, 9)) {
      const double result = rng.below(3) / 2.0;
      tuner.add(p, eval::ClassicalEvaluator::trace(p).white_value, result, false);
    }
    tuner.fit_k();
    return tuner;
  };
  Tuner whole = make();
  while (!whole.is_done()) whole.run_epoch();

  Tuner first = make();
  for (int i = 0; i < 3; ++i) first.run_epoch();
  Tuner second = make();
  ASSERT_TRUE(second.load_state(first.save_state()));
  EXPECT_EQ(second.epochs_done(), 3);
  while (!second.is_done()) second.run_epoch();
  EXPECT_EQ(second.parameters(), whole.parameters());
}

TEST(Tuner, RefusesABrokenState) {
  Tuner tuner({}, built_in_parameters());
  const std::string good = tuner.save_state();
  EXPECT_TRUE(tuner.load_state(good));
  EXPECT_FALSE(tuner.load_state(""));
  EXPECT_FALSE(tuner.load_state("something else\n"));
  EXPECT_FALSE(tuner.load_state(good.substr(0, good.size() / 2)));
  EXPECT_FALSE(tuner.load_state(good + " 1"));
  EXPECT_FALSE(tuner.load_state(good + " x"));
}

TEST(Tuner, WritesEveryTerm) {
  const std::string text = weights_header(built_in_parameters(), "Test.");
  for (const eval::classical::TermInfo& term : eval::classical::kTerms)
    EXPECT_THAT(text, testing::HasSubstr("." + std::string(term.name) + " = {"));
  EXPECT_THAT(text, testing::HasSubstr("// Test.\n"));
}

}  // namespace
}  // namespace rookery::train
