// Who is challenged, and when no one is.
#include "lichess/matchmaking.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

namespace rookery::lichess {
namespace {

constexpr std::int64_t kNow = 1'800'000'000;
constexpr std::int64_t kDay = 86400;

class MatchmakingTest : public testing::Test {
 protected:
  MatchmakingTest() {
    rules.enabled = true;
    rules.games_per_day = 3;
    rules.rating_window = 200;
    rules.time_controls = {"180+2"};
    rules.state_file =
        (std::filesystem::temp_directory_path() / ("rookery_mm_" + std::to_string(::getpid())))
            .string();
    me.id = "rookery";
    me.perfs_json = R"({"blitz":{"rating":2000},"rapid":{"rating":1000}})";
  }
  ~MatchmakingTest() override { std::filesystem::remove(rules.state_file); }

  static std::string bot(const std::string& id, int blitz) {
    return R"({"id":")" + id + R"(","perfs":{"blitz":{"rating":)" + std::to_string(blitz) + "}}}\n";
  }
  std::set<std::string> chosen(Matchmaker& m, const std::string& online, std::int64_t now = kNow) {
    std::set<std::string> users;
    for (int i = 0; i < 60; ++i)
      if (const auto plan = m.choose(online, me, now)) users.insert(plan->user);
    return users;
  }

  MatchmakingRules rules;
  std::vector<std::string> blocked{"villain"};
  Account me;
};

TEST_F(MatchmakingTest, ChoosesWithinTheWindow) {
  Matchmaker m(rules, blocked, 1);
  const std::string online = bot("rookery", 2000) + bot("near", 2200) + bot("far", 2201) +
                             bot("weak", 1799) + bot("also", 1800) + bot("villain", 2000) +
                             "not json\n{\"id\":5}\n";
  EXPECT_EQ(chosen(m, online), (std::set<std::string>{"near", "also"}));
  const auto plan = m.choose(bot("near", 2000), me, kNow);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->form,
            "rated=false&clock.limit=180&clock.increment=2&color=random&variant=standard");
  EXPECT_FALSE(m.choose("", me, kNow));
}

TEST_F(MatchmakingTest, StrangeBotsDoNoHarm) {
  Matchmaker m(rules, blocked, 1);
  me.perfs_json = R"({"blitz":{"rating":1500}})";
  const std::string deep =
      R"({"id":"deep","perfs":)" + std::string(100'000, '[') + std::string(100'000, ']') + "}\n";
  const std::string low = R"({"id":"low","perfs":{"blitz":{"rating":-2147483648}}})";
  EXPECT_EQ(chosen(m, deep + low + "\n"), (std::set<std::string>{"low"}));  // taken as unknown
  HttpReply reply{429, R"({"ratelimit":{"seconds":1e300}})", "", {}};
  m.note_reply("low", reply, kNow);
  EXPECT_FALSE(m.may_challenge(kNow + 59));
  EXPECT_TRUE(m.may_challenge(kNow + 61));
}

TEST_F(MatchmakingTest, DailyLimitSurvivesARestart) {
  {
    Matchmaker m(rules, blocked, 1);
    for (int i = 0; i < 3; ++i) {
      EXPECT_TRUE(m.may_challenge(kNow + i));
      m.note_bot_game(kNow + i);
    }
    EXPECT_FALSE(m.may_challenge(kNow + 10));
  }
  Matchmaker m(rules, blocked, 1);
  EXPECT_FALSE(m.may_challenge(kNow + 20));
  EXPECT_TRUE(m.may_challenge(kNow + kDay + 1));
}

TEST_F(MatchmakingTest, DeclinersAreLeftAloneForADay) {
  Matchmaker m(rules, blocked, 1);
  m.note_declined("near", kNow);
  const std::string online = bot("near", 2000) + bot("other", 2000);
  EXPECT_EQ(chosen(m, online), std::set<std::string>{"other"});
  EXPECT_EQ(chosen(m, online, kNow + kDay + 1).size(), 2u);
}

TEST_F(MatchmakingTest, RestsAsLongAsTheServerSays) {
  Matchmaker m(rules, blocked, 1);
  m.note_reply("near",
               {429, R"({"error":"x","ratelimit":{"key":"bot.vsBot.day","seconds":7200}})", "", {}},
               kNow);
  EXPECT_FALSE(m.may_challenge(kNow + 7199));
  EXPECT_TRUE(m.may_challenge(kNow + 7200));
  EXPECT_FALSE(Matchmaker(rules, blocked, 1).may_challenge(kNow + 7199));
  m.note_reply("near", {429, "too many", "", {}}, kNow + 8000);
  EXPECT_FALSE(m.may_challenge(kNow + 8059));
  EXPECT_TRUE(m.may_challenge(kNow + 8060));
}

TEST_F(MatchmakingTest, OpponentsThatCannotPlayAreAvoided) {
  Matchmaker m(rules, blocked, 1);
  m.note_reply("near", {400, R"({"error":"near played 100 games"})", "", {}}, kNow);
  EXPECT_TRUE(chosen(m, bot("near", 2000)).empty());
  EXPECT_TRUE(m.may_challenge(kNow + 1));
}

TEST_F(MatchmakingTest, DisabledMeansNever) {
  rules.enabled = false;
  EXPECT_FALSE(Matchmaker(rules, blocked, 1).may_challenge(kNow));
}

}  // namespace
}  // namespace rookery::lichess
