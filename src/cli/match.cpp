// `rookery match`: two players, many games, and what the result says about their strength.
#include "cli/arena.h"

namespace rookery::cli {

int run_match(Arguments arguments) {
  Parser parser("match", "Plays games between two agents or UCI engines.",
                "  rookery match location michniewski --depth 3 --games 20\n"
                "  rookery match rookery cmd=stockfish,option.Hash=16,name=SF --tc 10+0.1\n"
                "  rookery match cmd=./new cmd=./old --nodes 20000 --games 40000 \\\n"
                "    --concurrency 2 --sprt elo0=0 elo1=5 --pgn test.pgn --db test.db\n\n"
                "A player is an agent (rookery agents) with settings, 'minimax:depth=3', or an\n"
                "engine, 'cmd=PROGRAM' with arg=, dir=, option.NAME=, timeout=SECONDS. Both also\n"
                "take name=, tc=, st=, nodes=, depth=. Each opening is played with both colours.");
  ArenaOptions options;
  std::vector<std::string> players;
  parser.add_option("PLAYERS", players, "The two players")->required()->expected(2);
  add_arena_options(parser, options);
  auto* sprt = parser.add_option("--sprt", options.sprt,
                                 "Stop when decided: elo0=0 elo1=5 alpha=0.05 beta=0.05 "
                                 "model=logistic|normalised");
  sprt->expected(0, 5);
  if (const auto status = parser.run(arguments)) return *status;
  options.has_draw = parser.count("--draw") > 0;
  options.has_resign = parser.count("--resign") > 0;
  options.has_sprt = parser.count("--sprt") > 0;
  return run_arena(options, players, match::Format::round_robin);
}

}  // namespace rookery::cli
