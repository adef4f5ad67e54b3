// `rookery openings`: makes a set of balanced openings by random play and a judge.
#include "match/openings.h"

#include <fmt/format.h>

#include "base/progress.h"
#include "chess/game.h"
#include "cli/arguments.h"
#include "cli/stop_signal.h"
#include "cli/typed_agent.h"
#include "notation/fen.h"
#include "notation/uci_move.h"

namespace rookery::cli {

int run_openings(Arguments arguments) {
  Parser parser("openings", "Makes balanced openings: random moves, kept if a judge agrees.",
                "  rookery openings --seed 7 --count 500 > openings.epd\n"
                "  rookery openings --count 4000 --nodes 20000 --format packed\n\n"
                "The same settings and judge give the same openings.");
  match::OpeningSettings settings;
  std::string agent = "rookery", format = "epd";
  std::uint64_t nodes = 20'000;
  int depth = 0;
  parser.add_option("--seed", settings.seed, "Seed [1]");
  parser.add_option("--count", settings.count, "How many [1000]")->check(CLI::Range(1, 1'000'000));
  parser.add_option("--min-plies", settings.min_plies, "Shortest, in half moves [8]")
      ->check(CLI::Range(0, 100));
  parser.add_option("--max-plies", settings.max_plies, "Longest [9]")->check(CLI::Range(1, 100));
  parser.add_option("--max-score", settings.max_score, "Centipawns either way [60]")
      ->check(CLI::Range(0, 10'000));
  parser.add_option("--agent", agent, "The judge [rookery]");
  auto* nodes_option = parser.add_option("--nodes", nodes, "Nodes for each judgement [20000]");
  parser.add_option("--depth", depth, "Depth of each judgement instead")
      ->check(CLI::Range(1, 100))
      ->excludes(nodes_option);
  parser.add_option("--format", format, "epd, moves or packed (as built in) [epd]")
      ->check(CLI::IsMember({"epd", "moves", "packed"}));
  if (const auto status = parser.run(arguments)) return *status;
  if (settings.min_plies > settings.max_plies) return fail("--min-plies is over --max-plies", 2);
  if (depth > 0)
    settings.limits.depth = depth;
  else
    settings.limits.nodes = nodes;
  auto judge = make_typed_agent(agent);
  if (!judge) return fail(judge.error().message, 2);

  const std::atomic<bool>& stop = stop_signal();
  Progress progress("openings", static_cast<std::uint64_t>(settings.count));
  const auto openings = match::generate_openings(settings, **judge, [&](int found) {
    progress.update(static_cast<std::uint64_t>(found));
    return !stop;
  });
  progress.finish();
  for (const match::Opening& opening : openings) {
    if (format == "packed") {
      fmt::print("{}\n", match::pack_opening(opening));
      continue;
    }
    chess::Game game(opening.start);
    std::string moves;
    for (const chess::Move m : opening.moves) {
      moves += (moves.empty() ? "" : " ") + notation::to_uci(m);
      game.play(m);
    }
    fmt::print("{}\n", format == "moves" ? moves : notation::to_fen(game.position()));
  }
  if (openings.size() == static_cast<std::size_t>(settings.count)) return 0;
  return fail(fmt::format("{} after {} of {} openings", stop ? "stopped" : "found no more",
                          openings.size(), settings.count));
}

}  // namespace rookery::cli
