// Speed of the rules: generating, counting, making moves, exchanges.
#include <benchmark/benchmark.h>

#include "chess/make_move.h"
#include "chess/movegen.h"
#include "chess/perft.h"
#include "chess/see.h"
#include "notation/fen.h"

namespace rookery::chess {
namespace {

constexpr const char* kFens[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
};

Position position(const benchmark::State& state) {
  return *notation::parse_fen(kFens[state.range(0)]);
}

void generate_all(benchmark::State& state) {
  const Position p = position(state);
  std::int64_t moves = 0;
  for (auto _ : state) moves += static_cast<std::int64_t>(legal_moves(p).size());
  state.SetItemsProcessed(moves);
}
BENCHMARK(generate_all)->DenseRange(0, 2);

void generate_noisy(benchmark::State& state) {
  const Position p = position(state);
  MoveList list;
  for (auto _ : state) {
    list.set_end(generate_moves<GenKind::noisy>(p, list.data()));
    benchmark::DoNotOptimize(list);
  }
}
BENCHMARK(generate_noisy)->DenseRange(0, 2);

void copy_and_make(benchmark::State& state) {
  const Position p = position(state);
  const MoveList moves = legal_moves(p);
  std::int64_t made = 0;
  for (auto _ : state) {
    for (const Move m : moves) {
      Position next = p;
      next.make_move(m);
      benchmark::DoNotOptimize(next);
    }
    made += static_cast<std::int64_t>(moves.size());
  }
  state.SetItemsProcessed(made);
}
BENCHMARK(copy_and_make)->DenseRange(0, 2);

void exchange(benchmark::State& state) {
  const Position p = position(state);
  const MoveList moves = legal_moves(p);
  for (auto _ : state)
    for (const Move m : moves) benchmark::DoNotOptimize(see_at_least(p, m, 0));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(moves.size()));
}
BENCHMARK(exchange)->DenseRange(0, 2);

void perft_depth_4(benchmark::State& state) {
  const Position p = position(state);
  std::uint64_t nodes = 0;
  for (auto _ : state) nodes += perft(p, 4);
  state.SetItemsProcessed(static_cast<std::int64_t>(nodes));
}
BENCHMARK(perft_depth_4)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace rookery::chess
