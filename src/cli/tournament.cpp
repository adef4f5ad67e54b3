// `rookery tournament`: a round robin or gauntlet with ratings and a crosstable.
#include "cli/arena.h"

namespace rookery::cli {

int run_tournament(Arguments arguments) {
  Parser parser("tournament", "Plays a round robin or a gauntlet between several players.",
                "  rookery tournament random minimax alphabeta --depth 3 --games 10\n"
                "  rookery tournament rookery cmd=stockfish cmd=toga2 --format gauntlet \\\n"
                "    --tc 10+0.1 --games 100 --concurrency 2 --pgn t.pgn --db t.db\n\n"
                "Players are written as for 'rookery match'. In a gauntlet the first one plays\n"
                "all others.");
  ArenaOptions options;
  options.event = "Rookery tournament";
  std::vector<std::string> players;
  std::string format = "round-robin";
  parser.add_option("PLAYERS", players, "Two players or more")->required()->expected(2, 1000);
  parser.add_option("--format", format, "round-robin or gauntlet [round-robin]")
      ->check(CLI::IsMember({"round-robin", "gauntlet"}));
  add_arena_options(parser, options);
  if (const auto status = parser.run(arguments)) return *status;
  options.has_draw = parser.count("--draw") > 0;
  options.has_resign = parser.count("--resign") > 0;
  return run_arena(options, players,
                   format == "gauntlet" ? match::Format::gauntlet : match::Format::round_robin);
}

}  // namespace rookery::cli
