// `rookery learn`: the whole loop of self-play, training and matches, from random weights.
#include "train/learn.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <mutex>
#include <optional>

#include "base/progress.h"
#include "cli/arguments.h"
#include "cli/drawer.h"
#include "cli/recipe_arguments.h"
#include "cli/stop_signal.h"
#include "cli/typed_agent.h"
#include "match/elo.h"
#include "match/report.h"

namespace rookery::cli {

int run_learn(Arguments arguments) {
  Parser parser("learn",
                "From random weights to a network: in each generation the last network plays\n"
                "itself, its games train the next one, and the two play a match. A run that was\n"
                "stopped or killed goes on when started again.",
                "  rookery learn --out learned --generations 3\n"
                "  rookery learn --out small --generations 1 --games 400 --nodes 50");
  train::LearnOptions options;
  options.selfplay.soft_nodes = 100;
  std::string folder;
  bool as_json = false;
  const auto positive = CLI::PositiveNumber;
  parser.add_option("--out", folder, "Folder for games and networks")->required();
  parser.add_option("--generations", options.generations, "How often to go round")
      ->check(positive)
      ->capture_default_str();
  parser.add_option("--games", options.games, "Games of self-play in each generation")
      ->check(positive)
      ->capture_default_str();
  parser.add_option("--match-games", options.match_games, "Games against the last network")
      ->check(positive)
      ->capture_default_str();
  parser.add_option("--nodes", options.selfplay.soft_nodes, "Nodes a move, about")
      ->check(positive)
      ->capture_default_str();
  add_recipe_options(parser, options.train);
  parser.add_option("--threads", options.threads, "Threads")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  parser.add_option("--seed", options.seed, "First weights and openings")->capture_default_str();
  parser.add_option("--agent", options.selfplay.agent, "Whose search it is")->capture_default_str();
  parser.add_flag("--json", as_json, "Print JSON, one object a generation");
  if (const auto status = parser.run(arguments)) return *status;

  const auto make_agent = [&](const std::string& network) -> search::MadeAgent {
    auto made = make_typed_agent(options.selfplay.agent);
    if (!made) return made;
    if (auto set = (*made)->set_option("Hash", "2"); !set) return Unexpected{set.error()};
    if (auto set = (*made)->set_option("EvalFile", network); !set) return Unexpected{set.error()};
    return made;
  };
  std::mutex mutex;
  std::optional<Progress> bar;
  train::LearnStage stage;
  const bool watched = ::isatty(STDERR_FILENO);
  const auto draw = [&] {
    bar->set_earlier(stage.earlier());
    bar->update(stage.done());
  };
  train::LearnObserver observer;
  observer.on_stage = [&](const train::LearnStage& next) {
    const std::scoped_lock lock(mutex);
    bar.reset();  // wipes its line
    if (watched) fmt::print(stderr, "{}\n", next.what);
    stage = next;
    bar.emplace(stage.unit, stage.total);
    draw();
  };
  observer.on_generation = [&](const train::GenerationReport& r) {
    const std::scoped_lock lock(mutex);
    bar.reset();
    const auto elo = match::estimate(match::Tally{r.match.wins, r.match.draws, r.match.losses});
    const auto figure = [](double value) {
      return std::isfinite(value) ? json::Value(value) : json::Value();
    };
    if (as_json)
      print_json({{"generation", r.generation},
                  {"network", r.network_path},
                  {"games", r.games},
                  {"positions", r.positions},
                  {"validation_loss", r.validation_loss},
                  {"wins", r.match.wins},
                  {"draws", r.match.draws},
                  {"losses", r.match.losses},
                  {"elo", figure(elo.elo)},
                  {"elo_margin", figure(elo.elo_error)},
                  {"accepted", r.accepted}});
    else
      fmt::print(
          "generation {}: {} positions of {}, held out {:.5f}\n"
          "  against its teacher +{} ={} -{}, Elo {}{}\n",
          r.generation, r.positions, counted(r.games, "game"), r.validation_loss, r.match.wins,
          r.match.draws, r.match.losses, match::plus_minus(elo.elo, elo.elo_error),
          r.accepted ? "" : " (not accepted)");
    std::fflush(stdout);
  };
  auto best = [&] {
    const Drawer drawer([&] {
      const std::scoped_lock lock(mutex);
      if (bar) draw();
    });
    return train::learn(folder, options, make_agent, stop_signal(), observer);
  }();
  bar.reset();
  if (!best) return fail("learn: " + best.error().message);
  if (best->empty())
    fmt::print(stderr, "rookery: learn: stopped; the same command goes on\n");
  else if (!as_json)
    fmt::print("{0}\nplay it: rookery play --opponent rookery:EvalFile={0}\n", *best);
  return 0;
}

}  // namespace rookery::cli
