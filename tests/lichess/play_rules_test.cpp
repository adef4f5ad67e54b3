// Resignation, draws, takebacks and the time for a move.
#include "lichess/play_rules.h"

#include <gtest/gtest.h>

namespace rookery::lichess {
namespace {

search::Score centipawns(int value) {
  search::Score s;
  s.centipawns = value;
  return s;
}
search::Score mate(int moves) {
  search::Score s;
  s.mate = moves;
  return s;
}

TEST(GameJudge, ResignsOnlyAfterEnoughLostMovesInARow) {
  GameRules rules;
  rules.resign_below_centipawns = -500;
  rules.resign_after_moves = 3;
  GameJudge judge(rules);
  judge.note(centipawns(-600));
  judge.note(centipawns(-600));
  EXPECT_FALSE(judge.should_resign());
  judge.note(centipawns(-499));
  judge.note(centipawns(-500));
  judge.note(mate(-4));
  EXPECT_FALSE(judge.should_resign());
  judge.note(centipawns(-900));
  EXPECT_TRUE(judge.should_resign());
  judge.note(mate(2));
  EXPECT_FALSE(judge.should_resign());
  rules.resign = false;
  for (int i = 0; i < 5; ++i) judge.note(mate(-1));
  EXPECT_FALSE(judge.should_resign());
}

TEST(GameJudge, DrawsByRule) {
  GameRules rules;
  rules.draw_after_moves = 2;
  rules.draw_from_move = 30;
  rules.draw_within_centipawns = 10;
  GameJudge judge(rules);
  judge.note(centipawns(5));
  judge.note(centipawns(-10));
  EXPECT_FALSE(judge.should_offer_draw(29));
  EXPECT_TRUE(judge.should_offer_draw(30));
  EXPECT_TRUE(judge.should_accept_draw(30));
  EXPECT_FALSE(judge.should_accept_draw(29));
  judge.note(centipawns(200));
  EXPECT_FALSE(judge.should_accept_draw(60));
  judge.note(centipawns(-200));
  EXPECT_TRUE(judge.should_accept_draw(10)) << "clearly worse";
  EXPECT_FALSE(judge.should_offer_draw(60));
  judge.forget();
  EXPECT_FALSE(judge.should_accept_draw(60));
  rules.accept_draws = rules.offer_draws = false;
  for (int i = 0; i < 5; ++i) judge.note(centipawns(0));
  EXPECT_FALSE(judge.should_offer_draw(60));
  EXPECT_FALSE(judge.should_accept_draw(60));
}

TEST(GameJudge, Takebacks) {
  GameRules rules;
  rules.takebacks_per_game = 2;
  GameJudge judge(rules);
  EXPECT_FALSE(judge.grant_takeback(/*rated=*/true));
  EXPECT_TRUE(judge.grant_takeback(false));
  EXPECT_TRUE(judge.grant_takeback(false));
  EXPECT_FALSE(judge.grant_takeback(false));
}

GameState clocks(int white_ms, int black_ms, int increment_ms) {
  GameState s;
  s.clock[0] = Milliseconds(white_ms);
  s.clock[1] = Milliseconds(black_ms);
  s.increment[0] = s.increment[1] = Milliseconds(increment_ms);
  return s;
}

TEST(PlanTime, AllowsForLagAndForTimeAlreadyGone) {
  EngineRules rules;
  rules.move_overhead_ms = 100;
  const auto state = clocks(60000, 30000, 1000);
  auto plan =
      plan_time(rules, state, true, chess::Color::black, Milliseconds(500), Milliseconds(30));
  EXPECT_EQ(plan.limits.clock[1]->remaining, Milliseconds(30000 - 500 - 100));
  EXPECT_EQ(plan.limits.clock[0]->remaining, Milliseconds(60000 - 100));
  EXPECT_EQ(plan.limits.clock[1]->increment, Milliseconds(1000));
  plan = plan_time(rules, state, true, chess::Color::black, Milliseconds(0), Milliseconds(700));
  EXPECT_EQ(plan.limits.clock[1]->remaining, Milliseconds(30000 - 700));
}

// An agent that ignores the clock and is always cut off must still never run out of time.
TEST(PlanTime, CutOffsNeverExhaustTheClock) {
  EngineRules rules;
  const Milliseconds lag(80);
  for (const int increment : {0, 100, 2000}) {
    Milliseconds clock(60000);
    for (int move = 0; move < 60; ++move) {
      const auto plan = plan_time(rules, clocks(static_cast<int>(clock.count()), 1000, increment),
                                  true, chess::Color::white, Milliseconds(5), lag);
      clock -= plan.cut_off + Milliseconds(5) + lag;
      ASSERT_GT(clock.count(), 0) << "move " << move << ", increment " << increment;
      clock += Milliseconds(increment);
      if (increment == 0 && clock < Milliseconds(400)) break;  // lag alone eats this
    }
  }
}

TEST(PlanTime, ConfiguredLimitsApply) {
  EngineRules rules;
  rules.depth = 5;
  rules.nodes = 1000;
  rules.move_time_ms = 50;
  const auto plan = plan_time(rules, clocks(60000, 60000, 0), true, chess::Color::white,
                              Milliseconds(0), Milliseconds(0));
  EXPECT_EQ(plan.limits.depth, 5);
  EXPECT_EQ(plan.limits.nodes, 1000u);
  EXPECT_EQ(plan.limits.move_time, Milliseconds(50));
  const auto late = plan_time(rules, clocks(200, 60000, 0), true, chess::Color::white,
                              Milliseconds(0), Milliseconds(0));
  EXPECT_LE(*late.limits.move_time, Milliseconds(25));
}

TEST(PlanTime, WithoutAClock) {
  const auto plan = plan_time({}, {}, false, chess::Color::white, Milliseconds(0), Milliseconds(0));
  EXPECT_FALSE(plan.limits.has_clock(chess::Color::white));
  ASSERT_TRUE(plan.limits.move_time);
  EXPECT_GT(plan.cut_off, *plan.limits.move_time);
}

}  // namespace
}  // namespace rookery::lichess
