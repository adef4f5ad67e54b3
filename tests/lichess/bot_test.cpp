// The real binary against the fake server: whole games with everything going wrong.
#include "lichess/bot.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness.h"
#include "notation/pgn_tree.h"

namespace rookery::lichess {
namespace {

using namespace test;
using testing::HasSubstr;
using testing::Not;

int count(const Json& report, const char* what) { return FakeServer::count(report, what); }

bool all_over(const Json& report, int games) {
  return static_cast<int>(report["games"].size()) == games && report["running"] == 0;
}

/// What must hold after every run, whatever happened.
void expect_clean(const Json& report) {
  EXPECT_EQ(count(report, "illegal_moves"), 0) << report["problems"].dump(1);
  EXPECT_EQ(count(report, "out_of_turn"), 0) << report["problems"].dump(1);
  EXPECT_EQ(count(report, "bot_time_losses"), 0) << report["problems"].dump(1);
  EXPECT_EQ(count(report, "came_too_early"), 0) << "a request during the rest after 429";
}

int games_in_pgn(const std::string& text) {
  notation::PgnReader reader{std::string_view(text)};
  int games = 0;
  while (const auto game = notation::read_game_tree(reader)) {
    EXPECT_FALSE(game->error) << game->error->text();
    ++games;
  }
  return games;
}

// Four games at a time, with every fault there is.
TEST(Bot, PlaysThroughFaults) {
  constexpr int games = 50;
  FakeServer server(
      Json{{"games", games},
           {"concurrent", 4},
           {"end_plies", 40},
           {"opponent_delay_ms", 40},
           {"initial_ms", kSanitized ? 120000 : 60000},
           {"variants", {"standard", "chess960", "standard", "fromPosition"}},
           {"script", {{"takeback", 0.3}, {"gone", 0.1}, {"draw", 0.2}, {"chat", 0.3}}},
           {"faults",
            {{"cut_ms", 800},
             {"rate_game", 0.002},
             {"rate_errand", 0.03},
             {"error", 0.03},
             {"error_after", 0.02},
             {"drop", 0.02},
             {"slow", 0.02},
             {"slow_ms", 600},
             {"malformed", 0.02},
             {"stall", 0.03},
             {"duplicate_start", true}}}});
  BotFolder folder(server.url());
  auto bot = folder.start();
  ASSERT_TRUE(
      server.wait_for([](const Json& r) { return all_over(r, games); }, kSanitized ? 400s : 240s))
      << server.report().dump(1);
  const Json report = server.report();
  expect_clean(report);
  EXPECT_LE(report["running_peak"].get<int>(), 4);
  EXPECT_EQ(count(report, "bot_resigned"), 0);
  EXPECT_EQ(count(report, "claimed"), count(report, "gone"));
  std::map<std::string, int> endings;
  for (const Json& game : report["games"]) ++endings[game["status"].get<std::string>()];
  EXPECT_EQ(endings["outoftime"] + endings["aborted"], 0);
  for (const char* fault : {"cut", "errors", "rate_limited", "dropped", "slow", "malformed"})
    EXPECT_GT(count(report, fault), 0) << fault << " was not injected";
  bot->signal(SIGTERM);
  EXPECT_EQ(bot->wait(60s), 0) << folder.read("output");
  EXPECT_EQ(games_in_pgn(folder.read("games.pgn")), games);
  std::printf("%d games: %s endings %s\n", games, report["counts"].dump().c_str(),
              Json(endings).dump().c_str());
}

// The answer to a move may overtake lines of the stream that were written before it.
TEST(Bot, IsNotMisledByAStateFromBeforeItsMove) {
  for (const bool ponder : {false, true}) {
    FakeServer server(Json{{"games", 2},
                           {"concurrent", 2},
                           {"end_plies", 24},
                           {"opponent_delay_ms", 100},
                           {"late_ms", 40},
                           {"echo_old", true}});
    BotFolder folder(server.url(),
                     {{"engine", {{"agent", ponder ? "tuned" : "random"}, {"ponder", ponder}}}});
    auto bot = folder.start();
    ASSERT_TRUE(server.wait_for([](const Json& r) { return all_over(r, 2); }));
    expect_clean(server.report());
  }
}

// A lost answer says nothing about the move: it is made again only if the stream shows that it was
// not made.
TEST(Bot, MakesNoMoveTwiceWhenTheAnswerIsLost) {
  FakeServer server(Json{{"games", 2},
                         {"concurrent", 2},
                         {"end_plies", 24},
                         {"opponent_delay_ms", 300},
                         {"faults", {{"error_after", 0.3}, {"error", 0.2}, {"drop", 0.1}}}});
  BotFolder folder(server.url());
  auto bot = folder.start();
  ASSERT_TRUE(server.wait_for([](const Json& r) { return all_over(r, 2); }));
  expect_clean(server.report());
  EXPECT_THAT(folder.read("bot.log"), HasSubstr("502"));
}

// The real rhythm: keep-alives every 7 s and the default watchdog, with a long idle stretch in
// which nothing else comes.
TEST(DeepBot, KeepsItsStreamsAtTheRealRhythm) {
  FakeServer server(
      {{"keep_alive_ms", 7000}, {"games", 1}, {"opponent_delay_ms", 3000}, {"end_plies", 8}});
  BotFolder folder(server.url(), {{"timing", nullptr}});
  auto bot = folder.start();
  ASSERT_TRUE(server.wait_for([](const Json& r) { return all_over(r, 1); }, 90s));
  std::this_thread::sleep_for(60s);
  expect_clean(server.report());
  EXPECT_EQ(count(server.report(), "event_streams"), 1);
  EXPECT_EQ(count(server.report(), "game_streams"), 1);
}

TEST(DeepBot, ReconnectsWhenTheKeepAlivesStop) {
  FakeServer server(
      {{"keep_alive_ms", 7000}, {"games", 1}, {"opponent_delay_ms", 1000}, {"end_plies", 24}});
  BotFolder folder(server.url(), {{"timing", nullptr}});
  auto bot = folder.start();
  ASSERT_TRUE(server.wait_for(
      [](const Json& r) { return r["running"] == 1 && r["games"][0]["plies"] >= 4; }));
  server.control("mute");
  const auto began = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - began).count(); };
  ASSERT_TRUE(server.wait_for([](const Json& r) { return count(r, "game_streams") == 2; }, 60s));
  std::printf("silent game stream: reconnected after %.1f s\n", seconds());
  // At the latest two keep-alives and a bit after the last line.
  EXPECT_GT(seconds(), 8);
  EXPECT_LT(seconds(), 20);
  ASSERT_TRUE(server.wait_for([](const Json& r) { return count(r, "event_streams") == 2; }, 60s));
  std::printf("silent event stream: reconnected after %.1f s\n", seconds());
  EXPECT_LT(seconds(), 20);
  ASSERT_TRUE(server.wait_for([](const Json& r) { return all_over(r, 1); }, 90s));
  expect_clean(server.report());
}

TEST(Bot, RejoinsAfterKill) {
  FakeServer server(
      {{"games", 3}, {"concurrent", 3}, {"opponent_delay_ms", 15}, {"end_plies", 60}});
  BotFolder folder(server.url());
  auto bot = folder.start();
  const auto plies = [](const Json& r) {
    int sum = 0;
    for (const Json& g : r["games"]) sum += g["plies"].get<int>();
    return sum;
  };
  ASSERT_TRUE(server.wait_for([&](const Json& r) { return r["running"] == 3 && plies(r) >= 24; }));
  bot->signal(SIGKILL);
  EXPECT_EQ(bot->wait(5s), 128 + SIGKILL);
  ASSERT_EQ(server.report()["running"], 3);
  bot = folder.start();
  ASSERT_TRUE(server.wait_for([](const Json& r) { return all_over(r, 3); }))
      << server.report().dump(1);
  expect_clean(server.report());
  bot->signal(SIGTERM);
  EXPECT_EQ(bot->wait(60s), 0);
  EXPECT_EQ(games_in_pgn(folder.read("games.pgn")), 3);
  // One greeting and one farewell for each game: rejoining does not greet again.
  std::map<std::string, int> greetings;
  const Json report = server.report();
  for (const Json& line : report["chat"])
    greetings[line["game"].get<std::string>()] +=
        line["text"].get<std::string>().starts_with("Hello");
  for (const auto& [game, n] : greetings) EXPECT_EQ(n, 1) << game;
}

TEST(Bot, PlaysTheFlagshipWhilePondering) {
  FakeServer server(Json{{"games", 2},
                         {"concurrent", 2},
                         {"opponent_delay_ms", 30},
                         {"end_plies", 24},
                         {"variants", {"standard", "chess960"}},
                         {"script", {{"takeback", 1.0}}}});
  BotFolder folder(server.url(), {{"engine",
                                   {{"agent", "rookery"},
                                    {"options", {{"Hash", "4"}, {"Threads", "2"}}},
                                    {"move_time_ms", 30},
                                    {"ponder", true}}}});
  auto bot = folder.start();
  ASSERT_TRUE(server.wait_for([](const Json& r) { return all_over(r, 2); }))
      << server.report().dump(1) << folder.read("output");
  expect_clean(server.report());
  EXPECT_GE(count(server.report(), "takeback_yes"), 1);
  bot->signal(SIGTERM);
  EXPECT_EQ(bot->wait(60s), 0) << folder.read("output");
  EXPECT_THAT(folder.read("games.pgn"), HasSubstr("%eval"));
}

TEST(Bot, SurvivesTheServersRestart) {
  FakeServer server(
      {{"games", 2}, {"concurrent", 2}, {"opponent_delay_ms", 15}, {"end_plies", 40}});
  BotFolder folder(server.url());
  auto bot = folder.start();
  ASSERT_TRUE(server.wait_for([](const Json& r) { return r["running"] == 2; }));
  server.control("set", {{"faults", {{"error", 1.0}}}});  // nothing works for a while
  server.control("cut");
  std::this_thread::sleep_for(700ms);
  server.control("set", {{"faults", {{"error", 0.0}}}});
  ASSERT_TRUE(server.wait_for([](const Json& r) { return all_over(r, 2); }));
  expect_clean(server.report());
  EXPECT_GE(count(server.report(), "event_streams"), 2);
}

TEST(Bot, TokenIsNowhereToBeSeen) {
  FakeServer server(Json{{"games", 1}, {"opponent_delay_ms", 20}, {"end_plies", 30}});
  BotFolder folder(server.url());
  auto bot = folder.start();
  ASSERT_TRUE(server.wait_for([](const Json& r) { return r["running"] == 1; }));
  const std::string proc = "/proc/" + std::to_string(bot->pid()) + "/";
  const auto read = [](const std::string& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  };
  EXPECT_THAT(read(proc + "cmdline"), HasSubstr("lichess"));
  EXPECT_THAT(read(proc + "cmdline"), Not(HasSubstr(kToken)));
  EXPECT_THAT(read(proc + "environ"), Not(HasSubstr(kToken)));
  EXPECT_THAT(read(proc + "limits"), testing::ContainsRegex("Max core file size +0 +0"));
  // The server sends the token back in places where it would be logged.
  server.control("event", {{"line", std::string("{\"type\":\"") + kToken}});
  server.control("event", {{"line", std::string("bad line ") + kToken}});
  ASSERT_TRUE(server.wait_for([](const Json& r) { return all_over(r, 1); }));
  bot->signal(SIGTERM);
  EXPECT_EQ(bot->wait(60s), 0);
  for (const char* name : {"bot.log", "output", "games.pgn"}) {
    EXPECT_FALSE(folder.read(name).empty()) << name;
    EXPECT_THAT(folder.read(name), Not(HasSubstr(kToken))) << name;
  }
  EXPECT_THAT(folder.read("bot.log"), HasSubstr("bad line ***"));
  EXPECT_THAT(folder.read("bot.log"), HasSubstr("\"config\""));  // the dump is there, without it
  for (const char* line : {"check"}) {
    auto check = folder.start({line});
    EXPECT_EQ(check->wait(60s), 0) << folder.read("output");
  }
  EXPECT_THAT(folder.read("output"), HasSubstr("scopes"));
  EXPECT_THAT(folder.read("output"), Not(HasSubstr(kToken)));
}

TEST(Bot, TokenInArgumentsIsRefused) {
  BotFolder folder("http://127.0.0.1:1");
  Process bot(folder.command({"--token", kToken}), {}, folder.file("output"));
  EXPECT_EQ(bot.wait(60s), 2);
  EXPECT_THAT(folder.read("output"), Not(HasSubstr(kToken)));
}

TEST(Bot, DeclinesWithTheRightReasons) {
  FakeServer server(Json{{"opponent_delay_ms", 50}});
  BotFolder folder(server.url(), {{"challenges",
                                   {{"variants", {"standard", "fromPosition"}},
                                    {"min_initial_seconds", 60},
                                    {"max_initial_seconds", 600},
                                    {"max_increment_seconds", 10},
                                    {"max_rating", 2200},
                                    {"bots", false},
                                    {"casual", false},
                                    {"block", {"Villain"}},
                                    {"concurrent_games", 1}}}});
  auto bot = folder.start();
  const std::pair<Json, const char*> wishes[] = {
      {{{"user", "villain"}}, "generic"},
      {{{"rating", 2300}}, "generic"},
      {{{"bot", true}}, "noBot"},
      {{{"variant", "atomic"}}, "variant"},
      {{{"variant", "chess960"}}, "variant"},
      {{{"variant", "fromPosition"}, {"fen", "8/8/8/8/8/8/8/8 w - - 0 1"}}, "variant"},
      {{{"limit", 59}}, "tooFast"},
      {{{"limit", 601}}, "tooSlow"},
      {{{"increment", 11}}, "tooSlow"},
      {{{"control", "correspondence"}}, "timeControl"},
      {{{"control", "unlimited"}}, "timeControl"},
      {{{"rated", false}}, "rated"},
  };
  std::map<std::string, std::string> expected;
  for (const auto& [wish, reason] : wishes) {
    Json full = wish;
    if (!full.contains("rated")) full["rated"] = true;
    expected[server.control("challenge", full)["id"]] = reason;
  }
  const std::string good = server.control("challenge", {{"rated", true}})["id"];
  ASSERT_TRUE(server.wait_for([](const Json& r) { return r["running"] == 1; }));
  expected[server.control("challenge", {{"rated", true}})["id"]] = "later";  // one game is enough
  ASSERT_TRUE(server.wait_for([&](const Json& r) {
    return r["declined"].size() == expected.size();
  })) << server.report()["declined"].dump(1);
  EXPECT_EQ(server.report()["declined"], Json(expected));
  // Shutting down: "later" as well.
  bot->signal(SIGTERM);
  ASSERT_TRUE(server.wait_for([&](const Json&) {
    return folder.read("bot.log").find("\"shutdown\"") != std::string::npos;
  }));
  const std::string late = server.control("challenge", {{"rated", true}})["id"];
  ASSERT_TRUE(server.wait_for([&](const Json& r) { return r["declined"].contains(late); }));
  EXPECT_EQ(server.report()["declined"][late], "later");
  EXPECT_FALSE(bot->wait(0ms)) << "must finish its game first";
  server.control("act", {{"game", good}, {"act", "resign"}});
  EXPECT_EQ(bot->wait(60s), 0);
}

TEST(Bot, OnlyBotAndCasualReasons) {
  FakeServer server(Json::object());
  BotFolder folder(
      server.url(),
      {{"challenges", {{"humans", false}, {"rated", false}, {"variants", {"standard"}}}}});
  auto bot = folder.start();
  std::map<std::string, std::string> expected;
  expected[server.control("challenge", Json::object())["id"]] = "onlyBot";
  expected[server.control("challenge", {{"bot", true}, {"rated", true}})["id"]] = "casual";
  expected[server.control("challenge", {{"bot", true}, {"variant", "chess960"}})["id"]] =
      "standard";
  ASSERT_TRUE(server.wait_for([](const Json& r) { return r["declined"].size() == 3; }));
  EXPECT_EQ(server.report()["declined"], Json(expected));
}

class BotInOneGame : public testing::Test {
 protected:
  void start(const Json& changes = Json::object(), const Json& wish = Json::object()) {
    folder_ = std::make_unique<BotFolder>(server_.url(), changes);
    bot_ = folder_->start();
    id_ = server_.control("challenge", wish)["id"];
    ASSERT_TRUE(server_.wait_for([](const Json& r) { return r["running"] == 1; }));
  }
  void act(const char* what, const char* text = "", const char* room = "player") {
    server_.control("act", {{"game", id_}, {"act", what}, {"text", text}, {"room", room}});
  }
  bool said(const std::string& text) {
    return server_.wait_for(
        [&](const Json& r) { return r["chat"].dump().find(text) != std::string::npos; });
  }
  FakeServer server_{Json{{"opponent_delay_ms", 40}, {"max_plies", 100000}}};
  std::unique_ptr<BotFolder> folder_;
  std::unique_ptr<Process> bot_;
  std::string id_;
};

TEST_F(BotInOneGame, Chats) {
  start();
  EXPECT_TRUE(said("Hello opponent"));
  act("chat", "!name");
  EXPECT_TRUE(said("agent random"));
  act("chat", "!level", "spectator");
  EXPECT_TRUE(said("I play as random"));
  act("chat", "!eval");
  EXPECT_TRUE(said("for me") || said("not thought"));
  act("resign");
  EXPECT_TRUE(said("Thanks for the game"));
}

TEST_F(BotInOneGame, AFloodOfChatHoldsBackNoChallenge) {
  start();
  server_.control("set", {{"opponent_delay_ms", 600'000}});  // the game goes on
  for (int i = 0; i < 300; ++i) act("chat", "!name");
  EXPECT_TRUE(said("agent random"));
  server_.control("challenge", Json::object());
  EXPECT_TRUE(server_.wait_for([](const Json& r) { return r["running"] == 2; }, 20s));
  int answers = 0;
  const Json report = server_.report();
  for (const Json& line : report["chat"])
    answers += line.dump().find("agent random") != std::string::npos;
  EXPECT_LE(answers, 10);
}

TEST_F(BotInOneGame, GrantsTakebacksInCasualGames) {
  start({{"games", {{"takebacks_per_game", 1}}}});
  ASSERT_TRUE(server_.wait_for([](const Json& r) { return r["games"][0]["plies"] >= 4; }));
  act("takeback");
  ASSERT_TRUE(server_.wait_for([](const Json& r) { return count(r, "takeback_yes") == 1; }));
  const int plies = server_.report()["games"][0]["plies"];
  ASSERT_TRUE(server_.wait_for([=](const Json& r) { return r["games"][0]["plies"] >= plies + 4; }));
  act("takeback");
  ASSERT_TRUE(server_.wait_for([](const Json& r) { return count(r, "takeback_no") == 1; }));
  expect_clean(server_.report());
}

TEST_F(BotInOneGame, RefusesTakebacksInRatedGamesAndEarlyDraws) {
  start(Json::object(), {{"rated", true}});
  ASSERT_TRUE(server_.wait_for([](const Json& r) { return r["games"][0]["plies"] >= 4; }));
  act("takeback");
  ASSERT_TRUE(server_.wait_for([](const Json& r) { return count(r, "takeback_no") == 1; }));
  act("draw");
  ASSERT_TRUE(server_.wait_for([](const Json& r) { return count(r, "draw_no") == 1; }));
}

TEST_F(BotInOneGame, ClaimsTheWinWhenTheOpponentHasLeft) {
  start();
  ASSERT_TRUE(server_.wait_for([](const Json& r) { return r["games"][0]["plies"] >= 4; }));
  act("gone");
  ASSERT_TRUE(server_.wait_for([](const Json& r) { return r["running"] == 0; }));
  EXPECT_EQ(server_.report()["games"][0]["status"], "timeout");
  EXPECT_EQ(server_.report()["games"][0]["winner"], "bot");
}

TEST_F(BotInOneGame, LeavesAtOnceOnTheSecondSignal) {
  start();
  ASSERT_TRUE(server_.wait_for([](const Json& r) { return r["games"][0]["plies"] >= 4; }));
  bot_->signal(SIGINT);
  EXPECT_FALSE(bot_->wait(300ms));
  bot_->signal(SIGINT);
  EXPECT_EQ(bot_->wait(60s), 0);
  EXPECT_EQ(server_.report()["running"], 1);  // for the next run to rejoin
}

TEST(Bot, PlaysOnAndLeavesWhenNobodyReadsItsOutput) {
  FakeServer server(
      Json{{"games", 2}, {"concurrent", 2}, {"end_plies", 12}, {"opponent_delay_ms", 5}});
  BotFolder folder(server.url());
  ASSERT_EQ(mkfifo(folder.file("stalled").c_str(), 0600), 0);
  const int reader = open(folder.file("stalled").c_str(), O_RDWR | O_NONBLOCK);
  while (write(reader, "full", 4) > 0) {
  }
  Process bot(folder.command(), {std::string("LICHESS_TOKEN=") + kToken}, folder.file("stalled"));
  EXPECT_TRUE(server.wait_for([](const Json& r) { return all_over(r, 2); }, 60s));
  bot.signal(SIGTERM);
  EXPECT_EQ(bot.wait(60s), 0);
  close(reader);
}

TEST(Bot, AbortsGamesThatTheOpponentDoesNotBegin) {
  FakeServer server(Json{{"opponent_delay_ms", 100000}});
  BotFolder folder(server.url(), {{"games", {{"abort_after_seconds", 1}}}});
  auto bot = folder.start();
  server.control("challenge", {{"color", "white"}});  // the opponent has the first move
  server.control("challenge", {{"color", "black"}});
  ASSERT_TRUE(server.wait_for([](const Json& r) { return count(r, "aborted") == 2; }));
  bot->signal(SIGTERM);
  EXPECT_EQ(bot->wait(60s), 0);
}

TEST(Bot, ChallengesOtherBotsWithinTheLimit) {
  const Json perfs = {{"blitz", {{"rating", 2000}}}};
  const Json changes = {{"matchmaking", {{"enabled", true}, {"idle_seconds", 1}}}};
  {
    FakeServer server(Json{{"online", {{{"id", "accept1"}, {"perfs", perfs}}}}, {"end_plies", 6}});
    BotFolder folder(server.url(), changes);
    auto bot = folder.start();
    ASSERT_TRUE(server.wait_for([](const Json& r) { return r["games"].size() >= 1; }));
    EXPECT_EQ(server.report()["sent"][0]["user"], "accept1");
    EXPECT_THAT(server.report()["sent"][0]["form"].get<std::string>(), HasSubstr("clock.limit="));
    ASSERT_TRUE(server.wait_for([](const Json& r) { return r["running"] == 0; }));
  }
  for (const char* user : {"decline1", "ignore1", "limit1"}) {
    FakeServer server(Json{{"online", {{{"id", user}, {"perfs", perfs}}}}});
    BotFolder folder(server.url(), changes);
    auto bot = folder.start();
    ASSERT_TRUE(server.wait_for([](const Json& r) { return r["sent"].size() == 1; })) << user;
    std::this_thread::sleep_for(2500ms);
    EXPECT_EQ(server.report()["sent"].size(), 1u) << user << " was not left alone";
    EXPECT_EQ(server.report()["canceled"].size(), std::string(user) == "ignore1" ? 1u : 0u);
  }
}

TEST(LichessCommand, InitWritesADefaultOnce) {
  BotFolder folder("http://127.0.0.1:1");
  for (const char* name : {"new.toml", "new.json"}) {
    const std::vector<std::string> command{ROOKERY_BINARY, "lichess", "init", "--config",
                                           folder.file(name)};
    Process first(command, {}, folder.file("output"));
    EXPECT_EQ(first.wait(60s), 0);
    EXPECT_EQ(folder.read(name), annotated_default_config(language_of(name)));
    Process second(command, {}, folder.file("output"));
    EXPECT_EQ(second.wait(60s), 1);
  }
}

TEST(LichessCommand, CheckNamesWhatIsWrong) {
  FakeServer server(Json{{"title", ""}, {"scopes", "challenge:read"}});
  BotFolder folder(server.url());
  EXPECT_EQ(folder.start({"check"})->wait(60s), 1);
  EXPECT_THAT(folder.read("output"), HasSubstr("bot:play"));
  server.control("set", {{"scopes", "bot:play"}});
  EXPECT_EQ(folder.start({"check"})->wait(60s), 1);
  EXPECT_THAT(folder.read("output"), HasSubstr("no bot account"));
  EXPECT_EQ(folder.start()->wait(60s), 1);
  EXPECT_EQ(folder.start({"upgrade"})->wait(60s), 1);  // nobody said yes
  EXPECT_THAT(folder.read("output"), HasSubstr("NOT be undone"));
  server.control("set", {{"title", "BOT"}});
  EXPECT_EQ(folder.start({"check"})->wait(60s), 0) << folder.read("output");
}

}  // namespace
}  // namespace rookery::lichess
