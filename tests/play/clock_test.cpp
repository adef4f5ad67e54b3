#include "play/clock.h"

#include <gtest/gtest.h>

namespace rookery::play {
namespace {

using namespace std::chrono_literals;
using chess::Color;

TEST(TimeControl, ReadsMinutesAndSeconds) {
  EXPECT_EQ(**parse_time_control("5+3"), (TimeControl{5min, 3s}));
  EXPECT_EQ(**parse_time_control("0.5+1"), (TimeControl{30s, 1s}));
  EXPECT_EQ(**parse_time_control("90"), (TimeControl{90min, 0s}));
  EXPECT_EQ(**parse_time_control("0+2"), (TimeControl{2s, 2s}));
  EXPECT_FALSE(*parse_time_control("none"));
  for (const char* bad : {"", "+", "5+", "-1+0", "0+0", "five", "5+3x", "9999", "nan"})
    EXPECT_FALSE(parse_time_control(bad)) << bad;
}

TEST(TimeControl, AUnitMeansTheSameEverywhere) {
  for (const BaseUnit bare : {BaseUnit::minutes, BaseUnit::seconds}) {
    EXPECT_EQ(**parse_time_control("5m+3", bare), (TimeControl{5min, 3s}));
    EXPECT_EQ(**parse_time_control("300s+3", bare), (TimeControl{5min, 3s}));
    EXPECT_EQ(**parse_time_control("0.5m", bare), (TimeControl{30s, 0s}));
    for (const char* bad : {"5h+3", "5m+3m", "m+3", "5 m", "1e3s", "99999999999999s", "0/5"})
      EXPECT_FALSE(parse_time_control(bad, bare)) << bad;
  }
  EXPECT_EQ(**parse_time_control("5+3", BaseUnit::seconds), (TimeControl{5s, 3s}));
  EXPECT_EQ(**parse_time_control("40/60+0.6", BaseUnit::seconds), (TimeControl{60s, 600ms, 40}));
  EXPECT_EQ(**parse_time_control("40/1m", BaseUnit::seconds), (TimeControl{60s, 0s, 40}));
  EXPECT_FALSE(parse_time_control("40/60")) << "the clock of a person has no periods";
}

TEST(TimeControl, WritesWhatItReads) {
  for (const char* text : {"5+3", "0.5+1", "90+30"})
    EXPECT_EQ(to_text(**parse_time_control(text)), text);
  for (const char* text : {"40/60+0.6", "10+0.1", "0.2+0.01", "1"})
    EXPECT_EQ(to_text(**parse_time_control(text, BaseUnit::seconds), BaseUnit::seconds), text);
}

TEST(ClockText, RoundsUpAndShowsTenthsAtTheEnd) {
  EXPECT_EQ(clock_text(5min), "5:00");
  EXPECT_EQ(clock_text(299'001ms), "5:00");
  EXPECT_EQ(clock_text(3723s), "1:02:03");
  EXPECT_EQ(clock_text(19'450ms), "0:19.4");
  EXPECT_EQ(clock_text(-5ms), "0:00.0");
}

TEST(Clock, CountsTheRunningSideAndAddsTheIncrement) {
  const TimePoint t0{};
  Clock clock({60s, 2s});
  clock.start(Color::white, t0);
  EXPECT_EQ(clock.left(Color::white, t0 + 10s), 50s);
  EXPECT_EQ(clock.left(Color::black, t0 + 10s), 60s);
  clock.press(t0 + 10s);
  EXPECT_EQ(clock.left(Color::white, t0 + 99s), 52s);
  clock.start(Color::black, t0 + 10s);
  EXPECT_FALSE(clock.flag_fallen(t0 + 69s));
  EXPECT_EQ(clock.flag_fallen(t0 + 70s), Color::black);
  EXPECT_EQ(clock.left(Color::black, t0 + 99s), 0s);
}

TEST(Clock, SaysWhenItsTextChanges) {
  const TimePoint t0{};
  Clock clock({60s, 0s});
  EXPECT_FALSE(clock.until_next_change(t0));
  clock.start(Color::white, t0);
  for (auto t = 0ms; t < 59s;) {
    const auto before = clock_text(clock.left(Color::white, t0 + t));
    const auto wait = *clock.until_next_change(t0 + t);
    ASSERT_GT(wait, 0ms);
    ASSERT_LE(wait, 1001ms);
    t += wait;
    ASSERT_NE(clock_text(clock.left(Color::white, t0 + t)), before);
  }
}

}  // namespace
}  // namespace rookery::play
