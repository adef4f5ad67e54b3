// Winning chances, judgements and accuracy against figures worked out by hand from the published
// formulas.
#include <gtest/gtest.h>

#include "analysis/accuracy.h"
#include "analysis/chances.h"
#include "analysis/judgement.h"
#include "notation/fen.h"

namespace rookery::analysis {
namespace {

using chess::Color;

TEST(Chances, LevelIsFiftyAndTheTwoSidesAddUp) {
  EXPECT_DOUBLE_EQ(win_percent(0), 50);
  for (int value = -3000; value <= 3000; value += 37)
    EXPECT_NEAR(win_percent(value) + win_percent(-value), 100, 1e-9);
  EXPECT_NEAR(win_percent(eval::mate_in(3)), 97.545, 0.01);
  EXPECT_EQ(win_percent(eval::mate_in(3)), win_percent(eval::mate_in(9)));
}

TEST(Chances, AccuracyOfAMove) {
  EXPECT_EQ(move_accuracy(50, 50), 100);
  EXPECT_EQ(move_accuracy(50, 60), 100);
  EXPECT_NEAR(move_accuracy(60, 50), 64.58, 0.01);
  EXPECT_EQ(move_accuracy(100, 0), 0);
}

TEST(Judgement, ByLossOfWinPercent) {
  const auto value_at = [](double percent) {
    int value = -3000;
    while (win_percent(value) < percent) ++value;
    return value;
  };
  EXPECT_EQ(judge(value_at(50), value_at(50), true), Judgement::best);
  EXPECT_EQ(judge(value_at(50), value_at(46), false), Judgement::good);
  EXPECT_EQ(judge(value_at(50), value_at(44), false), Judgement::inaccuracy);
  EXPECT_EQ(judge(value_at(50), value_at(39), false), Judgement::mistake);
  EXPECT_EQ(judge(value_at(50), value_at(34), false), Judgement::blunder);
  EXPECT_EQ(judge(value_at(85), value_at(55), false), Judgement::missed_win);
}

TEST(Judgement, MatesLetGoAndAllowed) {
  const int mate = eval::mate_in(5), mated = -eval::mate_in(4);
  EXPECT_EQ(judge(mate, eval::mate_in(9), false), Judgement::good);
  EXPECT_EQ(judge(mate, 30, false), Judgement::missed_win);
  EXPECT_EQ(judge(mate, mated, false), Judgement::blunder);
  EXPECT_EQ(judge(mate, 800, false), Judgement::inaccuracy);
  EXPECT_EQ(judge(eval::mate_in(15), 800, false), Judgement::good) << "all wins there";
  EXPECT_EQ(judge(eval::mate_in(15), 400, false), Judgement::blunder);
  EXPECT_EQ(judge(20, mated, false), Judgement::blunder);
  EXPECT_EQ(judge(-800, mated, false), Judgement::inaccuracy);
  EXPECT_EQ(judge(-eval::mate_in(8), mated, false), Judgement::good);
}

TEST(Accuracy, OfPerfectAndOfOneBadMove) {
  std::vector<AccuracyPoint> points;
  for (int i = 0; i < 40; ++i) points.push_back({i % 2 ? Color::black : Color::white, 50, 50, 100});
  EXPECT_DOUBLE_EQ(game_accuracy(points, Color::white), 100);
  points[20] = {Color::white, 50, 20, move_accuracy(50, 20)};
  for (std::size_t i = 21; i < points.size(); ++i)
    points[i].white_before = points[i].white_after = 20;
  EXPECT_DOUBLE_EQ(game_accuracy(points, Color::black), 100);
  EXPECT_LT(game_accuracy(points, Color::white), 90);
  EXPECT_GT(game_accuracy(points, Color::white), 50);
}

TEST(Accuracy, WeightsGrowWhereTheGameTurns) {
  std::vector<AccuracyPoint> points;
  for (int i = 0; i < 40; ++i) {
    const double before = i <= 20 ? 50 : 90, after = i < 20 ? 50 : 90;
    points.push_back({i % 2 ? Color::black : Color::white, before, after, 100});
  }
  const std::vector<double> weights = volatility_weights(points);
  EXPECT_DOUBLE_EQ(weights[5], 0.5);
  EXPECT_DOUBLE_EQ(weights[20], 12);
  EXPECT_DOUBLE_EQ(weights[39], 0.5);
}

TEST(Phases, OnlyAdvance) {
  chess::Game game(*notation::parse_fen("4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1"));
  EXPECT_EQ(phases(game).back(), Phase::endgame);
  EXPECT_EQ(phases(chess::Game()).back(), Phase::opening);
}

}  // namespace
}  // namespace rookery::analysis
