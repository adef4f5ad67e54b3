// `rookery selfplay`: makes training data, or says what is in it.
#include "train/selfplay.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/progress.h"
#include "cli/arguments.h"
#include "cli/drawer.h"
#include "cli/queued_arena.h"
#include "cli/queued_selfplay.h"
#include "cli/stop_signal.h"
#include "cli/typed_agent.h"
#include "train/stats.h"

namespace rookery::cli {

namespace {

using train::DataStats;

double per(double a, std::uint64_t b) { return b == 0 ? 0 : a / static_cast<double>(b); }

void print_stats(const DataStats& s) {
  const auto share = [](std::uint64_t n, std::uint64_t of) {
    return fmt::format("{:>12} {:6.2f}%", n, 100 * per(static_cast<double>(n), of));
  };
  fmt::print("files        {:>12}\n", s.files);
  fmt::print("bytes        {:>12}  {:.2f} a position, {} broken at ends\n", s.bytes,
             per(static_cast<double>(s.bytes), s.positions), s.broken_bytes);
  fmt::print("games        {:>12}  {:.1f} plies each, {} duplicate, {} illegal\n", s.games,
             per(static_cast<double>(s.plies), s.games), s.duplicate_games, s.illegal_games);
  const char* results[] = {"Black wins", "draws", "White wins"};
  for (int i : {2, 1, 0}) fmt::print("  {:<11}{}\n", results[i], share(s.results[i], s.games));
  fmt::print("endings\n");
  for (std::size_t i = 0; i < s.reasons.size(); ++i)
    if (s.reasons[i])
      fmt::print("  {:<23}{}\n", reason_text(static_cast<chess::EndReason>(i)),
                 share(s.reasons[i], s.games));
  fmt::print("adjudication {:>12}  checked by playing on, {} of them wrong\n",
             s.adjudications_checked, s.adjudications_wrong);
  fmt::print("positions    {:>12}\n", s.positions);
  fmt::print("  kept       {}\n", share(s.kept, s.positions));
  fmt::print("  early      {}\n", share(s.early, s.positions));
  fmt::print("  in check   {}\n", share(s.in_check, s.positions));
  fmt::print("  noisy      {}\n", share(s.noisy, s.positions));
  fmt::print("  decided    {}\n", share(s.decided, s.positions));
  fmt::print("mean |score| {:>12.1f}  result = 1 / (1 + exp(-score / {:.1f}))\n",
             s.mean_absolute_score, s.sigmoid_scale);
  fmt::print(
      "win = 1 / (1 + exp((a - score) / b)): a {:.0f}, b {:.0f} at full material,\n"
      "  a {:.0f}, b {:.0f} with bare kings\n",
      s.chances.a_full, s.chances.b_full, s.chances.a_bare, s.chances.b_bare);
  if (!train::ChanceFit::is_settled(s.chances))
    fmt::print("  (these games are too few or too much alike to tell)\n");
}

json::Value to_json(const DataStats& s) {
  json::Value reasons = json::Value::object();
  for (std::size_t i = 0; i < s.reasons.size(); ++i)
    if (s.reasons[i]) reasons[reason_text(static_cast<chess::EndReason>(i))] = s.reasons[i];
  return {{"files", s.files},
          {"bytes", s.bytes},
          {"broken_bytes", s.broken_bytes},
          {"games", s.games},
          {"illegal_games", s.illegal_games},
          {"duplicate_games", s.duplicate_games},
          {"plies", s.plies},
          {"white_wins", s.results[2]},
          {"draws", s.results[1]},
          {"black_wins", s.results[0]},
          {"endings", reasons},
          {"adjudications_checked", s.adjudications_checked},
          {"adjudications_wrong", s.adjudications_wrong},
          {"positions", s.positions},
          {"kept", s.kept},
          {"early", s.early},
          {"in_check", s.in_check},
          {"noisy", s.noisy},
          {"decided", s.decided},
          {"mean_absolute_score", s.mean_absolute_score},
          {"sigmoid_scale", s.sigmoid_scale},
          {"chances",
           {{"a_bare", s.chances.a_bare},
            {"a_full", s.chances.a_full},
            {"b_bare", s.chances.b_bare},
            {"b_full", s.chances.b_full}}}};
}

}  // namespace

int run_selfplay(Arguments arguments) {
  Parser parser("selfplay",
                "An agent plays itself and every position is stored with score and result.\n"
                "A run that was stopped or killed goes on when started again.",
                "  rookery selfplay --out data/first --games 10000 --threads 2\n"
                "  rookery selfplay --out data/first --seed 7 --games 0   (until Ctrl-C)\n"
                "  rookery selfplay --out data/both --games 0 --chess960 0.2\n"
                "  rookery selfplay --out data/many --games 1000000 --queue URL\n"
                "  rookery selfplay --stats data/first");
  train::SelfplayOptions options;
  std::string folder;
  int threads = 1;
  std::uint64_t games = 1000;
  std::vector<std::string> stats;
  bool as_json = false;
  auto* out = parser.add_option("--out", folder, "Folder for the files, one for each thread");
  parser.add_option("--games", games, "Games in all; 0 = until stopped")->capture_default_str();
  parser.add_option("--threads", threads, "Threads")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  parser.add_option("--nodes", options.soft_nodes, "Finish the iteration that passes this many")
      ->check(CLI::Range(1, 1'000'000'000))
      ->capture_default_str();
  parser.add_option("--agent", options.agent, "Who plays")->capture_default_str();
  parser.add_option("--seed", options.seed, "Openings; another seed, other games")
      ->capture_default_str();
  parser
      .add_option("--random-plies", options.random_plies, "Random moves at the start, or one more")
      ->check(CLI::Range(0, 40))
      ->capture_default_str();
  parser
      .add_option("--chess960", options.chess960_share,
                  "Share of the games that begin from any Chess960 position, 0 to 1")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  parser.add_option("--hash", options.hash_mb, "Hash of each thread in MB")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  QueueOptions queue;
  add_queue_options(parser, queue);
  parser.add_option("--stats", stats, "Say what is in these files or folders")->excludes(out);
  parser.add_flag("--json", as_json, "Print one JSON object");
  if (const auto status = parser.run(arguments)) return *status;

  if (!stats.empty()) {
    auto files = train::open_games(stats);
    if (!files) return fail("selfplay: " + files.error().message);
    const DataStats collected = train::collect_stats(*files);
    if (as_json)
      print_json(to_json(collected));
    else
      print_stats(collected);
    return 0;
  }
  if (folder.empty()) return fail("selfplay: --out or --stats is needed", 2);

  const std::string player = options.agent;
  // Training fits the scale of each agent's scores; with another network it is another agent.
  const auto agent = make_typed_agent(player);
  if (!agent) return fail("selfplay: " + agent.error().message, 2);
  if (const std::string network = (*agent)->network(); !network.empty())
    options.agent += ", network " + network;
  options.games = (games + static_cast<std::uint64_t>(threads) - 1) / threads;
  train::SelfplayProgress done;
  const auto start = std::chrono::steady_clock::now();
  Result<Ok, Error> result = Ok{};
  if (!queue.url.empty()) {
    if (games == 0) return fail("selfplay: --queue needs a number of --games", 2);
    const auto all = run_queued_selfplay(queue, folder, threads, player, options);
    if (!all) return fail("selfplay: " + all.error().message);
    done.games = all->games;
    done.positions = all->positions;
    done.kept = all->kept;
    done.threads = threads;
  } else {
    Progress bar("games", options.games * threads);
    const Drawer drawer([&] {
      bar.set_earlier(done.earlier_games);
      bar.update(done.games, fmt::format("{} positions", done.positions.load()));
    });
    result = train::run_selfplay(
        folder, threads, options, [&] { return make_typed_agent(player); }, stop_signal(), done);
  }
  if (!result) return fail("selfplay: " + result.error().message);
  if (done.threads < threads)
    fmt::print(stderr, "rookery: selfplay: the system gave only {} of {} threads\n",
               done.threads.load(), threads);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double rate = static_cast<double>(done.kept) / std::max(seconds, 1e-9);
  if (as_json)
    print_json({{"games", done.games.load()},
                {"new_positions", done.positions.load()},
                {"new_kept", done.kept.load()},
                {"time_ms", json::number(std::round(seconds * 1e3))},
                {"kept_per_second", rate}});
  else
    fmt::print("{} games in {}; {} new positions, {} of them to be learned from: {:.0f} a second\n",
               done.games.load(), folder, done.positions.load(), done.kept.load(), rate);
  return 0;
}

}  // namespace rookery::cli
