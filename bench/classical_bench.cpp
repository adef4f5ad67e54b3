// The cost of one classical evaluation on the positions of a small search tree, where consecutive
// positions share most of their pawns, as in a real search.
#include <benchmark/benchmark.h>

#include <vector>

#include "chess/make_move.h"
#include "chess/movegen.h"
#include "eval/classical/classical.h"
#include "notation/fen.h"

namespace {

using namespace rookery;

void collect(const chess::Position& position, int depth, std::vector<chess::Position>& out) {
  out.push_back(position);
  if (depth == 0 || out.size() >= 4000) return;
  for (const chess::Move m : chess::legal_moves(position)) {
    chess::Position next = position;
    next.make_move(m);
    collect(next, depth - 1, out);
  }
}

std::vector<chess::Position> tree(const char* fen) {
  std::vector<chess::Position> positions;
  collect(*notation::parse_fen(fen), 3, positions);
  return positions;
}

constexpr const char* kMiddlegame =
    "r2q1rk1/pb1nbppp/1p2pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 10";
constexpr const char* kOpenKings =
    "r4rk1/1b3p2/p3pq1p/1p2n1p1/4P3/P1N2Q2/1PP2PP1/2KR1B1R w - - 0 20";
constexpr const char* kEndgame = "8/5pk1/1p2r1p1/p1p4p/P1P2P1P/1P2R1P1/6K1/8 w - - 0 40";

void evaluate(benchmark::State& state, const char* fen) {
  const std::vector<chess::Position> positions = tree(fen);
  eval::ClassicalEvaluator evaluator;
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(evaluator.evaluate(positions[i]));
    if (++i == positions.size()) i = 0;
  }
}
BENCHMARK_CAPTURE(evaluate, middlegame, kMiddlegame);
BENCHMARK_CAPTURE(evaluate, open_kings, kOpenKings);
BENCHMARK_CAPTURE(evaluate, endgame, kEndgame);

}  // namespace
