// Entry point: picks the subcommand.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "base/printable.h"
#include "base/result.h"
#include "cli/commands.h"

namespace {

struct Command {
  const char* name;
  const char* summary;
  const char* example;
  int (*run)(rookery::cli::Arguments);
};

constexpr Command kCommands[] = {
    {"play", "a game in the terminal", "rookery play --level 3", rookery::cli::run_play},
    {"agents", "list the agents", "rookery agents", rookery::cli::run_agents},
    {"think", "one decision of one agent", "rookery think --agent minimax --depth 4",
     rookery::cli::run_think},
    {"eval", "a static evaluation, term by term", "rookery eval --agent seven-terms",
     rookery::cli::run_eval},
    {"compare", "the search methods side by side", "rookery compare --depth 4",
     rookery::cli::run_compare},
    {"review", "what happened in a game, and why", "rookery review game.pgn",
     rookery::cli::run_review},
    {"explain", "why a move is good or bad", "rookery explain --move f2f3",
     rookery::cli::run_explain},
    {"uci", "an agent as an engine for chess GUIs", "rookery uci --agent quiescent",
     rookery::cli::run_uci},
    {"selfplay", "make training data", "rookery selfplay --out games --threads 2",
     rookery::cli::run_selfplay},
    {"lichess", "play on Lichess as a bot", "rookery lichess --config bot.toml",
     rookery::cli::run_lichess},
    {"train", "make a network of self-play games", "rookery train --data games --out net",
     rookery::cli::run_train},
    {"bench", "search fixed positions; speed and signature", "rookery bench",
     rookery::cli::run_bench},
    {"suite", "solve the positions of an EPD file", "rookery suite tactics.epd --movetime 1000",
     rookery::cli::run_suite},
    {"match", "two players, many games, Elo", "rookery match location minimax --depth 3",
     rookery::cli::run_match},
    {"tournament", "round robin or gauntlet", "rookery tournament random minimax --depth 2",
     rookery::cli::run_tournament},
    {"openings", "make balanced openings", "rookery openings --count 500 > openings.epd",
     rookery::cli::run_openings},
    {"learn", "from random weights to a network", "rookery learn --out learned",
     rookery::cli::run_learn},
    {"perft", "count the legal move tree", "rookery perft 6", rookery::cli::run_perft},
    {"pgn", "check, rewrite or generate PGN files", "rookery pgn games.pgn --out clean.pgn",
     rookery::cli::run_pgn},
    {"syzygy", "check endgame tables", "rookery syzygy check /tables/345",
     rookery::cli::run_syzygy},
    {"tune", "fit the classical evaluation to games", "rookery tune data/gen0",
     rookery::cli::run_tune},
};

void print_help() {
  fmt::print("rookery {} - a colony of chess minds\n\nusage: rookery COMMAND [ARGUMENTS]\n\n",
             ROOKERY_VERSION);
  for (const Command& c : kCommands)
    fmt::print("  {:<11}{}\n             {}\n", c.name, c.summary, c.example);
  fmt::print("\n'rookery COMMAND --help' tells more about a command.\n");
}

}  // namespace

int main(int argc, char** argv) try {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  // People get the game; a GUI starts engines without arguments and talks through pipes.
  if (arguments.empty()) arguments = {::isatty(STDIN_FILENO) ? "play" : "uci"};
  const std::string& name = arguments[0];
  if (name == "--help" || name == "-h" || name == "help") return print_help(), 0;
  if (name == "--version") return fmt::print("rookery {}\n", ROOKERY_VERSION), 0;
  for (const Command& c : kCommands)
    if (name == c.name) {
      const int status = c.run(std::span(arguments).subspan(1));
      if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return status;
      fmt::print(stderr, "rookery: cannot write to standard output\n");
      return 1;
    }
  fmt::print(stderr, "rookery: no command '{}'; 'rookery --help' lists them\n",
             rookery::printable(name));
  return 2;
} catch (const rookery::FatalError& error) {
  fmt::print(stderr, "rookery: {}\n", rookery::printable(error.message));
  return error.exit_status;
} catch (const std::bad_alloc&) {
  std::fputs("rookery: not enough memory\n", stderr);
  return 1;
} catch (const std::exception& error) {
  fmt::print(stderr, "rookery: {}\n", rookery::printable(error.what()));
  return 1;
}
