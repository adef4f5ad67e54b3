// Every filter and every decline reason.
#include "lichess/challenge_filter.h"

#include <gtest/gtest.h>

namespace rookery::lichess {
namespace {

Challenge ordinary() {
  Challenge c;
  c.id = "abcd1234";
  c.challenger = {"maria", "Maria", "", 1700};
  c.variant = "standard";
  c.rated = true;
  c.has_clock = true;
  c.initial_seconds = 180;
  c.increment_seconds = 2;
  return c;
}

std::string answer(const Challenge& c, const ChallengeRules& rules = {}, int games = 0,
                   bool shutting_down = false) {
  const auto decline = judge_challenge(c, rules, games, shutting_down);
  return decline ? std::string(key_of(*decline)) : "accept";
}

TEST(ChallengeFilter, AcceptsTheOrdinary) { EXPECT_EQ(answer(ordinary()), "accept"); }

TEST(ChallengeFilter, BlockAndAllowLists) {
  ChallengeRules rules;
  rules.block = {"MARIA"};
  EXPECT_EQ(answer(ordinary(), rules), "generic");
  rules.block.clear();
  rules.allow = {"someone"};
  EXPECT_EQ(answer(ordinary(), rules), "generic");
  rules.allow = {"someone", "Maria"};
  EXPECT_EQ(answer(ordinary(), rules), "accept");
}

TEST(ChallengeFilter, BotsAndHumans) {
  Challenge bot = ordinary();
  bot.challenger.title = "BOT";
  ChallengeRules rules;
  rules.bots = false;
  EXPECT_EQ(answer(bot, rules), "noBot");
  EXPECT_EQ(answer(ordinary(), rules), "accept");
  rules.bots = true;
  rules.humans = false;
  EXPECT_EQ(answer(bot, rules), "accept");
  EXPECT_EQ(answer(ordinary(), rules), "onlyBot");
}

TEST(ChallengeFilter, RatingRange) {
  ChallengeRules rules;
  rules.min_rating = 1701;
  EXPECT_EQ(answer(ordinary(), rules), "generic");
  rules.min_rating = 1700;
  EXPECT_EQ(answer(ordinary(), rules), "accept");
  rules.max_rating = 1699;
  EXPECT_EQ(answer(ordinary(), rules), "generic");
}

TEST(ChallengeFilter, Variants) {
  Challenge c = ordinary();
  c.variant = "chess960";
  EXPECT_EQ(answer(c), "accept");
  ChallengeRules only_standard;
  only_standard.variants = {"standard"};
  EXPECT_EQ(answer(c, only_standard), "standard");
  ChallengeRules only_960;
  only_960.variants = {"chess960"};
  EXPECT_EQ(answer(ordinary(), only_960), "variant");
  for (const char* unknown : {"atomic", "crazyhouse", "antichess", "horde", "kingOfTheHill"}) {
    c.variant = unknown;
    EXPECT_EQ(answer(c), "variant") << unknown;
  }
}

TEST(ChallengeFilter, PositionsMustBeLegal) {
  Challenge c = ordinary();
  c.variant = "fromPosition";
  c.initial_fen = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1";
  EXPECT_EQ(answer(c), "accept");
  c.initial_fen = "8/8/4k3/8/8/8/4P3/8 w - - 0 1";  // one king
  EXPECT_EQ(answer(c), "variant");
}

TEST(ChallengeFilter, TimeControls) {
  ChallengeRules rules;
  rules.min_initial_seconds = 60;
  rules.max_initial_seconds = 600;
  rules.min_increment_seconds = 1;
  rules.max_increment_seconds = 10;
  Challenge c = ordinary();
  const auto with = [&](int initial, int increment) {
    c.initial_seconds = initial;
    c.increment_seconds = increment;
    return answer(c, rules);
  };
  EXPECT_EQ(with(59, 2), "tooFast");
  EXPECT_EQ(with(60, 1), "accept");
  EXPECT_EQ(with(60, 0), "tooFast");
  EXPECT_EQ(with(601, 2), "tooSlow");
  EXPECT_EQ(with(600, 10), "accept");
  EXPECT_EQ(with(600, 11), "tooSlow");
}

TEST(ChallengeFilter, Correspondence) {
  Challenge c = ordinary();
  c.has_clock = false;
  c.initial_seconds = c.increment_seconds = 0;
  EXPECT_EQ(answer(c), "timeControl");
  ChallengeRules rules;
  rules.correspondence = true;
  EXPECT_EQ(answer(c, rules), "accept");
}

TEST(ChallengeFilter, RatedAndCasual) {
  ChallengeRules rules;
  rules.rated = false;
  EXPECT_EQ(answer(ordinary(), rules), "casual");  // "send me a casual challenge instead"
  rules.rated = true;
  rules.casual = false;
  EXPECT_EQ(answer(ordinary(), rules), "accept");
  Challenge c = ordinary();
  c.rated = false;
  EXPECT_EQ(answer(c, rules), "rated");
}

TEST(ChallengeFilter, ConcurrencyAndShutdown) {
  ChallengeRules rules;
  rules.concurrent_games = 2;
  EXPECT_EQ(answer(ordinary(), rules, 1), "accept");
  EXPECT_EQ(answer(ordinary(), rules, 2), "later");
  EXPECT_EQ(answer(ordinary(), rules, 0, true), "later");
}

TEST(ChallengeFilter, KeysAreTheApis) {
  const std::pair<DeclineReason, const char*> keys[] = {
      {DeclineReason::generic, "generic"},
      {DeclineReason::later, "later"},
      {DeclineReason::too_fast, "tooFast"},
      {DeclineReason::too_slow, "tooSlow"},
      {DeclineReason::time_control, "timeControl"},
      {DeclineReason::rated, "rated"},
      {DeclineReason::casual, "casual"},
      {DeclineReason::standard, "standard"},
      {DeclineReason::variant, "variant"},
      {DeclineReason::no_bot, "noBot"},
      {DeclineReason::only_bot, "onlyBot"}};
  for (const auto& [reason, key] : keys) EXPECT_EQ(key_of(reason), key);
}

}  // namespace
}  // namespace rookery::lichess
