// `rookery tune`: fits the weights of the classical evaluation to self-play games; with --spsa,
// tunes the numbers of the search (spsa.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include "base/atomic_file.h"
#include "base/progress.h"
#include "base/read_file.h"
#include "cli/arguments.h"
#include "cli/spsa.h"
#include "train/data.h"
#include "train/positions.h"
#include "train/tuner.h"

namespace rookery::cli {

namespace {

constexpr std::size_t kHoldOut = 20;  // one game in so many is for validation

/// Feeds the quiet positions of all games to the tuner, at most `limit`.
void add_games(const std::vector<train::GameFile>& files, std::uint64_t limit,
               train::Tuner& tuner) {
  std::uint64_t total = 0, done = 0;
  for (const train::GameFile& file : files) total += file.games();
  Progress progress("games", total);
  train::GameRecord game;
  for (const train::GameFile& file : files)
    for (std::size_t i = 0; i < file.games(); ++i) {
      if (tuner.training_size() + tuner.validation_size() >= limit) return;
      file.read(i, game);
      const double result = static_cast<int>(game.result) / 2.0;
      const bool held_out = done % kHoldOut == 0;
      train::replay(game,
                    [&](const chess::Position& position, int ply, const train::ScoredMove& move) {
                      if (train::is_kept(position, ply, move))
                        tuner.add(position, move.score, result, held_out);
                    });
      progress.update(++done);
    }
}

}  // namespace

int run_tune(Arguments arguments) {
  if (std::ranges::find(arguments, "--spsa") != arguments.end()) return run_spsa(arguments);
  Parser parser("tune", "Fits the weights of the classical evaluation to self-play games.",
                "  rookery tune data/gen0 --output src/eval/classical/weights.h\n"
                "  rookery tune data/gen0 --state tune.state   (again to go on after a stop)\n"
                "  rookery tune --spsa --help   (numbers of the search, by games)");
  std::vector<std::string> paths;
  std::string output, state_path;
  train::TunerOptions options;
  std::uint64_t limit = 20'000'000;
  double k = 0;
  bool as_json = false;
  parser.add_option("DATA", paths, "Game files or folders of 'rookery selfplay'")->required();
  parser.add_option("-o,--output", output, "Write the weights here as a C++ header");
  parser.add_option("--state", state_path, "Keep the state here after each epoch; go on from it");
  parser.add_option("--epochs", options.epochs, "Passes over the data")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  parser.add_option("--rate", options.learning_rate, "Learning rate at the start, centipawns")
      ->check(CLI::Range(1e-6, 100.0))
      ->capture_default_str();
  parser.add_option("--lambda", options.lambda, "Weight of the result; the rest is the score")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  parser.add_option("--pull", options.pull, "How strongly weights stay near where they began")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  parser.add_option("--k", k, "Sigmoid constant; fitted to the data if absent")
      ->check(CLI::Range(1e-4, 0.1));
  parser.add_option("--limit", limit, "Use at most so many positions")->capture_default_str();
  parser.add_option("--threads", options.threads, "Threads")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  parser.add_option("--seed", options.seed, "Order of the positions")->capture_default_str();
  parser.add_flag("--json", as_json, "Print one JSON object at the end");
  if (const auto status = parser.run(arguments)) return *status;

  const auto files = train::open_games(paths);
  if (!files) return fail("tune: " + files.error().message);
  for (const train::GameFile& file : *files)
    if (auto damage = file.damage()) return fail("tune: " + damage->message);
  train::Tuner tuner(options, train::built_in_parameters());
  add_games(*files, limit, tuner);
  if (tuner.training_size() == 0 || tuner.validation_size() == 0)
    return fail("tune: too few quiet positions in the data");
  if (k > 0)
    tuner.set_k(k);
  else
    tuner.fit_k();
  const double training_before = tuner.training_loss(), validation_before = tuner.validation_loss();
  if (!as_json)
    fmt::print(
        "{} positions to learn from, {} to validate; k {:.6f}\n"
        "epoch   0  loss {:.6f}  validation {:.6f}\n",
        tuner.training_size(), tuner.validation_size(), tuner.k(), training_before,
        validation_before);

  std::error_code none;
  if (!state_path.empty() && std::filesystem::exists(state_path, none)) {
    const auto text = read_file(state_path, FileKind::state);
    if (!text) return fail("tune: " + text.error().message);
    if (const auto loaded = tuner.load_state(*text); !loaded)
      return fail(fmt::format("tune: {}: {}", state_path, loaded.error().message));
    if (!as_json) fmt::print("going on after epoch {}\n", tuner.epochs_done());
  }
  Progress progress("epochs", static_cast<std::uint64_t>(options.epochs));
  while (!tuner.is_done()) {
    tuner.run_epoch();
    if (!state_path.empty())
      if (const auto saved = write_file(state_path, tuner.save_state()); !saved)
        return fail("tune: " + saved.error().message);
    if (!as_json) {
      progress.finish();
      fmt::print("epoch {:3}  loss {:.6f}  validation {:.6f}\n", tuner.epochs_done(),
                 tuner.training_loss(), tuner.validation_loss());
    }
    progress.update(static_cast<std::uint64_t>(tuner.epochs_done()));
  }
  progress.finish();

  const double training_after = tuner.training_loss(), validation_after = tuner.validation_loss();
  if (as_json)
    print_json({{"positions", tuner.training_size()},
                {"validation_positions", tuner.validation_size()},
                {"k", tuner.k()},
                {"loss_before", training_before},
                {"loss_after", training_after},
                {"validation_before", validation_before},
                {"validation_after", validation_after}});
  else
    fmt::print("before  loss {:.6f}  validation {:.6f}\nafter   loss {:.6f}  validation {:.6f}\n",
               training_before, validation_before, training_after, validation_after);
  if (output.empty()) return 0;
  if (validation_after >= validation_before)
    return fail("tune: no gain on games not learned from, so nothing was written");
  const std::string origin = fmt::format(
      "Fitted to {} positions of self-play: k {:.6f}, validation loss {:.6f} -> {:.6f}.",
      tuner.training_size(), tuner.k(), validation_before, validation_after);
  if (const auto written = write_file(output, train::weights_header(tuner.parameters(), origin));
      !written)
    return fail("tune: " + written.error().message);
  return 0;
}

}  // namespace rookery::cli
