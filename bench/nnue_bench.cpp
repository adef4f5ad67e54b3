// The network's speed: updating the hidden layer of both sides, the output, and training.
// bench/nnue.sh runs it for several widths.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "chess/make_move.h"
#include "chess/movegen.h"
#include "eval/nnue/evaluator.h"
#include "train/trainer.h"

namespace {

using namespace rookery;
using namespace rookery::eval::nnue;

NetworkPtr random_network() {
  return *parse_network(serialize(train::quantise(train::Model::random(1), 200), ""));
}

struct alignas(64) Hidden {
  std::int16_t values[2][kHidden];
};

/// What each move of some random games changes for both sides: rows to add, then to subtract.
template <int adds, int subs>
std::vector<const std::int16_t*> rows_of_moves(const Network& network, std::size_t moves) {
  struct Recorder {
    std::vector<std::pair<chess::Piece, chess::Square>> add, sub;
    void on_remove(chess::Piece p, chess::Square s) { sub.emplace_back(p, s); }
    void on_add(chess::Piece p, chess::Square s) { add.emplace_back(p, s); }
    void on_move(chess::Piece p, chess::Square from, chess::Square to) {
      on_remove(p, from);
      on_add(p, to);
    }
  };
  std::vector<const std::int16_t*> rows;
  Rng rng(1);
  while (rows.size() < moves * 2 * (adds + subs)) {
    chess::Position p = chess::Position::initial();
    for (int ply = 0; ply < 100; ++ply) {
      const auto legal = chess::legal_moves(p);
      if (legal.empty()) break;
      Recorder changes;
      p.make_move(legal[rng.below(static_cast<std::uint32_t>(legal.size()))], changes);
      if (changes.add.size() != adds || changes.sub.size() != subs) continue;
      for (chess::Color c : chess::kColors)
        for (const auto& part : {changes.add, changes.sub})
          for (const auto& [piece, square] : part)
            rows.push_back(network.weights.feature_weights[feature(
                c, orientation(c, p.king_square(c)), piece, square)]);
    }
  }
  return rows;
}

/// From ply to ply of a stack as deep as a search is near its leaves.
template <int adds, int subs>
void update(benchmark::State& state) {
  constexpr std::size_t kMoves = 512, kPlies = 16, kRows = adds + subs;
  const NetworkPtr network = random_network();
  const auto stack = std::make_unique<Hidden[]>(kPlies);
  const auto rows = rows_of_moves<adds, subs>(*network, kMoves);
  const Kernels& kernels = best_kernels();
  std::size_t at = 0;
  for (auto _ : state) {
    at = (at + 1) % kMoves;
    for (std::size_t side = 0; side < 2; ++side) {
      const std::int16_t* const* changed = &rows[(2 * at + side) * kRows];
      (subs == 1 ? kernels.quiet : kernels.capture)(stack[(at + 1) % kPlies].values[side],
                                                    stack[at % kPlies].values[side], changed,
                                                    changed + adds);
    }
    benchmark::ClobberMemory();
  }
}
BENCHMARK(update<1, 1>)->Name("update_quiet_both_sides");
BENCHMARK(update<1, 2>)->Name("update_capture_both_sides");

void output(benchmark::State& state) {
  const Kernels& kernels = best_kernels();
  const NetworkPtr network = random_network();
  const auto stack = std::make_unique<Hidden[]>(64);
  Rng rng(1);
  for (int i = 0; i < 64; ++i)
    for (auto& side : stack[i].values)
      for (auto& v : side) v = static_cast<std::int16_t>(static_cast<int>(rng.below(400)) - 100);
  std::size_t at = 0;
  for (auto _ : state) {
    at = (at + 1) % 64;
    benchmark::DoNotOptimize(kernels.output(stack[at].values[0], stack[at].values[1],
                                            network->weights.output_weights[0]));
  }
}
BENCHMARK(output);

/// Whole games through the evaluator: make the move, evaluate the position.
void move_and_evaluate(benchmark::State& state) {
  const auto evaluator = std::make_unique<Evaluator>(random_network());
  std::vector<chess::Move> moves;
  Rng rng(7);
  chess::Position p = chess::Position::initial();
  while (moves.size() < 120) {
    const auto legal = chess::legal_moves(p);
    if (legal.empty()) break;
    moves.push_back(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
    p.make_move(moves.back());
  }
  for (auto _ : state) {
    chess::Position q = chess::Position::initial();
    evaluator->reset(q);
    for (chess::Move m : moves) {
      evaluator->make_move(q, m);
      benchmark::DoNotOptimize(evaluator->evaluate(q));
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(moves.size()));
}
BENCHMARK(move_and_evaluate);

/// Steps of 16384 positions (as measured for others) from random games, drawing them at random
/// included.
void training(benchmark::State& state) {
  const std::string folder =
      (std::filesystem::temp_directory_path() / fmt::format("rookery_nnue_bench_{}", getpid()))
          .string();
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string path = folder + "/a.games";
  constexpr int kGames = 30'000;
  {
    auto writer = train::GameWriter::open(path, "");
    Rng rng(3);
    for (int i = 0; i < kGames; ++i) {
      train::GameRecord game;
      chess::Position p = chess::Position::initial();
      for (int ply = 0; ply < 100; ++ply) {
        const auto legal = chess::legal_moves(p);
        if (legal.empty()) break;
        const chess::Move m = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
        game.moves.push_back(
            {m, static_cast<std::int16_t>(static_cast<int>(rng.below(400)) - 200)});
        p.make_move(m);
      }
      if (!writer->append(game)) return state.SkipWithError("cannot write");
    }
  }
  const train::DataSource sources[] = {{path, kGames}};
  auto data = train::Dataset::open(sources, 50);
  if (!data) return state.SkipWithError("cannot read");
  train::TrainOptions options;
  options.epochs = 1'000'000;
  options.batch = 16384;
  options.threads = static_cast<int>(state.range(0));
  train::Trainer trainer(*data, options);
  for (auto _ : state) trainer.step();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(trainer.batch_size()));
  std::filesystem::remove_all(folder);
}
BENCHMARK(training)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime();

}  // namespace
