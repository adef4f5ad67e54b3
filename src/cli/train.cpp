// `rookery train`: makes a network of self-play games.
#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <string>

#include "base/progress.h"
#include "cli/arguments.h"
#include "cli/recipe_arguments.h"
#include "cli/stop_signal.h"
#include "train/session.h"

namespace rookery::cli {

int run_train(Arguments arguments) {
  Parser parser("train",
                "Trains a network on self-play games. A run that was stopped or killed goes on\n"
                "from its last checkpoint when started again with the same settings.",
                "  rookery train --data data/first --out data/net1\n"
                "  rookery train --data data/first data/second --out data/net2 --lambda 0.2\n"
                "  rookery train --data data/third --out data/net3 --from nets/<hash>.nnue \\\n"
                "    --batch 8192 --lr 1e-3 --final-lr 1e-5 --final-lambda 0.4");
  train::TrainOptions options;
  std::vector<std::string> paths;
  std::string folder;
  bool as_json = false;
  parser.add_option("--data", paths, "Files of games, or folders of them")->required();
  parser.add_option("--out", folder, "Folder for checkpoint, loss curve and network")->required();
  std::string start;
  add_recipe_options(parser, options);
  parser.add_option("--from", start, "Begin with this network, not at random");
  parser.add_option("--threads", options.threads, "Threads")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  parser.add_option("--seed", options.seed, "First weights and order")->capture_default_str();
  parser.add_flag("--json", as_json, "Print JSON, one object a line");
  if (const auto status = parser.run(arguments)) return *status;
  if (!start.empty()) {
    auto network = eval::nnue::load_network(start);
    if (!network) return fail("train: " + network.error().message);
    options.start = *network;
  }

  using Clock = std::chrono::steady_clock;
  std::optional<Progress> bar;
  auto epoch_start = Clock::now();
  std::uint64_t epoch_first_step = 0;
  double speed = 0;
  train::TrainingObserver observer;
  const train::Trainer* run = nullptr;
  observer.on_start = [&](const train::Dataset& data, const train::Trainer& trainer) {
    run = &trainer;
    if (!as_json) {
      fmt::print("{} positions of {}, {} held out\n", data.positions(),
                 counted(data.games(), "game"), data.validation().size());
      for (const train::Origin& origin : data.origins())
        fmt::print("  {} of {}: result = 1 / (1 + exp(-score / {:.1f}))\n", origin.positions,
                   origin.agent, origin.sigmoid_scale);
      if (data.illegal_games())
        fmt::print("{} games end at an illegal move\n", data.illegal_games());
      if (trainer.steps() > 0)
        fmt::print("going on at step {} of {}\n", trainer.steps(), trainer.total_steps());
    }
    bar.emplace("steps", trainer.total_steps());
    bar->set_earlier(trainer.steps());
    epoch_first_step = trainer.steps();
    epoch_start = Clock::now();
  };
  observer.on_step = [&](const train::Trainer& trainer) {
    const double seconds = std::chrono::duration<double>(Clock::now() - epoch_start).count();
    speed = static_cast<double>((trainer.steps() - epoch_first_step) * trainer.batch_size()) /
            std::max(seconds, 1e-9);
    bar->update(trainer.steps(),
                fmt::format("{:.0f} positions/s, loss {:.5f}", speed, trainer.running_loss()));
  };
  observer.on_epoch = [&](const train::EpochReport& report) {
    bar->finish();
    if (as_json)
      print_json({{"epoch", report.epoch},
                  {"train_loss", report.train_loss},
                  {"validation_loss", report.validation_loss},
                  {"learning_rate", report.learning_rate},
                  {"positions_per_second", speed}});
    else
      fmt::print("epoch {:>3}  loss {:.6f}  held out {:.6f}  rate {:.1e}  {:.0f} positions/s\n",
                 report.epoch, report.train_loss, report.validation_loss, report.learning_rate,
                 speed);
    std::fflush(stdout);
    epoch_start = Clock::now();
    epoch_first_step = run->steps();
  };
  auto result = train::run_training(folder, paths, options, stop_signal(), observer);
  bar.reset();
  if (!result) return fail("train: " + result.error().message);
  if (as_json)
    print_json({{"finished", result->finished},
                {"network", result->network_path},
                {"validation_loss", result->validation_loss},
                {"quantised_loss", result->quantised_loss},
                {"quantisation_mean_cp", result->quantisation.mean_centipawns},
                {"quantisation_max_cp", result->quantisation.max_centipawns}});
  else if (!result->finished)
    fmt::print(stderr, "rookery: train: stopped; the same command goes on\n");
  else
    fmt::print(
        "{}\nlosses: {}/loss.svg\nplay it: rookery play --opponent rookery:EvalFile={}\n"
        "quantised: held out {:.6f}, off by {:.2f} cp on average, {:.1f} at most\n",
        result->network_path, folder, result->network_path, result->quantised_loss,
        result->quantisation.mean_centipawns, result->quantisation.max_centipawns);
  return 0;
}

}  // namespace rookery::cli
