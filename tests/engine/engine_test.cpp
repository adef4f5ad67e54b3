// The flagship: finds mates, keeps its limits, answers the same twice, stops when told.
#include "engine/engine.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>

#include "chess/movegen.h"
#include "chess/random_games.h"
#include "engine/mate_solver.h"
#include "engine/repetition.h"
#include "engine/vote.h"
#include "engine/worker.h"
#include "eval/nnue/network.h"
#include "notation/epd.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "sanitized.h"

namespace rookery::engine {
namespace {

using namespace std::chrono_literals;
using search::Limits;
using search::SearchInfo;

class Collect final : public search::InfoSink {
 public:
  void on_info(const SearchInfo& info) override { infos.push_back(info); }
  void on_progress(const SearchInfo& info) override { progress.push_back(info); }
  std::vector<SearchInfo> infos, progress;
};

chess::Game game_of(const char* fen) { return chess::Game(notation::parse_fen(fen).value()); }

struct Answer {
  search::SearchResult result;
  std::vector<SearchInfo> infos;
};

Answer think(Engine& engine, const chess::Game& game, const Limits& limits) {
  search::Control control;
  control.reset(limits.ponder);
  Collect sink;
  Answer answer;
  answer.result = engine.think(game, limits, control, sink);
  answer.infos = std::move(sink.infos);
  return answer;
}

Limits depth(int n) {
  Limits limits;
  limits.depth = n;
  return limits;
}

Engine make() { return Engine("tuned", EvaluatorKind::classical); }

/// Mates in up to five from our own games; bench/make_suites.cpp made the file.
TEST(Engine, FindsTheShortestMates) {
  Engine engine = make();
  std::ifstream in(ROOKERY_TEST_DATA "/mates.epd");
  int positions = 0;
  for (std::string line; std::getline(in, line); ++positions) {
    const auto record = notation::parse_epd(line);
    ASSERT_TRUE(record) << line;
    Limits limits;
    limits.nodes = 300'000;
    limits.mate = std::stoi(std::string(record->operand("dm")));
    engine.new_game();
    const auto answer = think(engine, chess::Game(record->position), limits);
    EXPECT_EQ(answer.result.info.score.mate, *limits.mate) << line;
  }
  EXPECT_EQ(positions, 50);
}

/// Positions from our own games in which one move wins; bench/make_suites.cpp made this file too.
TEST(Engine, FindsWinningMoves) {
  Engine engine = make();
  std::ifstream in(ROOKERY_TEST_DATA "/tactics.epd");
  int positions = 0, solved = 0;
  for (std::string line; std::getline(in, line); ++positions) {
    const auto record = notation::parse_epd(line);
    ASSERT_TRUE(record) << line;
    Limits limits;
    limits.nodes = 3'000;
    engine.new_game();
    const auto answer = think(engine, chess::Game(record->position), limits);
    solved += answer.result.best == record->best_moves.at(0);
  }
  EXPECT_EQ(positions, 300);
  EXPECT_GE(solved, 285);
}

TEST(Engine, TellsTheChancesOfItsScore) {
  Engine engine = make();
  const auto chances = [&](const char* fen) {
    return think(engine, game_of(fen), depth(8)).result.info.wdl.value();
  };
  const auto even = chances("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  EXPECT_EQ(even.win + even.draw + even.loss, 1000);
  EXPECT_GT(even.win, even.loss);  // to move
  const auto rook_up = chances("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1");
  EXPECT_GT(rook_up.win, 800);
  EXPECT_GT(chances("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQk - 0 1").loss, 800);
  EXPECT_EQ(chances("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1").win, 1000);
}

TEST(Engine, FindsMatesWithTheirDistance) {
  struct Mate {
    const char* fen;
    int moves;
  };
  Engine engine = make();
  for (const Mate& mate : {
           Mate{"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1},
           Mate{"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1},
           Mate{"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3},
           Mate{"7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2},
       }) {
    engine.new_game();
    const Answer a = think(engine, game_of(mate.fen), depth(16));
    EXPECT_EQ(a.result.info.score.mate, mate.moves) << mate.fen;
  }
}

TEST(Engine, HasNoMoveWhenMatedOrStalemated) {
  Engine engine = make();
  EXPECT_FALSE(think(engine, game_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), depth(5)).result.best);
  const Answer mated = think(engine, game_of("6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1"), depth(5));
  EXPECT_FALSE(mated.result.best);
  EXPECT_LT(mated.result.info.score.mate, 0);
}

TEST(Engine, SearchesTheSameTreeTwice) {
  Engine engine = make();
  const chess::Game game =
      game_of("r1bqr1k1/pp4p1/3p1n1p/4np2/2P1pN1P/1PN1P1P1/P2Q1PB1/2KR3R b - - 3 18");
  const Answer first = think(engine, game, depth(9));
  engine.new_game();
  const Answer second = think(engine, game, depth(9));
  EXPECT_EQ(first.result.info.nodes, second.result.info.nodes);
  EXPECT_EQ(first.result.best, second.result.best);
  Engine other = make();
  EXPECT_EQ(think(other, game, depth(9)).result.info.nodes, first.result.info.nodes);
}

TEST(Engine, KeepsNodeLimits) {
  Engine engine = make();
  for (std::uint64_t nodes : {1u, 100u, 5000u, 30000u}) {
    Limits limits;
    limits.nodes = nodes;
    const Answer a = think(engine, chess::Game(), limits);
    EXPECT_TRUE(a.result.best);
    EXPECT_LE(a.result.info.nodes, nodes + 1) << nodes;
  }
}

TEST(Engine, EachSearchCountsItsOwnNodesWithThreads) {
  Engine engine = make();
  ASSERT_TRUE(engine.set_option("Threads", "2"));
  const chess::Game game;
  for (int i = 0; i < 5; ++i) {
    Limits limits;
    limits.nodes = 300'000;
    think(engine, game, limits);
    limits.nodes = 20'000;
    const auto answer = think(engine, game, limits);
    EXPECT_GE(answer.result.info.nodes, 20'000u);
    EXPECT_LT(answer.result.info.nodes, 300'000u);
    ASSERT_FALSE(answer.infos.empty());
    EXPECT_LT(answer.infos.front().nodes, 20'000u);
  }
}

TEST(Engine, HasAnAnswerHoweverEarlyItIsStopped) {
  Engine engine = make();
  search::Control control;
  control.stop();
  Collect sink;
  const auto stopped = engine.think(chess::Game(), {}, control, sink);
  EXPECT_LT(std::abs(stopped.info.score.centipawns), 200);
  EXPECT_GT(stopped.info.nodes, 0u);
  Limits one;
  one.nodes = 1;
  EXPECT_LT(std::abs(think(engine, chess::Game(), one).result.info.score.centipawns), 200);
}

double seconds_for(const chess::Game& game, const Limits& limits) {
  Engine engine = make();
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(think(engine, game, limits).result.best);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(Engine, KeepsItsClock) {
  Limits limits;
  for (auto& clock : limits.clock) clock = search::ClockState{1000ms, 10ms};
  EXPECT_LT(seconds_for(chess::Game(), limits), 1.0);
  // Where captures explode, too, with every move a line of its own.
  Limits move_time;
  move_time.move_time = 100ms;
  move_time.multi_pv = 200;
  EXPECT_LT(
      seconds_for(game_of("q2k2q1/2nqn2b/1n1P1n1b/2rnr2Q/1NQ1QN1Q/3Q3B/2RQR2B/Q2K2Q1 w - - 0 1"),
                  move_time),
      kSanitized ? 5.0 : 1.0);
}

TEST(Engine, TellsThatItIsStillAtWorkInALongIteration) {
  Engine engine = make();
  search::Control control;
  Collect sink;
  Limits limits;
  limits.move_time = 1300ms;
  limits.multi_pv = 200;
  engine.think(game_of("q2k2q1/2nqn2b/1n1P1n1b/2rnr2Q/1NQ1QN1Q/3Q3B/2RQR2B/Q2K2Q1 w - - 0 1"),
               limits, control, sink);
  ASSERT_FALSE(sink.progress.empty());
  EXPECT_GE(sink.progress[0].time, 1s);
  EXPECT_GT(sink.progress[0].nodes, 0u);
}

TEST(Engine, ASearchForAMateThatIsNotThereEnds) {
  Engine engine = make();
  Limits limits;
  limits.mate = 1;
  const auto answer = think(engine, game_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), limits);
  EXPECT_EQ(answer.result.info.score.mate, 0);
}

/// The search cuts off here, depth after depth, what only looks hopeless.
TEST(Engine, AMateThatIsAskedForIsFound) {
  Engine engine = make();
  Limits limits;
  limits.mate = 2;
  const auto answer = think(engine, game_of("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), limits);
  EXPECT_EQ(answer.result.info.score.mate, 2);
  EXPECT_EQ(notation::to_uci(answer.result.best), "a1a6");
  EXPECT_EQ(answer.result.info.pv.size(), 3u);
}

bool never(std::uint64_t) { return false; }

TEST(MateSolver, FindsTheShortestMatesAndProvesThatTheyAre) {
  std::ifstream in(ROOKERY_TEST_DATA "/mates.epd");
  int solved = 0;
  for (std::string line; std::getline(in, line);) {
    const auto record = notation::parse_epd(line);
    ASSERT_TRUE(record) << line;
    const int distance = std::stoi(std::string(record->operand("dm")));
    if (distance > 3) continue;
    const chess::MoveList moves = chess::legal_moves(record->position);
    const std::vector<chess::Move> all(moves.begin(), moves.end());
    const MateAnswer none = solve_mate(record->position, {}, all, distance - 1, never);
    EXPECT_TRUE(none.is_complete && none.line.empty()) << line;
    const MateAnswer mate = solve_mate(record->position, {}, all, 5, never);
    ASSERT_EQ(mate.line.size(), 2u * static_cast<unsigned>(distance) - 1) << line;
    chess::Game game(record->position);
    for (const chess::Move m : mate.line) {
      ASSERT_TRUE(game.position().is_legal(m)) << line;
      game.play(m);
    }
    ASSERT_TRUE(game.outcome()) << line;
    EXPECT_EQ(game.outcome()->reason, chess::EndReason::checkmate) << line;
    ++solved;
  }
  EXPECT_GT(solved, 20);
}

TEST(MateSolver, KnowsDrawsAndStopsWhenTold) {
  const auto position = [](const char* fen) { return *notation::parse_fen(fen); };
  const auto solve = [&](const chess::Position& p, std::span<const chess::Key> past, int moves,
                         bool (*must_stop)(std::uint64_t)) {
    const chess::MoveList list = chess::legal_moves(p);
    return solve_mate(p, past, std::vector<chess::Move>(list.begin(), list.end()), moves,
                      must_stop);
  };
  // A mate on the hundredth ply of the fifty-move rule counts; what comes after it is drawn.
  EXPECT_EQ(solve(position("7k/R7/8/8/8/8/1R6/K7 w - - 99 90"), {}, 3, never).line.size(), 1u);
  EXPECT_TRUE(solve(position("7k/8/8/8/8/8/R7/1R5K w - - 98 90"), {}, 3, never).line.empty());
  // Every way to the mate in two leads through a position that has been there twice: none is left.
  const chess::Position root = position("7k/8/8/8/8/8/R7/1R5K w - - 0 1");
  const MateAnswer free = solve(root, {}, 2, never);
  ASSERT_EQ(free.line.size(), 3u);
  std::vector<chess::Key> past;
  for (const chess::Move m : chess::legal_moves(root)) {
    chess::Position next = root;
    next.make_move(m);
    past.insert(past.end(), 2, next.key());
  }
  EXPECT_TRUE(solve(root, past, 2, never).line.empty());
  const MateAnswer stopped =
      solve(chess::Position::initial(), {}, 6, [](std::uint64_t nodes) { return nodes > 2000; });
  EXPECT_FALSE(stopped.is_complete);
  EXPECT_TRUE(stopped.line.empty());
}

TEST(Engine, SoftNodesEndTheIteration) {
  Engine engine = make();
  Limits limits;
  limits.soft_nodes = 400;
  limits.nodes = 20000;
  const Answer a = think(engine, chess::Game(), limits);
  EXPECT_GE(a.result.info.nodes, 400u);
  EXPECT_LT(a.result.info.nodes, 20000u);
}

TEST(Engine, ReportedLinesAreLegalAndBeginWithTheBestMove) {
  Engine engine = make();
  const chess::Game game =
      game_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  Limits limits = depth(8);
  limits.multi_pv = 3;
  const Answer a = think(engine, game, limits);
  ASSERT_EQ(a.infos.size(), 8u * 3u);
  for (const SearchInfo& info : a.infos) {
    chess::Position p = game.position();
    ASSERT_FALSE(info.pv.empty());
    for (chess::Move m : info.pv) {
      ASSERT_TRUE(p.is_legal(m));
      p.make_move(m);
    }
  }
  EXPECT_EQ(a.result.best, a.result.info.pv[0]);
  const auto& last = a.infos[a.infos.size() - 3];
  EXPECT_EQ(last.pv[0], a.result.best);
  EXPECT_GE(last.score.centipawns, a.infos.back().score.centipawns);
}

TEST(Engine, ASearchCutShortTellsWhatTheLastWholeIterationFound) {
  const chess::Game mated = game_of("2k5/1R6/8/4B2B/1P1P4/2K5/8/8 b - - 3 2");
  const chess::Game open = game_of("6k1/p4p1p/1bpNbP2/4r3/6P1/4P2P/1PB5/1K2R3 w - - 5 34");
  for (const auto& [game, lines] : {std::pair(mated, 1), std::pair(open, 1), std::pair(open, 4)})
    for (std::uint64_t nodes = 5000; nodes <= 40'000; nodes += 7000) {
      Engine engine = make();
      Limits limits;
      limits.nodes = nodes;
      limits.multi_pv = lines;
      const Answer a = think(engine, game, limits);
      const SearchInfo& last = a.infos.at(a.infos.size() - static_cast<std::size_t>(lines));
      ASSERT_EQ(last.multi_pv, 1);
      EXPECT_EQ(a.result.info.depth, last.depth);
      if (lines > 1 || a.result.info.pv == last.pv) {
        EXPECT_EQ(a.result.info.pv, last.pv);
        EXPECT_EQ(a.result.info.score.centipawns, last.score.centipawns) << nodes;
      }
    }
}

TEST(Engine, SearchMovesRestrictTheRoot) {
  Engine engine = make();
  Limits limits = depth(6);
  limits.search_moves = {notation::parse_uci_move(chess::Position::initial(), "a2a3").value()};
  EXPECT_EQ(notation::to_uci(think(engine, chess::Game(), limits).result.best), "a2a3");
}

TEST(Engine, StopsPromptlyAndPonders) {
  for (const char* threads : {"1", "2"}) {
    Engine engine = make();
    ASSERT_TRUE(engine.set_option("Threads", threads));
    Limits limits;
    limits.infinite = true;
    search::Control control;
    search::NullSink sink;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(100ms);
      control.stop();
    });
    const auto start = std::chrono::steady_clock::now();
    EXPECT_TRUE(engine.think(chess::Game(), limits, control, sink).best);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
    stopper.join();

    // Pondering does not end by itself; after the hit the clock counts.
    limits = Limits();
    limits.ponder = true;
    limits.clock[0] = limits.clock[1] = search::ClockState{1s, 0s};
    control.reset(true);
    std::atomic<bool> hit{false};
    std::jthread hitter([&] {
      std::this_thread::sleep_for(200ms);
      hit = true;
      control.ponder_hit();
    });
    EXPECT_TRUE(engine.think(chess::Game(), limits, control, sink).best);
    EXPECT_TRUE(hit);
  }
}

TEST(Engine, DrawsByRepetitionAreSeen) {
  // Black is a queen down but can give check for ever.
  Engine engine = make();
  const Answer a = think(engine, game_of("6k1/5ppp/8/8/8/7q/Q4P2/Q4RK1 b - - 0 1"), depth(10));
  EXPECT_LT(std::abs(a.result.info.score.centipawns), 20);
}

TEST(Engine, RefusesBadOptions) {
  Engine engine = make();
  EXPECT_FALSE(engine.set_option("Hash", "none"));
  EXPECT_FALSE(engine.set_option("Hash", "0"));
  EXPECT_FALSE(engine.set_option("Threads", "1000000"));
  EXPECT_FALSE(engine.set_option("Contempt", "3"));
  EXPECT_FALSE(engine.set_option("SyzygyPath", "/no/such/folder"));
  EXPECT_TRUE(engine.set_option("Hash", "8"));
}

TEST(Engine, KeepsTheMoveOverhead) {
  Engine engine = make();
  ASSERT_TRUE(engine.set_option("Move Overhead", "4900"));
  Limits limits;
  limits.move_time = 5s;
  const auto begin = std::chrono::steady_clock::now();
  think(engine, chess::Game(), limits);
  const auto used = std::chrono::steady_clock::now() - begin;
  EXPECT_GE(used, 90ms);
  EXPECT_LT(used, 3s);
}

TEST(Engine, ClearHashForgets) {
  Engine engine = make();
  const auto nodes = [&] { return think(engine, chess::Game(), depth(8)).result.info.nodes; };
  const auto fresh = nodes();
  EXPECT_NE(nodes(), fresh);
  ASSERT_TRUE(engine.set_option("Clear Hash", ""));
  EXPECT_EQ(nodes(), fresh);
}

TEST(Engine, EvalFileReplacesTheNetworkUnlessItIsBad) {
  Engine engine("rookery", EvaluatorKind::network);
  const auto total = [&] { return engine.explain(chess::Position::initial())->total; };
  const auto built_in = total();
  EXPECT_FALSE(engine.set_option("EvalFile", "/no/such.nnue"));
  EXPECT_EQ(total(), built_in);
  const std::string path = testing::TempDir() + "rookery_constant.nnue";
  auto weights = std::make_unique<eval::nnue::Weights>();
  for (auto& bias : weights->output_bias) bias = eval::nnue::kQA * eval::nnue::kQB;
  weights->scale = 777;
  ASSERT_TRUE(eval::nnue::save_network(path, *weights, ""));
  ASSERT_TRUE(engine.set_option("EvalFile", path));
  EXPECT_EQ(total(), 777);
  ASSERT_TRUE(engine.set_option("EvalFile", ""));
  EXPECT_EQ(total(), built_in);
  std::filesystem::remove(path);
}

/// Keeps the process from growing beyond `limit` bytes while it lives.
class MemoryLimit {
 public:
  explicit MemoryLimit(rlim_t limit) {
    getrlimit(RLIMIT_AS, &old_);
    rlimit small = old_;
    small.rlim_cur = limit;
    holds_ = setrlimit(RLIMIT_AS, &small) == 0;
  }
  ~MemoryLimit() { setrlimit(RLIMIT_AS, &old_); }
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;
  bool holds() const { return holds_; }

 private:
  rlimit old_{};
  bool holds_ = false;
};

TEST(Engine, KeepsItsTableWhenThereIsNoMemoryForALargerOne) {
  Engine engine = make();
  {
    const MemoryLimit limit(rlim_t{8} << 30);
    if (!limit.holds()) GTEST_SKIP() << "no limit on memory here";
    EXPECT_FALSE(engine.set_option("Hash", "65536"));
  }
  EXPECT_TRUE(think(engine, chess::Game(), depth(6)).result.best);
}

TEST(Engine, KeepsItsThreadsAndNetworkWhenThereIsNoMemoryForNewOnes) {
  if (kSanitized) GTEST_SKIP() << "sanitizers need memory of their own";
  Engine engine("rookery", EvaluatorKind::network);
  ASSERT_TRUE(engine.set_option("Threads", "40"));
  const std::string path = testing::TempDir() + "rookery_empty.nnue";
  auto weights = std::make_unique<eval::nnue::Weights>();
  weights->scale = 100;
  ASSERT_TRUE(eval::nnue::save_network(path, *weights, ""));
  const auto total = [&] {
    return engine.explain(game_of("4k3/8/8/8/8/8/8/3QK3 w - - 0 1").position())->total;
  };
  const auto built_in = total();
  {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const MemoryLimit limit(pages * 4096 + (rlim_t{150} << 20));
    if (!limit.holds()) GTEST_SKIP() << "no limit on memory here";
    engine.new_game();
    const auto threads = engine.set_option("Threads", "200");
    ASSERT_FALSE(threads);
    EXPECT_EQ(threads.error().message, "option Threads: the system refuses 200; it stays at 40");
    const auto network = engine.set_option("EvalFile", path);
    ASSERT_FALSE(network);
    EXPECT_EQ(network.error().message, "option EvalFile: not enough memory; the old network stays");
  }
  std::filesystem::remove(path);
  EXPECT_EQ(total(), built_in);
  EXPECT_TRUE(think(engine, chess::Game(), depth(6)).result.best);
}

/// With Syzygy tables of up to four pieces in the folder named by ROOKERY_SYZYGY; the same engine
/// plays both sides.
TEST(Engine, WinsWonEndingsInsideFiftyMoves) {
  const char* path = std::getenv("ROOKERY_SYZYGY");
  if (path == nullptr) GTEST_SKIP() << "ROOKERY_SYZYGY names no folder of Syzygy tables";
  Engine engine = make();
  ASSERT_TRUE(engine.set_option("SyzygyPath", path));
  Limits limits;
  limits.nodes = 1000;
  std::uint64_t hits = 0;  // of the search; the root's are not counted
  for (const char* fen : {
           "8/8/8/3k4/8/8/1B6/KN6 w - - 0 1",      // bishop and knight
           "8/8/8/3k4/8/8/1B6/KB6 w - - 0 1",      // two bishops
           "8/8/3k4/3r4/8/8/8/KQ6 w - - 0 1",      // queen against rook
           "8/8/8/8/8/2k5/8/KR5n w - - 0 1",       // rook against knight
           "8/8/8/4k3/8/4K3/4P3/8 b - - 0 1",      // a pawn, by the opposition
           "8/3k4/8/8/8/1K6/P6p/7Q w - - 0 1",     // into four pieces
           "8/8/2k5/8/2b5/8/1B6/KQ6 w - - 10 60",  // five pieces: the search looks them up
       }) {
    chess::Game game = game_of(fen);
    engine.new_game();
    while (!game.outcome()) {
      const auto answer = think(engine, game, limits);
      hits += answer.result.info.tablebase_hits;
      game.play(answer.result.best);
    }
    EXPECT_EQ(*game.outcome(), (chess::Outcome{chess::Color::white, chess::EndReason::checkmate}))
        << fen;
  }
  EXPECT_GT(hits, 0u);
}

TEST(Vote, TheDeeperAndBetterResultsWinTogether) {
  const chess::MoveList moves = chess::legal_moves(chess::Position::initial());
  const chess::Move a = moves[0], b = moves[1], c = moves[2];
  const auto winner = [](std::initializer_list<Vote> votes) {
    return elect({votes.begin(), votes.size()});
  };
  EXPECT_EQ(winner({{a, 10, 20}}), 0u);
  EXPECT_EQ(winner({{a, 10, 20}, {b, 10, 21}}), 1u);               // deeper
  EXPECT_EQ(winner({{a, 10, 20}, {b, 40, 20}}), 1u);               // better
  EXPECT_EQ(winner({{a, 10, 20}, {b, 10, 18}, {b, 10, 19}}), 1u);  // two against one
  EXPECT_EQ(winner({{a, 10, 20}, {b, 12, 15}, {c, 11, 14}}), 0u);
  EXPECT_EQ(winner({{a, 10, 20}, {b, 900, 0}}), 0u);  // never finished an iteration
  EXPECT_EQ(winner({{a, -eval::kInfinity, 0}, {b, 5, 1}}), 1u);
  EXPECT_EQ(winner({{a, 5, 0}, {a, 20, 3}}), 1u);
}

TEST(Vote, TheShortestMateIsPlayed) {
  const chess::MoveList moves = chess::legal_moves(chess::Position::initial());
  const chess::Move a = moves[0], b = moves[1];
  const auto winner = [](std::initializer_list<Vote> votes) {
    return elect({votes.begin(), votes.size()});
  };
  EXPECT_EQ(winner({{a, 500, 30}, {b, eval::mate_in(9), 5}}), 1u);
  EXPECT_EQ(winner({{a, eval::mate_in(9), 30}, {b, eval::mate_in(5), 10}}), 1u);
  EXPECT_EQ(winner({{a, eval::mate_in(5), 10}, {b, eval::mate_in(9), 30}}), 0u);
  // A thread that has not looked deep enough to see that we are mated is not believed.
  EXPECT_EQ(winner({{a, eval::mated_in(6), 12}, {b, 30, 5}}), 0u);
  EXPECT_EQ(winner({{a, eval::mated_in(6), 12}, {b, eval::mated_in(10), 12}}), 1u);
}

TEST(RootMove, ABoundOfAnUnfinishedIterationGivesWayToTheValueBefore) {
  RootMove m;
  m.value = 300;
  m.bound = search::Bound::lower;
  EXPECT_EQ(m.settled().value, 300);  // nothing better is known
  m.previous_value = 40;
  EXPECT_EQ(m.settled().value, 40);
  EXPECT_EQ(m.settled().bound, search::Bound::exact);
  m.bound = search::Bound::exact;
  EXPECT_EQ(m.settled().value, 300);
}

/// can_repeat against the moves themselves: it sees every repetition, and what it sees is one
/// unless the move would expose the king.
TEST(Repetition, IsForeseen) {
  int seen = 0, unfounded = 0;
  chess::for_random_positions(20'000, 11, [&](const chess::Game& game) {
    std::vector<chess::Key> keys = game.past_keys();
    keys.push_back(game.position().key());
    const int ply = static_cast<int>(game.ply());
    const int reversible = std::min(game.position().halfmove_clock(), ply);
    bool found = false;
    for (chess::Move m : chess::legal_moves(game.position())) {
      chess::Position next = game.position();
      next.make_move(m);
      for (int back = 3; back <= reversible && back < ply; back += 2)
        found |= next.key() == keys[keys.size() - 1 - static_cast<std::size_t>(back)];
    }
    const bool foreseen = can_repeat(game.position(), &keys.back(), reversible, ply);
    seen += foreseen && found;
    EXPECT_TRUE(foreseen || !found) << notation::to_fen(game.position());
    unfounded += foreseen && !found;
  });
  EXPECT_LT(unfounded, seen / 5);
  EXPECT_GT(seen, 10);
}

}  // namespace
}  // namespace rookery::engine
