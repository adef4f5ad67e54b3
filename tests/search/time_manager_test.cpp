// TimeManager: how limits become times, and what counts from when.
#include "search/time_manager.h"

#include <gtest/gtest.h>

namespace rookery::search {
namespace {

using namespace std::chrono_literals;
using chess::Color;

Limits with_clock(Milliseconds remaining, Milliseconds increment, Milliseconds ago) {
  Limits limits;
  limits.clock[0] = ClockState{remaining, increment};
  limits.received = TimeManager::Clock::now() - ago;
  return limits;
}

/// Whether a search that began `ago` must stop, and whether a settled one does.
struct Due {
  bool hard, soft;
};
Due due(const Limits& limits, Milliseconds overhead = 10ms) {
  const TimeManager time(limits, Color::white, overhead);
  return {time.hard_limit_reached(), time.soft_limit_reached(1)};
}

TEST(TimeManager, NeverPlansBeyondTheClock) {
  for (const Milliseconds left : {1ms, 5ms, 20ms, 200ms, 10'000ms, 3'600'000ms})
    for (const Milliseconds increment : {0ms, 50ms, 60'000ms}) {
      // At three quarters of the clock it must have stopped, whatever the increment.
      const Milliseconds late = std::max(2ms, left * 3 / 4);
      EXPECT_TRUE(due(with_clock(left, increment, late)).hard) << left.count();
    }
}

TEST(TimeManager, SpendsAShareOfTheClock) {
  EXPECT_FALSE(due(with_clock(60s, 0s, 1s)).soft);
  EXPECT_TRUE(due(with_clock(60s, 0s, 4s)).soft);
  EXPECT_FALSE(due(with_clock(60s, 0s, 4s)).hard);
  EXPECT_FALSE(due(with_clock(60s, 5s, 4s)).soft);  // the increment is there to be spent
}

/// Played on increments of 10 ms alone, the clock settles well above nothing.
TEST(TimeManager, KeepsAReserveForStalls) {
  EXPECT_TRUE(due(with_clock(110ms, 10ms, 10ms)).soft);
  EXPECT_TRUE(due(with_clock(200ms, 10ms, 17ms)).soft);
  EXPECT_FALSE(due(with_clock(60s, 10s, 8s)).soft);  // nothing to save for
}

TEST(TimeManager, MovesToGoAndOverhead) {
  Limits last = with_clock(100s, 0s, 85s);
  last.moves_to_go = 1;
  EXPECT_FALSE(due(last).hard);
  EXPECT_TRUE(due(last, 10s).hard);
  last.moves_to_go = 10;
  EXPECT_TRUE(due(last).hard);
}

TEST(TimeManager, TheFirstOfMoveTimeAndClockCounts) {
  Limits limits = with_clock(20ms, 0ms, 50ms);
  limits.move_time = 3s;
  EXPECT_TRUE(due(limits).hard);
  limits = with_clock(60s, 0s, 50ms);
  limits.move_time = 40ms;
  EXPECT_TRUE(due(limits).hard);
  limits.move_time = 3s;
  EXPECT_FALSE(due(limits).hard);
}

TEST(TimeManager, PonderingCountsAsThoughtButNotOnTheClock) {
  const Limits limits = with_clock(10s, 0s, 8s);
  TimeManager time(limits, Color::white, 10ms);
  EXPECT_TRUE(time.hard_limit_reached());
  time.ponder_hit(TimeManager::Clock::now());
  EXPECT_FALSE(time.hard_limit_reached());
  EXPECT_TRUE(time.soft_limit_reached(1));
}

TEST(TimeManager, NoLimitWithoutAClockOrWhenAnalysing) {
  Limits limits;
  limits.received = TimeManager::Clock::now() - 1h;
  EXPECT_FALSE(due(limits).hard);
  limits = with_clock(1s, 0s, 1h);
  limits.infinite = true;
  EXPECT_FALSE(due(limits).hard);
}

}  // namespace
}  // namespace rookery::search
