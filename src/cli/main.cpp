// Entry point: picks the subcommand.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "base/nearest.h"
#include "base/result.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/stop_signal.h"
#include "cli/version.h"
#include "search/agent_runner.h"

namespace {

struct Command {
  const char* name;
  const char* summary;
  const char* example;
  int (*run)(rookery::cli::Arguments);
};

constexpr Command kCommands[] = {
    {"play", "a game in the terminal", "rookery play --level 3", rookery::cli::run_play},
    {"web", "a game in the browser, and more", "rookery web", rookery::cli::run_web},
    {"agents", "list the agents", "rookery agents", rookery::cli::run_agents},
    {"think", "one decision of one agent", "rookery think --agent minimax --depth 4",
     rookery::cli::run_think},
    {"tree", "the tree of a search; why each branch was cut",
     "rookery tree --agent alphabeta-sound --depth 3", rookery::cli::run_tree},
    {"eval", "a static evaluation, term by term", "rookery eval --agent seven-terms",
     rookery::cli::run_eval},
    {"compare", "the search methods side by side", "rookery compare --depth 4",
     rookery::cli::run_compare},
    {"lesson", "the course: how a machine plays chess", "rookery lesson 1",
     rookery::cli::run_lesson},
    {"grade", "check a student's own chess program", "rookery grade cmd=./agent.py",
     rookery::cli::run_grade},
    {"practice", "the better moves of your own games, asked again", "rookery practice",
     rookery::cli::run_practice},
    {"review", "what happened in a game, and why", "rookery review game.pgn",
     rookery::cli::run_review},
    {"explain", "why a move is good or bad", "rookery explain --move f2f3",
     rookery::cli::run_explain},
    {"uci", "an agent as an engine for chess GUIs", "rookery uci --agent quiescent",
     rookery::cli::run_uci},
    {"selfplay", "make training data", "rookery selfplay --out games --threads 2",
     rookery::cli::run_selfplay},
    {"chances", "what a score means, by games", "rookery chances games --plot chances.svg",
     rookery::cli::run_chances},
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
    {"worker", "play for a queue of many machines", "rookery worker postgresql://me@server/rookery",
     rookery::cli::run_worker},
    {"queue", "what many machines work on", "rookery queue postgresql://me@server/rookery",
     rookery::cli::run_queue},
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
    {"manual", "write man pages and completions", "rookery manual --out packaging/generated",
     rookery::cli::run_manual},
};

void print_help() {
  fmt::print("rookery {} - a colony of chess minds\n\nusage: rookery COMMAND [ARGUMENTS]\n\n",
             ROOKERY_VERSION);
  for (const Command& c : kCommands)
    fmt::print("  {:<11}{}\n             {}\n", c.name, c.summary, c.example);
  fmt::print(
      "\n'rookery COMMAND --help' tells more about a command; 'rookery --version\n"
      "--verbose' what this build is.\n");
}

int run(std::vector<std::string> arguments) {
  using namespace rookery;
  // People get the game; a GUI starts engines without arguments and talks through pipes.
  if (arguments.empty()) arguments = {::isatty(STDIN_FILENO) ? "play" : "uci"};
  const std::string& name = arguments[0];
  if (name == "--help" || name == "-h" || name == "help") return print_help(), 0;
  if (name == "--version") {
    const bool verbose = arguments.size() == 2 && arguments[1] == "--verbose";
    if (arguments.size() > 1 && !verbose)
      return cli::fail("--version takes nothing but --verbose", 2);
    return cli::print_version(verbose), 0;
  }
  std::vector<std::string_view> names;
  for (const Command& c : kCommands) {
    names.push_back(c.name);
    if (name != c.name) continue;
    cli::set_command_name(name);
    return c.run(std::span(arguments).subspan(1));
  }
  const std::string near = did_you_mean(name, names);
  return cli::fail(
      fmt::format("no command '{}'{}", name, near.empty() ? "; 'rookery --help' lists them" : near),
      2);
}

}  // namespace

namespace rookery::cli {

std::vector<CommandSummary> command_summaries() {
  std::vector<CommandSummary> out;
  for (const Command& c : kCommands) out.push_back({c.name, c.summary, c.run});
  return out;
}

}  // namespace rookery::cli

/// 0, 1 for a failure, 2 for a mistake in the arguments, 128 and the number of the signal (Ctrl-C:
/// 130) for a long job that was stopped.
int main(int argc, char** argv) try {
  const int status = run(std::vector<std::string>(argv + 1, argv + argc));
  const int signal = rookery::cli::received_signal();
  const bool written = std::fflush(stdout) == 0 && !std::ferror(stdout);
  const int end = !written      ? rookery::cli::fail("cannot write to standard output")
                  : signal != 0 ? 128 + signal
                                : status;
  // An agent that heeds nothing keeps nobody from leaving.
  if (!rookery::search::AgentRunner::wind_up()) std::_Exit(end);
  return end;
} catch (const rookery::FatalError& error) {
  return rookery::cli::fail(error.message, error.exit_status);
} catch (const std::bad_alloc&) {
  std::fputs("rookery: not enough memory\n", stderr);
  return 1;
} catch (const std::exception& error) {
  return rookery::cli::fail(error.what());
}
