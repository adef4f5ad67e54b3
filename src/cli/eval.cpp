// `rookery eval`: an agent's static evaluation of a position, term by term.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/agent_arguments.h"
#include "cli/arguments.h"
#include "play/roster.h"

namespace rookery::cli {

int run_eval(Arguments arguments) {
  Parser parser("eval", "Evaluates a position without searching, term by term.",
                "  rookery eval --agent location --fen FEN\n"
                "  rookery eval --agent seven-terms --json");
  std::string agent_name, fen;
  bool as_json = false;
  parser.add_option("--agent", agent_name, "Agent; 'rookery agents' lists them")->required();
  parser.add_option("--fen", fen, "Position; the starting position if absent");
  parser.add_flag("--json", as_json, "Print one JSON object");
  if (const auto status = parser.run(arguments)) return *status;

  const auto position = read_position(fen);
  if (!position) return fail("eval: " + position.error().message, 2);
  auto agent = play::make_agent(agent_name);
  if (!agent) return fail("eval: " + agent.error().message, 2);
  const auto breakdown = (*agent)->explain(*position);
  if (!breakdown) return fail("eval: " + agent_name + " has no evaluation", 2);

  if (as_json) {
    nlohmann::json terms = nlohmann::json::array();
    for (const eval::Term& term : breakdown->terms)
      terms.push_back({{"name", term.name},
                       {"white", number(term.white)},
                       {"black", number(term.black)},
                       {"score", number(term.white - term.black)}});
    const nlohmann::json object = {{"agent", (*agent)->name()},
                                   {"score", number(breakdown->total)},
                                   {"unit", breakdown->unit},
                                   {"terms", terms}};
    fmt::print("{}\n", object.dump());
    return 0;
  }
  fmt::print("{} ({}; the last column is White's view)\n\n", (*agent)->name(), breakdown->unit);
  fmt::print("{:<22}{:>14}{:>14}{:>14}\n", "term", "White", "Black", "difference");
  for (const eval::Term& term : breakdown->terms)
    fmt::print("{:<22}{:>14}{:>14}{:>14}\n", term.name, number_text(term.white),
               number_text(term.black), number_text(term.white - term.black));
  fmt::print("{:<22}{:>42}\n", "total", number_text(breakdown->total));
  return 0;
}

}  // namespace rookery::cli
