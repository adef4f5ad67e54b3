// Every agent of the roster behind the UCI server: legal answers, one for each go, in every mode.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <set>
#include <sstream>
#include <string>

#include "base/rng.h"
#include "chess/game.h"
#include "notation/uci_move.h"
#include "play/roster.h"
#include "uci/server.h"
#include "uci/transcript.h"

namespace rookery::play {
namespace {

class UciAgent : public testing::TestWithParam<std::string> {
 protected:
  UciAgent() {
    uci::ServerSetup setup;
    setup.name = setup.author = "test";
    setup.agents = {GetParam()};
    setup.make_agent = [](const std::string& name) {
      return make_agent(OwnSpec::written_by_user(name));
    };
    server_ = std::make_unique<uci::Server>(std::move(setup), out_);
  }
  /// The bestmove line that follows `go`, and at once `then` if that is not empty. Checks that an
  /// info line with a pv that begins with the move comes right before it.
  std::string bestmove(const std::string& go, const std::string& then = "") {
    const std::size_t before = transcript_.lines().size();
    server_->handle(go);
    if (!then.empty()) server_->handle(then);
    const std::string answer = transcript_.wait_for("bestmove", before);
    const auto lines = transcript_.lines();
    EXPECT_EQ(std::count_if(lines.begin() + static_cast<std::ptrdiff_t>(before), lines.end(),
                            [](const std::string& l) { return l.starts_with("bestmove"); }),
              1);
    std::istringstream words(answer);
    std::string word, move;
    words >> word >> move;
    if (move != "(none)") {
      EXPECT_NE(lines[lines.size() - 2].find(" pv " + move), std::string::npos)
          << lines[lines.size() - 2] << "\n"
          << answer;
    }
    return move;
  }
  void position(const std::string& text) { server_->handle("position " + text); }
  static bool is_legal(const chess::Game& game, const std::string& move) {
    return notation::parse_uci_move(game.position(), move).has_value();
  }

  uci::Transcript transcript_;
  std::ostream out_{&transcript_};
  std::unique_ptr<uci::Server> server_;
};

TEST_P(UciAgent, AnswersEveryKindOfGo) {
  const chess::Game game;
  for (const char* go : {"go depth 2", "go movetime 30", "go wtime 200 btime 200 winc 10 binc 10",
                         "go wtime 50", "go nodes 500", "go wtime 300 btime 300 movestogo 5"}) {
    EXPECT_TRUE(is_legal(game, bestmove(go))) << go;
  }
  EXPECT_TRUE(is_legal(game, bestmove("go infinite", "stop")));
  EXPECT_TRUE(is_legal(game, bestmove("go ponder wtime 200 btime 200", "ponderhit")));
  EXPECT_TRUE(is_legal(game, bestmove("go ponder wtime 200 btime 200", "stop")));
  EXPECT_EQ(bestmove("go depth 1 searchmoves a2a3"), "a2a3");
}

TEST_P(UciAgent, KnowsTheEndOfTheGame) {
  position("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
  EXPECT_EQ(bestmove("go depth 3"), "(none)");
  position("fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
  EXPECT_EQ(bestmove("go movetime 10"), "(none)");
}

TEST_P(UciAgent, PlaysTheOnlyMove) {
  position("fen 7k/8/8/8/8/8/r7/6qK w - - 0 1");
  EXPECT_EQ(bestmove("go movetime 10"), "h1g1");
}

TEST_P(UciAgent, PlaysChess960) {
  server_->handle("setoption name UCI_Chess960 value true");
  position("fen 1rk1r3/pppppppp/8/8/8/8/PPPPPPPP/1RK1R3 w KQkq - 0 1");
  EXPECT_EQ(bestmove("go depth 1 searchmoves c1b1"), "c1b1");  // castling: king takes rook
}

TEST_P(UciAgent, MatesScoresAndEvaluates) {
  if (GetParam().ends_with("random")) GTEST_SKIP() << "knows only the rules";
  const auto value = [&](const std::string& unit) {  // in the last line with a score
    const auto lines = transcript_.lines();
    const std::string& line = lines[lines.size() - 2];
    const auto at = line.find(" score " + unit + " ");
    EXPECT_NE(at, std::string::npos) << line;
    return at == std::string::npos ? 0 : std::stoi(line.substr(at + 8 + unit.size()));
  };
  position("fen 3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1");
  EXPECT_EQ(bestmove("go mate 1"), "d8d1");
  EXPECT_EQ(value("mate"), 1);
  position("fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b KQkq - 0 1");
  bestmove("go depth 2");
  EXPECT_GT(value("cp"), 300);
  position("fen rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
  bestmove("go depth 2");
  EXPECT_LT(value("cp"), -300);
  server_->handle("eval");  // White's view, whoever is to move
  const std::string total = transcript_.lines().back();
  ASSERT_TRUE(total.starts_with("total ")) << total;
  EXPECT_GT(std::stod(total.substr(6)), 0) << total;
}

INSTANTIATE_TEST_SUITE_P(
    Roster, UciAgent,
    [] {
      std::vector<std::string> names;
      for (const RosterEntry& entry : roster()) names.emplace_back(entry.name);
      return testing::ValuesIn(names);
    }(),
    [](const testing::TestParamInfo<std::string>& agent) {
      std::string name = agent.param;
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

class Flagship : public UciAgent {};
INSTANTIATE_TEST_SUITE_P(Uci, Flagship, testing::Values("rookery"));

TEST_P(Flagship, ShowsAsManyLinesAsAskedForAndThereAre) {
  const auto lines = [&](const std::string& where) {
    const std::size_t before = transcript_.lines().size();
    server_->handle("setoption name MultiPV value 3");
    position(where);
    server_->handle("go depth 4");
    transcript_.wait_for("bestmove", before);
    std::set<std::string> first_moves;
    const auto all = transcript_.lines();
    for (std::size_t i = before; i < all.size(); ++i)
      if (all[i].starts_with("info depth 4 "))
        first_moves.insert(all[i].substr(all[i].find(" pv ") + 4, 4));
    return first_moves.size();
  };
  EXPECT_EQ(lines("startpos"), 3u);
  EXPECT_EQ(lines("fen 7k/8/8/8/8/8/r7/6qK w - - 0 1"), 1u);
}

TEST_P(Flagship, SurvivesRandomCommandsWithTwoThreads) {
  server_->handle("setoption name Threads value 2");
  constexpr const char* kCommands[] = {"go infinite",
                                       "go depth 3",
                                       "go ponder wtime 100 btime 100",
                                       "ponderhit",
                                       "stop",
                                       "isready",
                                       "setoption name Hash value 2",
                                       "setoption name Threads value 1",
                                       "setoption name Threads value 2",
                                       "setoption name Clear Hash",
                                       "setoption name MultiPV value 2",
                                       "position startpos moves e2e4",
                                       "position fen 8/8/8/8/8/2k5/8/KR5n w - - 0 1",
                                       "position fen rubbish",
                                       "ucinewgame",
                                       "eval",
                                       "go depth",
                                       "xyzzy"};
  Rng rng(5);
  long searches = 0;
  for (int i = 0; i < 300; ++i) {
    const std::string command = kCommands[rng.below(std::size(kCommands))];
    searches += command.starts_with("go");
    server_->handle(command);
  }
  server_.reset();
  const auto lines = transcript_.lines();
  EXPECT_EQ(std::count_if(lines.begin(), lines.end(),
                          [](const std::string& l) { return l.starts_with("bestmove"); }),
            searches);
}

}  // namespace
}  // namespace rookery::play
