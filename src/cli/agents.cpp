// `rookery agents`: the roster.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "play/roster.h"

namespace rookery::cli {

int run_agents(Arguments arguments) {
  Parser parser("agents", "Lists the agents: name, idea, origin.",
                "  rookery agents\n"
                "  rookery agents --json");
  bool as_json = false;
  parser.add_flag("--json", as_json, "Print one JSON object for each agent");
  if (const auto status = parser.run(arguments)) return *status;

  for (const play::RosterEntry& entry : play::roster()) {
    if (as_json) {
      const nlohmann::json object = {{"name", entry.name},
                                     {"alias", entry.alias},
                                     {"idea", entry.idea},
                                     {"origin", entry.origin}};
      fmt::print("{}\n", object.dump());
    } else {
      fmt::print("{:<20} {:<42} {}\n", entry.name, entry.idea, entry.origin);
      if (!entry.alias.empty()) fmt::print("  also: {}\n", entry.alias);
    }
  }
  return 0;
}

}  // namespace rookery::cli
