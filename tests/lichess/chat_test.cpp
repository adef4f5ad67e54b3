// The chat's commands.
#include "lichess/chat.h"

#include <gtest/gtest.h>

namespace rookery::lichess {
namespace {

ChatFacts facts() {
  ChatFacts f;
  f.me = "RookeryBot";
  f.opponent = "Maria";
  f.agent = "minimax";
  f.version = "1.2";
  f.level = "minimax:depth=3";
  return f;
}

TEST(Chat, Commands) {
  EXPECT_EQ(answer_chat("!name", facts()), "RookeryBot plays by Rookery 1.2, agent minimax.");
  EXPECT_EQ(answer_chat("!level", facts()), "I play as minimax:depth=3.");
  EXPECT_EQ(answer_chat("!LEVEL please", facts()), "I play as minimax:depth=3.");
  EXPECT_EQ(answer_chat("!eval", facts()), "I have not thought yet.");
  EXPECT_TRUE(answer_chat("!help", facts()));
}

TEST(Chat, EvalSpeaksOfTheLastSearch) {
  ChatFacts f = facts();
  f.last_search.emplace();
  f.last_search->depth = 7;
  f.last_search->nodes = 1234;
  f.last_search->score.centipawns = -35;
  EXPECT_EQ(answer_chat("!eval", f), "-0.35 for me, depth 7, 1234 nodes.");
  f.last_search->score.mate = -3;
  EXPECT_EQ(answer_chat("!eval", f), "I am mated in 3, depth 7, 1234 nodes.");
}

TEST(Chat, OtherLinesGetNoAnswer) {
  for (const char* line : {"", "!", "hello", " !eval", "!nonsense", "eval!"})
    EXPECT_FALSE(answer_chat(line, facts())) << line;
}

TEST(Chat, GreetingsAreFilledInAndShort) {
  EXPECT_EQ(fill_in("Hi {opponent}, I am {me}; {opponent}!", facts()),
            "Hi Maria, I am RookeryBot; Maria!");
  EXPECT_EQ(fill_in(std::string(300, 'x'), facts()).size(), 140u);
  std::string umlauts;
  for (int i = 0; i < 100; ++i) umlauts += "\xC3\xA4";
  EXPECT_EQ(fill_in("x" + umlauts, facts()).size(), 139u);  // no half letter at the end
}

TEST(Chat, AnswersAreRationed) {
  ChatAllowance allowance;
  const auto start = std::chrono::steady_clock::now();
  const auto taken = [&](int second, int asked) {
    int count = 0;
    for (int i = 0; i < asked; ++i) count += allowance.take(start + std::chrono::seconds(second));
    return count;
  };
  EXPECT_EQ(taken(0, 300), 5);
  EXPECT_EQ(taken(9, 300), 0);
  EXPECT_EQ(taken(10, 300), 1);
  EXPECT_EQ(taken(35, 300), 2);
  EXPECT_EQ(taken(10'000, 300), 5);
}

}  // namespace
}  // namespace rookery::lichess
