// `rookery agents`: the roster.
#include <fmt/format.h>

#include "cli/arguments.h"
#include "play/json.h"
#include "play/roster.h"

namespace rookery::cli {

int run_agents(Arguments arguments) {
  Parser parser("agents", "Lists the agents: name, strength, idea, origin.",
                "  rookery agents\n"
                "  rookery agents --json");
  bool as_json = false;
  parser.add_flag("--json", as_json, "Print one JSON object for each agent");
  if (const auto status = parser.run(arguments)) return *status;

  if (!as_json) fmt::print("{:<19} {:>5}  {:<40} {}\n", "agent", "Elo", "idea", "origin");
  for (const play::RosterEntry& entry : play::roster()) {
    if (as_json) {
      print_json(play::to_json(entry));
    } else {
      fmt::print("{:<19} {:>5}  {:<40} {}\n", entry.name,
                 entry.elo ? fmt::format("{:+}", *entry.elo) : "", entry.idea, entry.origin);
      if (!entry.alias.empty()) fmt::print("  also: {}\n", entry.alias);
    }
  }
  if (!as_json)
    fmt::print("\nElo against minimax, all at depth 2; docs/lineage.md has the match.\n");
  return 0;
}

}  // namespace rookery::cli
