#include "train/learn.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/atomic_file.h"
#include "base/read_file.h"
#include "base/rng.h"
#include "base/threads.h"

namespace rookery::train {

namespace {

namespace fs = std::filesystem;

/// The result of one game by the rules, or a draw at the end of patience.
Result<Verdict, Error> play_one(search::Agent& white, search::Agent& black, chess::Game game,
                                const search::Limits& limits) {
  search::Control control;
  search::NullSink sink;
  white.new_game();
  black.new_game();
  while (game.ply() < 400) {
    if (const auto outcome = game.outcome()) return verdict_of(*outcome);
    search::Agent& mover = game.position().side_to_move() == chess::Color::white ? white : black;
    control.reset();
    const search::SearchResult result = mover.think(game, limits, control, sink);
    if (result.failure) return Unexpected{Error{*result.failure}};
    if (!game.position().is_legal(result.best))
      return Unexpected{Error{"the agent played an illegal move"}};
    game.play(result.best);
  }
  return Verdict::draw;
}

/// A small text file that says that a generation is complete, and what came of it.
std::string describe(const GenerationReport& r) {
  return fmt::format("{}\n{} {} {:.6f} {} {} {} {}\n", fs::path(r.network_path).filename().string(),
                     r.games, r.positions, r.validation_loss, r.match.wins, r.match.draws,
                     r.match.losses, int{r.accepted});
}

std::optional<GenerationReport> read_report(const std::string& path, int generation) {
  const auto text = read_file(path, FileKind::settings);
  if (!text) return std::nullopt;
  std::istringstream in(*text);
  GenerationReport r;
  r.generation = generation;
  int accepted = 0;
  if (!std::getline(in, r.network_path) ||
      !(in >> r.games >> r.positions >> r.validation_loss >> r.match.wins >> r.match.draws >>
        r.match.losses >> accepted))
    return std::nullopt;
  r.accepted = accepted != 0;
  r.network_path = (fs::path(path).parent_path() / r.network_path).string();
  return r;
}

/// Everything but how far to go: a loop may be given more generations later.
std::string settings_of(const LearnOptions& o) {
  return fmt::format(
      "agent: {}\nthreads: {}\ngames: {}\nmatch_games: {}\nremember: {}\nseed: {}\n"
      "soft_nodes: {}\n{}",
      o.selfplay.agent, o.threads, o.games, o.match_games, o.remember, o.seed,
      o.selfplay.soft_nodes, o.train.settings());
}

/// Begins a folder with these settings, or says that it was begun with others.
Result<Ok, Error> claim_folder(const std::string& folder, const std::string& settings) {
  std::error_code error;
  fs::create_directories(folder, error);
  const std::string path = folder + "/settings";
  if (!fs::exists(path, error)) return write_file(path, settings);
  const auto begun = read_file(path, FileKind::settings);
  if (!begun) return Unexpected{begun.error()};
  if (*begun == settings) return Ok{};
  return Unexpected{Error{path + ": was begun with other settings; name another folder"}};
}

/// Centipawns for a log-odds of 1 where there are no scores to take it from.
constexpr int kRandomScale = 200;

Result<std::string, Error> random_network(const std::string& folder, std::uint64_t seed) {
  const std::string path = folder + "/random.nnue";
  const auto saved =
      nnue::save_network(path, quantise(Model::random(seed), kRandomScale), "random weights\n");
  if (!saved) return Unexpected{saved.error()};
  return path;
}

}  // namespace

Result<MatchScore, Error> play_match(const search::AgentMaker& first,
                                     const search::AgentMaker& second, int games, int threads,
                                     const SelfplayOptions& options, const std::atomic<bool>& stop,
                                     std::atomic<std::uint64_t>& played) {
  MatchScore score;
  std::optional<Error> failed;
  std::mutex mutex;
  std::atomic<int> next{0};
  search::Limits limits;
  limits.soft_nodes = options.soft_nodes;
  limits.nodes = options.soft_nodes * 20;
  const auto worker = [&] {
    auto a = first(), b = second();
    std::optional<Error> error;
    if (!a || !b) error = !a ? a.error() : b.error();
    for (int pair; !error && !stop && (pair = next++) < (games + 1) / 2;) {
      Rng rng(SplitMix64(options.seed + static_cast<std::uint64_t>(pair)).next());
      const std::uint16_t start = random_start(rng, options.chess960_share);
      const chess::Game opening = random_opening(rng, options.random_plies, start);
      for (const bool a_is_white : {true, false}) {
        auto result =
            a_is_white ? play_one(**a, **b, opening, limits) : play_one(**b, **a, opening, limits);
        if (!result) {
          error = result.error();
          break;
        }
        ++played;
        const std::scoped_lock lock(mutex);
        if (*result == Verdict::draw)
          ++score.draws;
        else if ((*result == Verdict::white_wins) == a_is_white)
          ++score.wins;
        else
          ++score.losses;
      }
    }
    const std::scoped_lock lock(mutex);
    if (error) failed = error;
  };
  run_on_threads(threads, worker);
  if (failed) return Unexpected{*failed};
  return score;
}

Result<std::string, Error> learn(const std::string& folder, const LearnOptions& options,
                                 const NetworkAgentMaker& make_agent, const std::atomic<bool>& stop,
                                 const LearnObserver& observer) {
  std::error_code error;
  if (auto claimed = claim_folder(folder, settings_of(options)); !claimed)
    return Unexpected{claimed.error()};
  auto network = random_network(folder, options.seed);
  if (!network) return network;
  std::string best = *network;
  int first_taught = 1;  // the first generation whose games a trained network played

  for (int generation = 1; generation <= options.generations; ++generation) {
    const auto folder_of = [&](int g) { return fmt::format("{}/generation-{}", folder, g); };
    const std::string here = folder_of(generation);
    const std::string report_path = here + "/report";
    fs::create_directories(here, error);
    auto report = read_report(report_path, generation);
    if (!report) {
      report.emplace();
      report->generation = generation;

      SelfplayOptions play = options.selfplay;
      play.agent = fs::path(best).filename();
      play.seed = options.seed + static_cast<std::uint64_t>(generation);
      play.games = (options.games + static_cast<std::uint64_t>(options.threads) - 1) /
                   static_cast<std::uint64_t>(options.threads);
      const auto begin = [&](std::string_view what, const char* unit, std::uint64_t total,
                             std::function<std::uint64_t()> done,
                             std::function<std::uint64_t()> earlier) {
        observer.on_stage(
            {fmt::format("generation {} of {}: {}", generation, options.generations, what), unit,
             total, std::move(done), std::move(earlier)});
      };
      // Shared, for whoever draws a bar may look a moment later than a stage ends.
      const auto progress = std::make_shared<SelfplayProgress>();
      begin(
          "self-play", "games", play.games * static_cast<std::uint64_t>(options.threads),
          [progress] { return progress->games.load(); },
          [progress] { return progress->earlier_games.load(); });
      const std::string games = here + "/games";
      if (auto played = run_selfplay(
              games, options.threads, play, [&] { return make_agent(best); }, stop, *progress);
          !played)
        return Unexpected{played.error()};
      if (stop) return std::string();

      std::vector<std::string> data;
      const int oldest = std::max(first_taught, generation - options.remember);
      for (int g = std::min(oldest, generation); g <= generation; ++g)
        data.push_back(folder_of(g) + "/games");
      TrainOptions train = options.train;
      train.threads = options.threads;
      train.seed = play.seed;
      // Random weights score at random: their games have nothing to teach but results.
      if (best == *network) {
        train.lambda = 1;
        train.final_lambda.reset();
        train.centipawn_scale = kRandomScale;
      }
      TrainingObserver training;
      const auto steps = std::make_shared<std::atomic<std::uint64_t>>(0);
      training.on_start = [&](const Dataset& used, const Trainer& trainer) {
        report->games = used.games();
        report->positions = used.positions();
        begin(
            "training", "steps", trainer.total_steps(), [steps] { return steps->load(); },
            [earlier = trainer.steps()] { return earlier; });
      };
      training.on_step = [&](const Trainer& trainer) { *steps = trainer.steps(); };
      auto trained = run_training(here, data, train, stop, training);
      if (!trained) return Unexpected{trained.error()};
      if (!trained->finished) return std::string();
      report->network_path = trained->network_path;
      report->validation_loss = trained->validation_loss;

      const auto played = std::make_shared<std::atomic<std::uint64_t>>(0);
      begin(
          "a match with the last network", "games", static_cast<std::uint64_t>(options.match_games),
          [played] { return played->load(); }, [] { return std::uint64_t{0}; });
      play.seed += 1'000'000;
      auto match = play_match([&] { return make_agent(report->network_path); },
                              [&] { return make_agent(best); }, options.match_games,
                              options.threads, play, stop, *played);
      if (!match) return Unexpected{match.error()};
      if (stop) return std::string();
      report->match = *match;
      report->accepted = 2 * match->points() > match->games();
      if (auto written = write_file(report_path, describe(*report)); !written)
        return Unexpected{written.error()};
    }
    if (best == *network) first_taught = generation + 1;
    if (report->accepted) best = report->network_path;
    observer.on_generation(*report);
  }
  return best;
}

}  // namespace rookery::train
