// Reading the streams, good lines and bad.
#include "lichess/events.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace rookery::lichess {
namespace {

constexpr const char* kChallenge =
    R"({"type":"challenge","challenge":{"id":"7pGLxJ4F","status":"created",
    "challenger":{"id":"lovlas","name":"Lovlas","title":"IM","rating":2506},
    "destUser":{"id":"thibot","name":"thibot","rating":1500},"variant":{"key":"standard"},
    "rated":true,"timeControl":{"type":"clock","limit":300,"increment":25,"show":"5+25"},
    "color":"random"}})";

constexpr const char* kFull =
    R"({"id":"pG3WSP96","variant":{"key":"chess960"},"speed":"blitz","rated":true,
    "white":{"id":"akeem","name":"Akeem","title":null,"rating":1523},
    "black":{"id":"bot0","name":"Bot0","title":"BOT","rating":1500,"provisional":true},
    "initialFen":"startpos","clock":{"initial":300000,"increment":2000},"type":"gameFull",
    "state":{"type":"gameState","moves":"e2e4 e7e5","wtime":290000,"btime":300000,"winc":2000,
    "binc":2000,"status":"started","bdraw":true}})";

TEST(Events, Challenge) {
  const auto event = parse_event(kChallenge);
  ASSERT_TRUE(event);
  const auto& c = std::get<ChallengeReceived>(*event).challenge;
  EXPECT_EQ(c.id, "7pGLxJ4F");
  EXPECT_EQ(c.challenger.name, "Lovlas");
  EXPECT_EQ(c.challenger.rating, 2506);
  EXPECT_FALSE(c.challenger.is_bot());
  EXPECT_EQ(c.opponent_id, "thibot");
  EXPECT_TRUE(c.rated);
  EXPECT_TRUE(c.has_clock);
  EXPECT_EQ(c.initial_seconds, 300);
  EXPECT_EQ(c.increment_seconds, 25);
}

TEST(Events, GameStartAndFinishTakeTheGameId) {
  const auto start = parse_event(R"({"type":"gameStart","game":{"fullId":"9NaCTu2vz1c4",
      "gameId":"9NaCTu2v","id":"9NaCTu2v"}})");
  ASSERT_TRUE(start);
  EXPECT_EQ(std::get<GameStarted>(*start).id, "9NaCTu2v");
  const auto finish = parse_event(R"({"type":"gameFinish","game":{"id":"9NaCTu2v"}})");
  ASSERT_TRUE(finish);
  EXPECT_EQ(std::get<GameFinished>(*finish).id, "9NaCTu2v");
  const auto not_for_bots = parse_event(R"({"type":"gameStart","game":{"gameId":"9NaCTu2v",
      "compat":{"bot":false,"board":true}}})");
  ASSERT_TRUE(not_for_bots);
  EXPECT_TRUE(std::holds_alternative<Ignored>(*not_for_bots));
}

TEST(Events, DeclinedAndUnknown) {
  const auto declined = parse_event(
      R"({"type":"challengeDeclined","challenge":{"id":"abc","declineReasonKey":"later"}})");
  ASSERT_TRUE(declined);
  EXPECT_TRUE(std::get<ChallengeClosed>(*declined).declined);
  EXPECT_EQ(std::get<ChallengeClosed>(*declined).reason, "later");
  const auto unknown = parse_event(R"({"type":"somethingNew"})");
  ASSERT_TRUE(unknown);
  EXPECT_TRUE(std::holds_alternative<Ignored>(*unknown));
}

TEST(Events, GameFull) {
  const auto event = parse_game_event(kFull);
  ASSERT_TRUE(event);
  const auto& full = std::get<GameFull>(*event);
  EXPECT_EQ(full.variant, "chess960");
  EXPECT_EQ(full.players[1].id, "bot0");
  EXPECT_TRUE(full.players[1].is_bot());
  EXPECT_TRUE(full.has_clock);
  EXPECT_EQ(full.state.moves.size(), 2u);
  EXPECT_EQ(full.state.clock[0], Milliseconds(290000));
  EXPECT_TRUE(full.state.offers_draw[1]);
  EXPECT_FALSE(full.state.offers_draw[0]);
  EXPECT_FALSE(full.state.is_over());
}

TEST(Events, StateChatAndGone) {
  const auto state = parse_game_event(
      R"({"type":"gameState","moves":"","wtime":1,"btime":2,"winc":0,"binc":0,"status":"resign",
      "winner":"black","wtakeback":true})");
  ASSERT_TRUE(state);
  EXPECT_TRUE(std::get<GameState>(*state).is_over());
  EXPECT_EQ(std::get<GameState>(*state).winner, chess::Color::black);
  EXPECT_TRUE(std::get<GameState>(*state).asks_takeback[0]);
  const auto chat =
      parse_game_event(R"({"type":"chatLine","room":"player","username":"a","text":"hi"})");
  ASSERT_TRUE(chat);
  EXPECT_EQ(std::get<ChatLine>(*chat).text, "hi");
  const auto gone =
      parse_game_event(R"({"type":"opponentGone","gone":true,"claimWinInSeconds":8})");
  ASSERT_TRUE(gone);
  EXPECT_EQ(std::get<OpponentGone>(*gone).claim_in_seconds, 8);
  const auto back = parse_game_event(R"({"type":"opponentGone","gone":false})");
  ASSERT_TRUE(back);
  EXPECT_FALSE(std::get<OpponentGone>(*back).claim_in_seconds);
}

TEST(Events, BadLinesAreErrors) {
  for (const char* line : {"", "{", "null", "[]", "{\"type\":", "{}", "{\"type\":5}", "\xff\xfe",
                           R"({"type":"challenge"})", R"({"type":"gameStart"})",
                           R"({"type":"gameStart","game":{"id":"../../etc"}})",
                           R"({"type":"challenge","challenge":{"id":"a"}})"})
    EXPECT_FALSE(parse_event(line)) << line;
  for (const char* line :
       {"{", R"({"type":"gameState"})", R"({"type":"gameFull"})",
        R"({"type":"gameState","moves":"e2e4"})", R"({"type":"gameFull","state":[]})"})
    EXPECT_FALSE(parse_game_event(line)) << line;
}

TEST(Events, NumbersBeyondAllRangeAreErrors) {
  const auto clocks = [](const char* time) {
    return parse_game_event(
        R"({"type":"gameState","moves":"","status":"started","winc":0,"wtime":)" +
        std::string(time) + "}");
  };
  EXPECT_TRUE(clocks("2147483647"));
  EXPECT_EQ(std::get<GameState>(*clocks("-5")).clock[0], Milliseconds(0));
  for (const char* time : {"9000000000000000000", "18446744073709551615", "9e18", "-9e18", "[]"})
    EXPECT_FALSE(clocks(time)) << time;
  const auto limit = parse_challenge(
      R"({"id":"a","variant":{"key":"standard"},"timeControl":{"type":"clock","limit":1e12}})");
  EXPECT_FALSE(limit);
}

TEST(Events, WhatIsWrongAboutAPlayerCostsNoGame) {
  const auto event = parse_event(
      R"({"type":"challenge","challenge":{"id":"a","variant":{"key":"standard"},
      "challenger":{"id":"b","name":["c"],"title":5,"rating":-2147483648}}})");
  ASSERT_TRUE(event) << event.error().message;
  const Player& player = std::get<ChallengeReceived>(*event).challenge.challenger;
  EXPECT_EQ(player.rating, 0);
  EXPECT_EQ(player.name, "b");
}

TEST(Events, NestingAndLengthAreBounded) {
  const std::string deep(100'000, '[');
  EXPECT_FALSE(parse_event(R"({"type":"x","a":)" + deep + std::string(100'000, ']') + "}"));
  EXPECT_FALSE(parse_event(R"({"type":"x","a":")" + std::string(2 << 20, 'a') + "\"}"));
}

// Property: whatever happens to a line on its way, reading it gives a value or an error.
TEST(Events, DamagedLinesNeverCrash) {
  Rng rng(8);
  for (const std::string original : {kChallenge, kFull})
    for (int i = 0; i < 3000; ++i) {
      std::string line = original;
      for (std::uint32_t k = 0; k <= rng.below(4); ++k) {
        const auto at = rng.below(static_cast<std::uint32_t>(line.size()));
        switch (rng.below(3)) {
          case 0:
            line[at] = static_cast<char>(rng.below(256));
            break;
          case 1:
            line.erase(at, 1 + rng.below(20));
            break;
          default:
            line.insert(at, line.substr(rng.below(at + 1), rng.below(20)));
        }
        if (line.empty()) break;
      }
      (void)parse_event(line).has_value();
      (void)parse_game_event(line).has_value();
    }
}

}  // namespace
}  // namespace rookery::lichess
