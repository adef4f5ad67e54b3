// What all agents promise: legal moves, limits, prompt stops, honest reports.
#include <algorithm>
#include <chrono>
#include <limits>
#include <set>
#include <thread>

#include "agents/support.h"

namespace rookery::test {
namespace {

using chess::Move;
using chess::Position;
using namespace std::chrono_literals;

const char* const kClassics[] = {
    "random",       "fixed-random",    "piece-value",        "location",      "michniewski",
    "seven-terms",  "minimax",         "alphabeta",          "transposition", "quiescent",
    "considerable", "alphabeta-sound", "transposition-sound"};
constexpr const char* kMiddlegame =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

TEST(Behaviour, MovesAndLinesAreLegal) {
  for (const std::string name : kClassics) {
    const auto a = agent(name);
    for (const Position& p : random_positions(20, 7)) {
      const auto result = think_depth(*a, p, 2);
      ASSERT_TRUE(p.is_legal(result.best)) << name << " " << notation::to_fen(p);
      ASSERT_FALSE(result.info.pv.empty());
      EXPECT_EQ(result.info.pv[0], result.best) << name;
      Position q = p;
      for (Move move : result.info.pv) {
        ASSERT_TRUE(q.is_legal(move)) << name << " " << notation::to_fen(p);
        q.make_move(move);
      }
    }
  }
}

TEST(Behaviour, NoMoveWithoutLegalMoves) {
  for (const std::string name : kClassics)
    for (const char* fen : {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"})
      EXPECT_FALSE(think_depth(*agent(name), position(fen), 3).best) << name;
}

TEST(Behaviour, StopsOnRequest) {
  for (const std::string name : kClassics) {
    const auto a = agent(name);
    search::Limits limits;
    limits.infinite = true;
    limits.depth = 40;
    search::Control control;
    search::NullSink sink;
    std::thread stopper([&] {
      std::this_thread::sleep_for(30ms);
      control.stop();
    });
    const auto result = a->think(chess::Game(position(kMiddlegame)), limits, control, sink);
    EXPECT_TRUE(control.should_stop()) << name << " came back before it was stopped";
    EXPECT_TRUE(position(kMiddlegame).is_legal(result.best)) << name;
    stopper.join();
  }
}

TEST(Behaviour, HonoursNodesAndTime) {
  for (const std::string name : kClassics) {
    const auto a = agent(name);
    search::Limits limits;
    limits.depth = 40;
    limits.nodes = 3000;
    const auto by_nodes = think(*a, chess::Game(position(kMiddlegame)), limits);
    EXPECT_LE(by_nodes.info.nodes, 3000u + 100) << name;  // the way back from the deepest node
    EXPECT_TRUE(position(kMiddlegame).is_legal(by_nodes.best)) << name;
    limits.nodes.reset();
    limits.clock[0] = search::ClockState{1000ms, 0ms};
    const auto start = std::chrono::steady_clock::now();
    const auto by_clock = think(*a, chess::Game(position(kMiddlegame)), limits);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 3s) << name;  // 25 ms on a calm machine
    EXPECT_TRUE(position(kMiddlegame).is_legal(by_clock.best)) << name;
  }
}

TEST(Behaviour, AnyNumberOfMovesToGo) {
  search::Limits limits;
  limits.depth = 40;
  limits.clock[0] = search::ClockState{8000ms, 0ms};
  limits.moves_to_go = std::numeric_limits<int>::max();
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(think(*agent("alphabeta"), chess::Game(position(kMiddlegame)), limits).best);
  // A fortieth; where the sum overflowed it was half of the clock.
  EXPECT_LT(std::chrono::steady_clock::now() - start, 3s);
}

TEST(Behaviour, SearchMovesRestrictTheRoot) {
  const Position p = position(kMiddlegame);
  const Move only = legal_moves(p)[7];
  for (const std::string name : kClassics) {
    search::Limits limits;
    limits.depth = 2;
    limits.search_moves = {only};
    EXPECT_EQ(think(*agent(name), chess::Game(p), limits).best, only) << name;
  }
}

TEST(Behaviour, FixedRandomAnswersAPositionAlike) {
  std::set<std::uint16_t> answers;
  for (const Position& p : random_positions(40, 8)) {
    const Move first = think(*agent("fixed-random"), chess::Game(p), {}).best;
    EXPECT_EQ(think(*agent("fixed-random"), chess::Game(p), {}).best, first);
    answers.insert(first.to_bits());
  }
  EXPECT_GT(answers.size(), 10u);
}

TEST(Behaviour, RandomReachesEveryMoveAndTheSeedFixesIt) {
  const auto a = agent("random");
  std::set<std::uint16_t> answers;
  for (int i = 0; i < 1000; ++i) answers.insert(think(*a, chess::Game(), {}).best.to_bits());
  EXPECT_EQ(answers.size(), 20u);
  EXPECT_EQ(think(*agent("random:seed=5"), chess::Game(), {}).best,
            think(*agent("random:seed=5"), chess::Game(), {}).best);
}

TEST(Behaviour, ConsiderableSeesRepetition) {
  chess::Game game;
  for (const char* text : {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"})
    game.play(*notation::parse_uci_move(game.position(), text));
  search::Limits limits;
  limits.depth = 2;
  limits.search_moves = {*notation::parse_uci_move(game.position(), "f6g8")};
  EXPECT_EQ(think(*agent("considerable"), game, limits).info.score.own_units, 0);
}

TEST(Behaviour, QuiescentPlaysExchangesOut) {
  // Qxd5 wins a pawn for one ply and the queen is lost to exd5 on the next.
  const Position p = position("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1");
  EXPECT_NE(notation::to_uci(think_depth(*agent("quiescent"), p, 1).best), "d1d5");
  EXPECT_EQ(notation::to_uci(think_depth(*agent("piece-value"), p, 1).best), "d1d5");
}

TEST(Behaviour, LevelsAndDepthsAreSettings) {
  const auto nodes = [](const std::string& spec) {
    return think(*agent(spec), chess::Game(), {}).info.nodes;
  };
  EXPECT_LT(nodes("quiescent:level=easy"), nodes("quiescent:level=hard"));
  EXPECT_EQ(nodes("minimax:depth=2"),
            think_depth(*agent("minimax"), Position::initial(), 2).info.nodes);
  EXPECT_EQ(nodes("richey:level=easy"), nodes("quiescent:depth=2"));
}

TEST(Roster, NamesAreFoundAndMistakesExplained) {
  for (const play::RosterEntry& entry : play::roster()) {
    EXPECT_TRUE(play::NamedSpec::parse(entry.name)) << entry.name;
    if (!entry.alias.empty()) {
      EXPECT_TRUE(play::NamedSpec::parse(entry.alias)) << entry.alias;
    }
  }
  EXPECT_EQ(agent("melsh")->name(), "considerable");
  EXPECT_EQ(agent("ceng461")->name(), "seven-terms");
  const auto message = [](const char* spec) {
    return play::make_agent(play::OwnSpec::written_by_user(spec)).error().message;
  };
  EXPECT_EQ(message("minmax"), "no agent 'minmax'; did you mean 'minimax'?");
  EXPECT_EQ(message("nobody"), "no agent 'nobody'; 'rookery agents' lists them");
  EXPECT_EQ(message("minimax:depth"), "'depth' in 'minimax:depth' is no setting; write NAME=VALUE");
  EXPECT_EQ(message("minimax:level=easy"), "agent minimax has no option 'level'");
  EXPECT_EQ(message("quiescent:level=fair"), "option level: expected easy or hard, not 'fair'");
}

}  // namespace
}  // namespace rookery::test
