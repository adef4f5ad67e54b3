// `rookery uci`: any agent as a UCI engine on standard input and output.
#include "uci/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <random>
#include <string>

#include "base/rng.h"
#include "cli/arguments.h"
#include "cli/typed_agent.h"
#include "play/bench.h"
#include "play/book.h"
#include "play/roster.h"

namespace rookery::cli {

namespace {

Result<uci::ServerSetup::Book, Error> open_book(const std::string& path) {
  auto opened = play::Book::open(path);
  if (!opened) return Unexpected{opened.error()};
  return uci::ServerSetup::Book(
      [book = *std::move(opened), rng = Rng(std::random_device{}())](
          const chess::Game& game) mutable { return book.pick(game.position(), rng); });
}

}  // namespace

int run_uci(Arguments arguments) {
  Parser parser("uci", "Offers an agent to a chess GUI (Universal Chess Interface).",
                "  rookery uci\n"
                "  rookery uci --agent minimax:depth=3\n"
                "  echo 'go depth 8' | rookery");
  std::string agent(play::roster().back().name);
  parser.add_option("--agent", agent, "Who thinks; the option Agent changes it")
      ->capture_default_str();
  if (const auto status = parser.run(arguments)) return *status;

  uci::ServerSetup setup;
  setup.name = "Rookery " ROOKERY_VERSION;
  setup.author = "the Rookery authors";
  setup.agents = {agent};
  for (const play::RosterEntry& entry : play::roster())
    if (entry.name != agent) setup.agents.emplace_back(entry.name);
  setup.make_agent = [](const std::string& name) -> search::MadeAgent {
    auto made = make_typed_agent(name);
    // An engine behind us tells its options only when it runs.
    if (made)
      if (const auto started = (*made)->start(); !started) return Unexpected{started.error()};
    return made;
  };
  setup.flagship = play::roster().back().name;
  setup.shows_lines = [](const std::string& name) {
    // The flagship's search does, with either evaluation, and so do programs; the classics decide
    // on one move.
    const std::string_view plain = std::string_view(name).substr(0, name.find(':'));
    return plain == "rookery" || plain == "tuned" || !play::in_roster(plain);
  };
  setup.open_book = open_book;
  setup.bench = [agent](search::Control& control) {
    auto made = make_typed_agent(agent);
    if (!made) return made.error().message;
    const play::BenchResult result = play::run_bench(**made, play::kBenchDepth, control);
    if (control.should_stop()) return std::string("info string bench stopped");
    return fmt::format("{} nodes {:.0f} nodes/s", result.nodes,
                       static_cast<double>(result.nodes) / std::max(result.seconds, 1e-9));
  };

  // A wrong name is a mistake in the arguments, told before a GUI asks anything.
  if (const auto known = make_typed_agent(agent); !known)
    return fail("uci: " + known.error().message, 2);
  std::ios::sync_with_stdio(false);
  // Reading flushes the tied output, and would do so while a searching thread writes to it.
  std::cin.tie(nullptr);
  uci::Server server(std::move(setup), std::cout);
  server.run(std::cin);
  return 0;
}

}  // namespace rookery::cli
