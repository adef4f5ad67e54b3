// The UCI server: transcripts with scripted agents, one test for each promise of the protocol.
#include "uci/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "base/rng.h"
#include "chess/movegen.h"
#include "notation/uci_move.h"
#include "uci/transcript.h"

namespace rookery::uci {
namespace {

using namespace std::chrono_literals;
using chess::Game;
using chess::Move;
using search::Control;
using search::InfoSink;
using search::Limits;
using search::OptionSpec;
using search::SearchInfo;
using search::SearchResult;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// What a scripted agent was asked, and how it behaves.
struct Script {
  enum class Until { at_once, stopped, ponder_hit } thinks = Until::at_once;
  std::vector<std::string> pv;  ///< empty: the first legal move
  int mate = 0;
  search::Bound bound = search::Bound::exact;
  bool silent = false;  ///< reports nothing before the result
  bool lies = false;    ///< gives an illegal move
  bool bench_never_ends = false;
  bool long_iteration = false;  ///< tells of its progress
  std::optional<std::string> failure;

  std::vector<Limits> asked;
  std::vector<std::string> set;  ///< "name=value"
  int new_games = 0;
};

class ScriptedAgent final : public search::Agent {
 public:
  ScriptedAgent(std::string name, Script& script) : name_(std::move(name)), script_(script) {}
  std::string_view name() const override { return name_; }
  void new_game() override { ++script_.new_games; }
  SearchResult think(const Game& game, const Limits& limits, Control& control,
                     InfoSink& sink) override {
    script_.asked.push_back(limits);
    SearchResult result;
    Game line = game;
    for (const std::string& text : script_.pv) {
      result.info.pv.push_back(*notation::parse_uci_move(line.position(), text));
      line.play(result.info.pv.back());
    }
    if (result.info.pv.empty()) {
      result.info.pv.push_back(limits.search_moves.empty() ? chess::legal_moves(game.position())[0]
                                                           : limits.search_moves[0]);
    }
    result.best = result.info.pv[0];
    if (script_.long_iteration) {
      SearchInfo so_far;
      so_far.depth = 2;
      so_far.nodes = 3000;
      so_far.time = 1500ms;
      sink.on_progress(so_far);
    }
    result.info.depth = 3;
    result.info.selective_depth = 4;
    result.info.score.centipawns = 25;
    result.info.score.mate = script_.mate;
    result.info.nodes = 1000;
    result.info.time = 10ms;
    result.info.wdl = search::WinDrawLoss{200, 700, 100};
    result.failure = script_.failure;
    if (!script_.silent) {
      SearchInfo info = result.info;
      info.bound = script_.bound;
      sink.on_info(info);
    }
    while ((script_.thinks == Script::Until::stopped && !control.should_stop()) ||
           (script_.thinks == Script::Until::ponder_hit && control.is_pondering() &&
            !control.should_stop()))
      std::this_thread::sleep_for(1ms);
    if (script_.lies) result.best = Move(chess::Square::a1, chess::Square::h8);
    return result;
  }
  std::vector<OptionSpec> options() override {
    std::vector<OptionSpec> specs = {
        {"Hash", OptionSpec::Type::spin, "16", 1, 1024, {}},
        {"Clear Hash", OptionSpec::Type::button, "", 0, 0, {}},
        {"Style", OptionSpec::Type::combo, "calm", 0, 0, {"calm", "wild"}},
        {"EvalFile", OptionSpec::Type::string, "", 0, 0, {}}};
    if (name_ == "second") specs.resize(2);
    return specs;
  }
  Result<Ok, Error> set_option(std::string_view option, std::string_view value) override {
    script_.set.push_back(std::string(option) + "=" + std::string(value));
    if (value == "broken") return Unexpected{Error{"EvalFile: broken"}};
    return Ok{};
  }

 private:
  std::string name_;
  Script& script_;
};

class ServerTest : public testing::Test {
 protected:
  ServerTest() {
    ServerSetup setup;
    setup.name = "Rookery test";
    setup.author = "the authors";
    setup.agents = {"first", "second"};
    setup.make_agent =
        [this](const std::string& name) -> Result<std::unique_ptr<search::Agent>, Error> {
      return std::unique_ptr<search::Agent>(new ScriptedAgent(name, script_));
    };
    setup.open_book = [](const std::string& path) -> Result<ServerSetup::Book, Error> {
      if (path != "good.bin") return Unexpected{Error{"cannot read " + path}};
      return ServerSetup::Book([](const Game& game) {
        return game.ply() == 0 ? *notation::parse_uci_move(game.position(), "c2c4") : Move();
      });
    };
    setup.patience = 50ms;
    setup.bench = [this](search::Control& control) {
      while (script_.bench_never_ends && !control.should_stop()) std::this_thread::yield();
      return std::string("1234 nodes");
    };
    server_ = std::make_unique<Server>(std::move(setup), out_);
  }
  ~ServerTest() override { server_.reset(); }

  /// The lines printed by these commands, up to the first that begins with `end`.
  std::vector<std::string> exchange(const std::vector<std::string>& commands,
                                    const std::string& end) {
    const std::size_t before = transcript_.lines().size();
    for (const std::string& command : commands) server_->handle(command);
    transcript_.wait_for(end, before);
    auto lines = transcript_.lines();
    lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(before));
    const auto last = std::find_if(lines.begin(), lines.end(),
                                   [&](const std::string& line) { return line.starts_with(end); });
    if (last != lines.end()) lines.erase(last + 1, lines.end());
    return lines;
  }
  long count(const std::string& start) {
    const auto lines = transcript_.lines();
    return std::count_if(lines.begin(), lines.end(),
                         [&](const std::string& line) { return line.starts_with(start); });
  }
  /// All that follows `command` at once; an isready marks the end.
  std::vector<std::string> answer(const std::string& command) {
    auto lines = exchange({command, "isready"}, "readyok");
    lines.pop_back();
    return lines;
  }

  Script script_;
  Transcript transcript_;
  std::ostream out_{&transcript_};
  std::unique_ptr<Server> server_;
};

TEST_F(ServerTest, IdentifiesItselfWithItsOptions) {
  EXPECT_THAT(exchange({"uci"}, "uciok"),
              ElementsAre("id name Rookery test", "id author the authors",
                          "option name Agent type combo default first var first var second",
                          "option name Ponder type check default false",
                          "option name MultiPV type spin default 1 min 1 max 256",
                          "option name UCI_Chess960 type check default false",
                          "option name UCI_ShowWDL type check default false",
                          "option name OwnBook type check default false",
                          "option name BookFile type string default <empty>",
                          "option name Hash type spin default 16 min 1 max 1024",
                          "option name Clear Hash type button",
                          "option name Style type combo default calm var calm var wild",
                          "option name EvalFile type string default <empty>", "uciok"));
}

TEST_F(ServerTest, AnswersGoWithInfoAndOneBestmove) {
  script_.pv = {"e2e4", "e7e5", "g1f3"};
  EXPECT_THAT(exchange({"position startpos", "go depth 3"}, "bestmove"),
              ElementsAre("info depth 3 seldepth 4 multipv 1 score cp 25 nodes 1000 nps 100000 "
                          "time 10 pv e2e4 e7e5 g1f3",
                          "bestmove e2e4 ponder e7e5"));
}

TEST_F(ServerTest, TheLastInfoBeforeBestmoveIsExact) {
  script_.bound = search::Bound::lower;
  const auto lines = exchange({"go depth 3"}, "bestmove");
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_THAT(lines[0], HasSubstr("lowerbound"));
  EXPECT_THAT(lines[1], Not(HasSubstr("lowerbound")));
  EXPECT_THAT(lines[1], HasSubstr(" pv "));
}

TEST_F(ServerTest, ProgressHasNoScoreAndNoLine) {
  script_.long_iteration = true;
  EXPECT_EQ(exchange({"go depth 3"}, "bestmove").at(0),
            "info depth 2 nodes 3000 nps 2000 time 1500");
}

TEST_F(ServerTest, AnAgentThatReportsNothingStillGetsItsInfoLine) {
  script_.silent = true;
  const auto lines = exchange({"go depth 3"}, "bestmove");
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_THAT(lines[0], HasSubstr("score cp 25"));
}

TEST_F(ServerTest, MatesAreCountedInMoves) {
  script_.mate = -2;
  EXPECT_THAT(exchange({"go depth 3"}, "bestmove")[0], HasSubstr(" score mate -2 "));
}

TEST_F(ServerTest, ReadsEveryGoMode) {
  const auto limits = [&](const std::string& command) {
    exchange({"position startpos", command}, "bestmove");
    return script_.asked.back();
  };
  EXPECT_EQ(limits("go depth 7").depth, 7);
  EXPECT_EQ(limits("go nodes 5000").nodes, 5000u);
  EXPECT_EQ(limits("go mate 3").mate, 3);
  EXPECT_EQ(limits("go movetime 250").move_time, 250ms);
  const Limits clock = limits("go wtime 60000 btime 50000 winc 1000 binc 2000 movestogo 40");
  EXPECT_EQ(clock.clock[0]->remaining, 60s);
  EXPECT_EQ(clock.clock[0]->increment, 1s);
  EXPECT_EQ(clock.clock[1]->remaining, 50s);
  EXPECT_EQ(clock.clock[1]->increment, 2s);
  EXPECT_EQ(clock.moves_to_go, 40);
  const Limits chosen = limits("go searchmoves a2a3 h2h4 depth 2");
  EXPECT_EQ(chosen.search_moves.size(), 2u);
  EXPECT_EQ(chosen.depth, 2);
  EXPECT_EQ(transcript_.lines().back(), "bestmove a2a3");
  // A move that is none restricts nothing, but those after it do.
  EXPECT_EQ(limits("go searchmoves e2e5 a2a3 depth 2").search_moves.size(), 1u);
  EXPECT_EQ(transcript_.lines().back(), "bestmove a2a3");
}

TEST_F(ServerTest, GoSurvivesOddNumbersAndWords) {
  const auto limits = [&](const std::string& command) {
    exchange({"position startpos", command}, "bestmove");
    return script_.asked.back();
  };
  EXPECT_EQ(limits("go wtime 100").clock[0]->remaining, 100ms);
  // Only the other side's clock: taken for ours.
  EXPECT_EQ(limits("go btime 100").clock[0]->remaining, 100ms);
  EXPECT_EQ(limits("go wtime -50 btime 100").clock[0]->remaining, 1ms);
  EXPECT_EQ(limits("go depth 0").depth, 1);
  EXPECT_EQ(limits("go depth 99999999999999999999").depth, eval::kMaxPly - 1);
  EXPECT_EQ(limits("go depth 4 fast please").depth, 4);
  EXPECT_FALSE(limits("go depth").depth);
  EXPECT_FALSE(limits("go movestogo 0 wtime 100").moves_to_go);
  EXPECT_EQ(limits("go depth nodes 9").nodes, 9u);
}

TEST_F(ServerTest, InfiniteWaitsForStopEvenWithMateFound) {
  script_.mate = 1;
  server_->handle("go infinite");
  transcript_.wait_for("info");
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(count("bestmove"), 0);
  server_->handle("stop");
  transcript_.wait_for("bestmove");
  EXPECT_EQ(count("bestmove"), 1);
}

TEST_F(ServerTest, StopEndsASearch) {
  script_.thinks = Script::Until::stopped;
  server_->handle("go depth 30");
  transcript_.wait_for("info");
  EXPECT_EQ(count("bestmove"), 0);
  server_->handle("stop");
  transcript_.wait_for("bestmove");
  server_->handle("stop");  // without a search: nothing
  EXPECT_THAT(answer("stop"), ElementsAre());
  EXPECT_EQ(count("bestmove"), 1);
}

TEST_F(ServerTest, AStopThatFollowsAtOnceIsNotLost) {
  script_.thinks = Script::Until::stopped;
  for (int i = 0; i < 50; ++i) exchange({"go infinite", "stop"}, "bestmove");
  EXPECT_EQ(count("bestmove"), 50);
}

TEST_F(ServerTest, AnEarlierStopDoesNotEndTheNextSearch) {
  script_.thinks = Script::Until::stopped;
  exchange({"go infinite", "stop"}, "bestmove");
  server_->handle("stop");  // nothing runs
  server_->handle("go depth 30");
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(count("bestmove"), 1);
  exchange({"stop"}, "bestmove");
  EXPECT_EQ(count("bestmove"), 2);
}

TEST_F(ServerTest, PonderhitMeansNothingToASearchThatDoesNotPonder) {
  server_->handle("go infinite");
  transcript_.wait_for("info");
  server_->handle("ponderhit");
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(count("bestmove"), 0);
  exchange({"stop"}, "bestmove");
}

TEST_F(ServerTest, AFinishedGameWaitsForStopToo) {
  for (const char* go : {"go infinite", "go ponder wtime 1000 btime 1000"}) {
    const long before = count("bestmove");
    server_->handle("position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
    server_->handle(go);
    std::this_thread::sleep_for(50ms);
    EXPECT_EQ(count("bestmove"), before) << go;
    EXPECT_EQ(exchange({"stop"}, "bestmove").back(), "bestmove (none)");
  }
}

TEST_F(ServerTest, APositionSetWhileSearchingIsForTheNextSearch) {
  script_.thinks = Script::Until::stopped;
  script_.pv = {"e2e4", "e7e5"};
  server_->handle("go infinite");
  transcript_.wait_for("info");
  server_->handle("position startpos moves d2d4");
  EXPECT_EQ(exchange({"stop"}, "bestmove").back(), "bestmove e2e4 ponder e7e5");
  EXPECT_THAT(exchange({"d"}, "Fen").back(), HasSubstr(" b KQkq"));
}

TEST_F(ServerTest, PonderWaitsForPonderhit) {
  script_.pv = {"e2e4", "e7e5"};
  server_->handle("go ponder wtime 1000 btime 1000");
  transcript_.wait_for("info");
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(count("bestmove"), 0);
  EXPECT_TRUE(script_.asked.back().ponder);
  server_->handle("ponderhit");
  EXPECT_EQ(transcript_.wait_for("bestmove"), "bestmove e2e4 ponder e7e5");
}

TEST_F(ServerTest, PonderhitReachesTheSearch) {
  script_.thinks = Script::Until::ponder_hit;
  server_->handle("go ponder wtime 1000 btime 1000");
  transcript_.wait_for("info");
  EXPECT_THAT(exchange({"isready"}, "readyok"), ElementsAre("readyok"));
  server_->handle("ponderhit");
  transcript_.wait_for("bestmove");
}

TEST_F(ServerTest, PonderEndsByStopToo) {
  script_.thinks = Script::Until::ponder_hit;
  exchange({"go ponder wtime 1000 btime 1000", "stop"}, "bestmove");
}

TEST_F(ServerTest, IsReadyIsAnsweredWhileSearching) {
  script_.thinks = Script::Until::stopped;
  server_->handle("go infinite");
  transcript_.wait_for("info");
  EXPECT_THAT(exchange({"isready"}, "readyok"), ElementsAre("readyok"));
  EXPECT_EQ(count("bestmove"), 0);
  exchange({"stop"}, "bestmove");
}

TEST_F(ServerTest, OptionsSetWhileSearchingWaitForItsEnd) {
  script_.thinks = Script::Until::stopped;
  server_->handle("go infinite");
  transcript_.wait_for("info");
  server_->handle("setoption name Hash value 64");
  server_->handle("setoption name MultiPV value 3");
  server_->handle("setoption name Agent value second");
  EXPECT_THAT(script_.set, ElementsAre());
  exchange({"stop"}, "bestmove");
  script_.thinks = Script::Until::at_once;
  exchange({"go depth 1"}, "bestmove");
  EXPECT_EQ(script_.set.front(), "Hash=64");
  EXPECT_EQ(script_.asked.back().multi_pv, 3);
}

TEST_F(ServerTest, IsReadyAfterStopMeansThatOptionsAreSet) {
  script_.thinks = Script::Until::stopped;
  server_->handle("go infinite");
  transcript_.wait_for("info");
  server_->handle("stop");
  server_->handle("setoption name Hash value 64");
  exchange({"isready"}, "readyok");
  EXPECT_THAT(script_.set, ElementsAre("Hash=64"));
  EXPECT_EQ(count("bestmove"), 1);
}

TEST_F(ServerTest, AGoDuringASearchEndsTheFirst) {
  script_.thinks = Script::Until::stopped;
  server_->handle("go infinite");
  server_->handle("go infinite");
  transcript_.wait_for("bestmove");
  server_->handle("ucinewgame");
  EXPECT_EQ(count("bestmove"), 2);
  EXPECT_EQ(script_.new_games, 1);
}

TEST_F(ServerTest, OptionsReachTheAgent) {
  answer("setoption name hash value 128");
  answer("setoption name Clear Hash");
  answer("setoption name Style value WILD");
  answer("setoption name EvalFile value a file with spaces.net");
  answer("setoption name EvalFile value <empty>");
  EXPECT_THAT(script_.set, ElementsAre("Hash=128", "Clear Hash=", "Style=wild",
                                       "EvalFile=a file with spaces.net", "EvalFile="));
}

TEST_F(ServerTest, BadOptionsAreRefusedWithTheReason) {
  EXPECT_THAT(answer("setoption name Hash value 0"),
              ElementsAre("info string option Hash: expected a number from 1 to 1024, not '0'"));
  EXPECT_THAT(answer("setoption name Hash value many"),
              ElementsAre("info string option Hash: expected a number from 1 to 1024, not 'many'"));
  EXPECT_THAT(answer("setoption name Style value loud"),
              ElementsAre("info string option Style: expected calm or wild, not 'loud'"));
  EXPECT_THAT(answer("setoption name UCI_Chess960 value yes"),
              ElementsAre("info string option UCI_Chess960: expected true or false, not 'yes'"));
  EXPECT_THAT(answer("setoption name Speed value 1"),
              ElementsAre("info string the engine has no option 'Speed'"));
  EXPECT_THAT(answer("setoption name EvalFile value broken"),
              ElementsAre("info string EvalFile: broken"));
  EXPECT_THAT(answer("setoption Hash"), ElementsAre("info string setoption: expected 'name'"));
}

TEST_F(ServerTest, AnotherAgentTakesOverTheSettings) {
  answer("setoption name Hash value 64");
  answer("setoption name EvalFile value broken");  // refused, so not to be tried again
  script_.set.clear();
  answer("setoption name Agent value second");
  EXPECT_THAT(script_.set, ElementsAre("Hash=64"));
  script_.lies = true;
  EXPECT_THAT(exchange({"go depth 1"}, "bestmove"),
              testing::Contains("info string second gave no legal move"));
}

TEST_F(ServerTest, SettingsOfAnotherAgentWaitForIt) {
  answer("setoption name Agent value second");
  EXPECT_THAT(answer("setoption name Style value wild"), ElementsAre());
  EXPECT_THAT(answer("setoption name Style value odd"),
              ElementsAre("info string option Style: expected calm or wild, not 'odd'"));
  EXPECT_THAT(script_.set, ElementsAre());
  answer("setoption name Agent value first");
  EXPECT_THAT(script_.set, ElementsAre("Style=wild"));
}

TEST_F(ServerTest, ARefusedValueIsShownInPrint) {
  EXPECT_THAT(answer("setoption name Hash value \x1b[2J"),
              ElementsAre("info string option Hash: expected a number from 1 to 1024, not '?[2J'"));
}

TEST_F(ServerTest, ABookThatCannotBeReadLeavesTheOldOne) {
  answer("setoption name OwnBook value true");
  answer("setoption name BookFile value good.bin");
  EXPECT_THAT(answer("setoption name BookFile value bad.bin"),
              ElementsAre("info string cannot read bad.bin"));
  EXPECT_THAT(exchange({"go movetime 10"}, "bestmove").back(), StartsWith("bestmove c2c4"));
}

TEST_F(ServerTest, ShowsWdlOnlyWhenAsked) {
  EXPECT_THAT(exchange({"go depth 1"}, "bestmove")[0], Not(HasSubstr("wdl")));
  answer("setoption name UCI_ShowWDL value true");
  EXPECT_THAT(exchange({"go depth 1"}, "bestmove")[0], HasSubstr(" wdl 200 700 100 "));
}

TEST_F(ServerTest, CastlingIsKingTakesRookOnlyInChess960) {
  script_.pv = {"e1g1"};
  const std::string position = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  EXPECT_THAT(exchange({position, "go depth 1"}, "bestmove").back(), StartsWith("bestmove e1g1"));
  answer("setoption name UCI_Chess960 value true");  // after the position: still counts
  EXPECT_THAT(exchange({"go depth 1"}, "bestmove").back(), StartsWith("bestmove e1h1"));
  EXPECT_THAT(exchange({position + " moves e1h1 e8a8", "d"}, "Fen"),
              testing::Contains("Fen: 2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"));
}

TEST_F(ServerTest, SaysWhenCastlingNeedsChess960) {
  const std::string shuffled = "position fen 1rk1r3/pppppppp/8/8/8/8/PPPPPPPP/1RK1R3 w KQkq - 0 1";
  EXPECT_THAT(answer(shuffled),
              ElementsAre("info string position: castling here needs the option UCI_Chess960"));
  answer("setoption name UCI_Chess960 value true");
  EXPECT_THAT(answer(shuffled), ElementsAre());
}

TEST_F(ServerTest, ABadPositionLeavesTheOldOne) {
  answer("position startpos moves e2e4");
  for (const char* bad : {"position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position startpos moves e2e5",
                          "position startpos moves e2e4 e7e5 e1e3", "position", "position fen",
                          "position somewhere"}) {
    const auto lines = answer(bad);
    ASSERT_EQ(lines.size(), 1u) << bad;
    EXPECT_THAT(lines[0], StartsWith("info string position: ")) << bad;
  }
  EXPECT_THAT(answer("position startpos moves e2e4 e7e5 e1e3")[0], HasSubstr("move 3"));
  EXPECT_THAT(exchange({"d"}, "Fen").back(),
              "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

TEST_F(ServerTest, AFinishedGameHasNoBestmoveAndDoesNotHang) {
  EXPECT_THAT(
      exchange({"position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "go wtime 1000 btime 1000"},
               "bestmove"),
      ElementsAre("info depth 0 score mate 0", "bestmove (none)"));
  EXPECT_THAT(
      exchange({"position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go infinite", "stop"}, "bestmove"),
      ElementsAre("info depth 0 score cp 0", "bestmove (none)"));
  EXPECT_TRUE(script_.asked.empty());
}

TEST_F(ServerTest, ThePvEndsWithTheGame) {
  // The knights go out and home: the start position comes up for the third time at the end.
  script_.pv = {"g1f3", "g8f6", "f3g1", "f6g8", "e2e4"};
  const auto lines =
      exchange({"position startpos moves g1f3 g8f6 f3g1 f6g8", "go depth 1"}, "bestmove");
  EXPECT_THAT(lines[0], testing::EndsWith(" pv g1f3 g8f6 f3g1 f6g8"));
  // The fiftieth move without capture or pawn move.
  script_.pv = {"a1a2", "h8h7", "a2a3"};
  EXPECT_THAT(
      exchange({"position fen 7k/8/8/8/8/8/8/R3K3 w - - 98 80", "go depth 1"}, "bestmove")[0],
      testing::EndsWith(" pv a1a2 h8h7"));
}

TEST_F(ServerTest, TheBookAnswersWithInfoAndMove) {
  answer("setoption name BookFile value good.bin");
  exchange({"position startpos", "go depth 1"}, "bestmove");
  EXPECT_EQ(script_.asked.size(), 1u);  // off by default
  answer("setoption name OwnBook value true");
  EXPECT_THAT(
      exchange({"go depth 1"}, "bestmove"),
      ElementsAre("info string book move",
                  "info depth 1 multipv 1 score cp 0 nodes 0 time 0 pv c2c4", "bestmove c2c4"));
  exchange({"position startpos moves c2c4", "go depth 1"}, "bestmove");  // out of the book
  exchange({"position startpos", "go infinite", "stop"}, "bestmove");    // analysis
  EXPECT_EQ(script_.asked.size(), 3u);
  EXPECT_THAT(answer("setoption name BookFile value bad.bin"),
              ElementsAre("info string cannot read bad.bin"));
}

TEST_F(ServerTest, AFailedAgentIsReported) {
  script_.failure = "the engine crashed\n  received: bestmove e2e4";
  EXPECT_THAT(exchange({"go depth 1"}, "bestmove"),
              testing::AllOf(testing::Contains("info string the engine crashed"),
                             testing::Contains("info string   received: bestmove e2e4")));
}

TEST_F(ServerTest, CountsMoves) {
  const auto lines = exchange({"position startpos", "go perft 3"}, "Nodes searched");
  EXPECT_EQ(lines.back(), "Nodes searched: 8902");
  EXPECT_THAT(lines, testing::Contains("e2e4: 600"));
  EXPECT_EQ(count("bestmove"), 0);
  // A count that would take hours ends on request.
  exchange({"go perft 12", "stop"}, "Nodes searched");
}

TEST_F(ServerTest, HasExtras) {
  EXPECT_THAT(exchange({"bench"}, "1234"), ElementsAre("1234 nodes"));
  script_.bench_never_ends = true;
  EXPECT_THAT(exchange({"bench", "isready", "stop"}, "1234"), ElementsAre("readyok", "1234 nodes"));
  EXPECT_THAT(answer("eval"), ElementsAre("info string first has no static evaluation"));
  EXPECT_THAT(exchange({"d"}, "Key"), testing::Contains("8  r n b q k b n r"));
}

TEST_F(ServerTest, UnknownWordsAreSkipped) {
  EXPECT_THAT(exchange({"well, isready"}, "readyok"), ElementsAre("readyok"));
  EXPECT_THAT(answer("hello"), ElementsAre("info string unknown command 'hello'"));
  EXPECT_THAT(answer(""), ElementsAre());
  EXPECT_THAT(answer("debug on"), ElementsAre());
  EXPECT_THAT(exchange({"isready\r"}, "readyok"), ElementsAre("readyok"));
}

TEST_F(ServerTest, QuitEndsARunningSearch) {
  script_.thinks = Script::Until::stopped;
  EXPECT_TRUE(server_->handle("go infinite"));
  EXPECT_FALSE(server_->handle("quit"));
}

TEST_F(ServerTest, AtTheEndOfTheInputALimitedSearchMayFinish) {
  std::istringstream in("position startpos\ngo depth 2");
  server_->run(in);
  EXPECT_EQ(count("bestmove"), 1);
  script_.thinks = Script::Until::stopped;
  std::istringstream endless("go infinite\n");
  server_->run(endless);
  server_.reset();
  EXPECT_EQ(count("bestmove"), 2);
}

TEST_F(ServerTest, AtTheEndOfTheInputNoSearchGoesOnAndOn) {
  script_.thinks = Script::Until::stopped;
  for (const char* go : {"go depth 60", "go nodes 1000000000", "go mate 5"}) {
    const long before = count("bestmove");
    std::istringstream in(go);
    server_->run(in);
    EXPECT_EQ(count("bestmove"), before + 1) << go;
  }
  std::istringstream counting("go perft 12");
  server_->run(counting);
  EXPECT_EQ(count("info string stopped before everything was counted"), 1);
}

/// While it lives no thread can be started: its stack would not fit into any memory.
class NoThreads {
 public:
  NoThreads() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t huge;
    pthread_attr_init(&huge);
    pthread_attr_setstacksize(&huge, std::size_t{1} << 47);
    pthread_setattr_default_np(&huge);
    pthread_attr_destroy(&huge);
  }
  ~NoThreads() {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }

 private:
  pthread_attr_t before_;
};

TEST_F(ServerTest, WithoutAThreadItSaysSoAndStillMoves) {
  {
    const NoThreads here;
    EXPECT_THROW(std::thread([] {}).join(), std::system_error);
    EXPECT_THAT(
        exchange({"position startpos", "go searchmoves a2a3 wtime 100"}, "bestmove"),
        ElementsAre("info string the system has no thread left to think on; a short look instead",
                    StartsWith("info depth 3"), "bestmove a2a3"));
    EXPECT_THAT(answer("go perft 3"),
                ElementsAre("info string the system has no thread left to think on"));
    EXPECT_THAT(exchange({"isready"}, "readyok"), ElementsAre("readyok"));
  }
  EXPECT_EQ(exchange({"go depth 3"}, "bestmove").size(), 2u);  // all is well again
}

TEST_F(ServerTest, SurvivesAMillionRandomBytes) {
  Rng rng(7);
  std::string bytes;
  for (int i = 0; i < 1'000'000; ++i) bytes += static_cast<char>(rng() >> 56);
  std::istringstream in(bytes);
  for (std::string line; std::getline(in, line);) server_->handle(line);
  EXPECT_THAT(exchange({"position startpos", "isready"}, "readyok"), ElementsAre("readyok"));
}

TEST_F(ServerTest, SurvivesRandomCommandsWithOneBestmoveForEachGo) {
  // Words of the protocol in any order; only `quit` and long counts are left out.
  constexpr const char* kWords[] = {
      "uci",      "isready",     "setoption",   "name",      "value",       "Hash",
      "Agent",    "second",      "position",    "startpos",  "fen",         "moves",
      "e2e4",     "e7e5",        "e1g1",        "go",        "infinite",    "ponder",
      "wtime",    "100",         "-1",          "depth",     "nodes",       "mate",
      "movetime", "searchmoves", "stop",        "ponderhit", "d",           "eval",
      "debug",    "0",           "99999999999", "MultiPV",   "ucinewgame",  "8/8/8/8/8/8/8/8",
      "w",        "-",           "KQkq",        "true",      "UCI_Chess960"};
  script_.silent = true;
  Rng rng(11);
  long searches = 0;
  for (int i = 0; i < 5000; ++i) {
    std::string line;
    for (auto words = 1 + rng.below(7); words > 0; --words)
      line += std::string(kWords[rng.below(std::size(kWords))]) + " ";
    // The first command word of a line is the one that counts.
    Words parsed(line);
    std::string_view word;
    const std::vector<std::string_view> commands = {"uci",  "isready", "setoption", "position",
                                                    "go",   "stop",    "ponderhit", "d",
                                                    "eval", "debug",   "ucinewgame"};
    while (!parsed.empty() && std::find(commands.begin(), commands.end(), word) == commands.end())
      word = parsed.next();
    searches += word == "go";
    server_->handle(line);
  }
  server_->handle("quit");
  EXPECT_GT(searches, 100);
  EXPECT_EQ(count("bestmove"), searches);
}

}  // namespace
}  // namespace rookery::uci
