#include "uci/client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <thread>

#include "notation/fen.h"
#include "notation/uci_move.h"
#include "uci/info_line.h"

namespace rookery::uci {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::StartsWith;

class Recorder final : public search::InfoSink {
 public:
  void on_info(const search::SearchInfo& info) override { infos.push_back(info); }
  std::vector<search::SearchInfo> infos;
};

/// With patience for a busy machine, but not for those who never answer.
Client engine(const std::string& mode, const std::string& more = "") {
  const bool mute = mode == "hang" || mode == "no-uciok" || mode == "no-readyok" || mode == "flood";
  auto spec = parse_client_spec("cmd=" ROOKERY_BAD_ENGINE ",arg=" + mode +
                                (mute ? ",timeout=1.5" : ",timeout=30") + more);
  EXPECT_TRUE(spec) << spec.error().message;
  return Client(*spec);
}

chess::Game after_plies(int plies) {
  chess::Game game;
  const char* const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8"};
  for (int i = 0; i < plies; ++i) game.play(*notation::parse_uci_move(game.position(), moves[i]));
  return game;
}

search::SearchResult ask(Client& client, const chess::Game& game, search::InfoSink& sink) {
  search::Limits limits;
  limits.nodes = 100;
  search::Control control;
  return client.think(game, limits, control, sink);
}

TEST(Client, PlaysALegalMoveAndReports) {
  Client client = engine("good", ",option.Hash=32,option.style of play=very wild");
  Recorder sink;
  client.new_game();
  const auto result = ask(client, after_plies(6), sink);
  ASSERT_FALSE(result.failure) << *result.failure;
  EXPECT_TRUE(after_plies(6).position().is_legal(result.best));
  EXPECT_EQ(result.info.depth, 2);
  EXPECT_EQ(result.info.score.centipawns, 10);
  EXPECT_EQ(result.info.nodes, 40u);
  ASSERT_EQ(sink.infos.size(), 1u);
  ASSERT_EQ(sink.infos[0].pv.size(), 1u);
  EXPECT_EQ(sink.infos[0].pv[0], result.best);
  EXPECT_EQ(client.name(), "Bad Engine");
  ASSERT_EQ(client.options().size(), 3u);
  EXPECT_EQ(client.options()[0].max, 1024);
  EXPECT_EQ(client.options()[1].name, "Style Of Play");
  EXPECT_THAT(client.options()[1].choices, testing::ElementsAre("calm", "very wild"));
  EXPECT_FALSE(client.set_option("Nonsense", "1"));
  EXPECT_TRUE(client.set_option("Clear Hash", ""));
  EXPECT_FALSE(ask(client, after_plies(0), sink).failure);
}

TEST(Client, ASecondBestmoveIsNotTakenForTheNextGo) {
  Client client = engine("twice");
  Recorder sink;
  client.new_game();
  for (int plies = 0; plies < 8; ++plies) {
    const auto result = ask(client, after_plies(plies), sink);
    ASSERT_FALSE(result.failure) << *result.failure;
    EXPECT_TRUE(after_plies(plies).position().is_legal(result.best));
  }
}

/// Session and process group of its own, and an orphan: the kernel gives it to us, and we end it.
TEST(Client, AnEnginesDaemonDoesNotOutliveIt) {
  const std::string file = testing::TempDir() + "/daemon." + std::to_string(getpid());
  Recorder sink;
  pid_t daemon = 0;
  {
    Client client = engine("daemon", ",arg=" + file), other = engine("good");
    ASSERT_FALSE(ask(client, after_plies(0), sink).failure);
    ASSERT_FALSE(ask(other, after_plies(0), sink).failure);
    for (int tries = 0; tries < 1000 && daemon == 0; ++tries) {
      std::ifstream(file) >> daemon;
      if (daemon == 0) std::this_thread::sleep_for(10ms);
    }
    ASSERT_GT(daemon, 0);
    EXPECT_FALSE(other.quit(10s)) << "it goes by itself";
    EXPECT_EQ(kill(daemon, 0), 0) << "the end of another engine is not its end";
  }
  EXPECT_NE(kill(daemon, 0), 0) << "still there";
  std::remove(file.c_str());
}

struct BadMode {
  const char* mode;
  const char* reason;
};
class BadEngines : public testing::TestWithParam<BadMode> {};

TEST_P(BadEngines, AreNamedAndRestarted) {
  Client client = engine(GetParam().mode);
  Recorder sink;
  client.new_game();
  auto result = ask(client, after_plies(6), sink);
  ASSERT_TRUE(result.failure);
  EXPECT_THAT(*result.failure, StartsWith(GetParam().reason));
  // A second game starts a fresh engine, which fails in the same way.
  client.new_game();
  result = ask(client, after_plies(7), sink);
  ASSERT_TRUE(result.failure);
  EXPECT_THAT(*result.failure, StartsWith(GetParam().reason));
  if (!std::string_view(GetParam().reason).starts_with("no start") &&
      !std::string_view(GetParam().mode).starts_with("no-") &&
      std::string_view(GetParam().mode) != "crash-start") {
    EXPECT_THAT(*result.failure, HasSubstr("sent: position startpos moves g1f3"));
    EXPECT_THAT(*result.failure, HasSubstr("sent: go nodes 100"));
    client.new_game();
    EXPECT_FALSE(ask(client, after_plies(2), sink).failure);
  }
}

INSTANTIATE_TEST_SUITE_P(All, BadEngines,
                         testing::Values(BadMode{"crash-start", "crash: killed by signal 6"},
                                         BadMode{"crash-mid", "crash: killed by signal 11"},
                                         BadMode{"exit-mid", "crash: exited with status 3"},
                                         BadMode{"close-output", "lost connection"},
                                         BadMode{"no-uciok", "stall: no uciok"},
                                         BadMode{"no-readyok", "stall: no readyok"},
                                         BadMode{"hang", "stall: no bestmove"},
                                         BadMode{"illegal", "illegal move: 'a1a1'"},
                                         BadMode{"garbage", "illegal move"},
                                         BadMode{"no-move", "illegal move: '(none)'"},
                                         BadMode{"long-line", "garbage: a line longer"}),
                         [](const auto& mode) {
                           std::string name = mode.param.mode;
                           std::erase(name, '-');
                           return name;
                         });

TEST(Client, TellsWhatACrashPrinted) {
  Client client = engine("crash-mid");
  search::NullSink sink;
  EXPECT_THAT(ask(client, after_plies(6), sink).failure.value_or(""),
              HasSubstr("stderr: assertion failed: the sky is up"));
}

TEST(Client, AFloodDoesNotPutTheDeadlineOff) {
  Client client = engine("flood");
  search::NullSink sink;
  search::Limits limits;
  limits.move_time = 50ms;
  search::Control control;
  const auto begin = std::chrono::steady_clock::now();
  const auto result = client.think(after_plies(6), limits, control, sink);
  EXPECT_THAT(result.failure.value_or(""), StartsWith("stall: no bestmove"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 20s);
}

TEST(Client, StopsWhenTold) {
  Client client = engine("infinite", ",timeout=1.5");
  Recorder sink;
  search::Limits limits;
  limits.infinite = true;
  search::Control control;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(2000ms);  // longer than the engine's timeout: it does not apply
    control.stop();
  });
  const auto result = client.think(after_plies(0), limits, control, sink);
  EXPECT_FALSE(result.failure) << *result.failure;
  EXPECT_TRUE(result.best);
}

TEST(Client, EndsAnEngineThatNeverQuits) {
  Client client = engine("never-quits");
  search::NullSink sink;
  EXPECT_FALSE(ask(client, after_plies(0), sink).failure);
  EXPECT_THAT(client.quit(500ms).value_or(""), HasSubstr("did not exit after quit and was killed"));
  EXPECT_FALSE(client.quit());
}

TEST(Client, RefusesBadSpecs) {
  EXPECT_FALSE(parse_client_spec("cmd=no-such-engine-anywhere"));
  EXPECT_FALSE(parse_client_spec("cmd=sh,colour=blue"));
  EXPECT_FALSE(parse_client_spec("cmd=sh,timeout=soon"));
  EXPECT_FALSE(parse_client_spec("cmd=sh,verbose"));
  Client client = engine("good", ",option.Hsah=1");
  const auto started = client.start();
  ASSERT_FALSE(started);
  EXPECT_THAT(started.error().message, StartsWith("no start: the engine has no option 'Hsah'"));
}

TEST(InfoLine, ReadsAllFields) {
  const auto& root = chess::Position::initial();
  const auto info = parse_info(
      " depth 12 seldepth 20 multipv 2 score cp -35 upperbound wdl 100 500 400 nodes 123456 nps 9 "
      "hashfull 17 tbhits 3 time 250 currmove e2e4 pv e2e4 e7e5 g1f3 f8f1 a2a3",
      root);
  ASSERT_TRUE(info);
  EXPECT_EQ(info->depth, 12);
  EXPECT_EQ(info->selective_depth, 20);
  EXPECT_EQ(info->multi_pv, 2);
  EXPECT_EQ(info->score.centipawns, -35);
  EXPECT_EQ(info->bound, search::Bound::upper);
  EXPECT_EQ(info->wdl->draw, 500);
  EXPECT_EQ(info->nodes, 123456u);
  EXPECT_EQ(info->hash_full, 17);
  EXPECT_EQ(info->tablebase_hits, 3u);
  EXPECT_EQ(info->time, 250ms);
  EXPECT_EQ(info->pv.size(), 3u);  // up to the first move that is not legal
  EXPECT_EQ(parse_info("depth 3 score mate -2 pv e2e4", root)->score.mate, -2);
  EXPECT_EQ(parse_info("depth 3 score mate 3", root)->score.centipawns, eval::mate_in(5));
  EXPECT_TRUE(eval::is_mate(parse_info("score mate 2000000000", root)->score.centipawns));
  EXPECT_TRUE(eval::is_mate(parse_info("score mate -2147483648", root)->score.centipawns));
  EXPECT_GT(parse_info("time 9223372036854775807 score cp 1", root)->time.count(), 0);
  EXPECT_EQ(parse_info("string hello  there", root)->text, "hello  there");
  EXPECT_FALSE(parse_info("depth 3 currmove e2e4 currmovenumber 1", root));
  EXPECT_FALSE(parse_info("", root));
}

}  // namespace
}  // namespace rookery::uci
