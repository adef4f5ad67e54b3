// `rookery agents`: the roster, or the settings of one agent.
#include <fmt/format.h>

#include "base/printable.h"
#include "cli/arguments.h"
#include "cli/typed_agent.h"
#include "play/json.h"
#include "play/roster.h"

namespace rookery::cli {
namespace {

const char* type_name(search::OptionSpec::Type type) {
  constexpr const char* kNames[] = {"true or false", "number", "choice", "button", "text"};
  return kNames[static_cast<int>(type)];
}

json::Value to_json(const search::OptionSpec& option) {
  json::Value out = {
      {"name", option.name}, {"type", type_name(option.type)}, {"default", option.default_value}};
  if (option.type == search::OptionSpec::Type::spin) {
    out["min"] = option.min;
    out["max"] = option.max;
  }
  if (!option.choices.empty()) out["choices"] = option.choices;
  return out;
}

int list_settings(const std::string& name, bool as_json) {
  auto agent = make_typed_agent(name);
  if (!agent) return fail(agent.error().message, 2);
  const auto options = (*agent)->options();
  if (!as_json && options.empty()) fmt::print("{} has no settings.\n", name);
  if (!as_json && !options.empty())
    fmt::print("{:<22} {:<22} {}\n", "setting", "default", "values");
  for (const search::OptionSpec& option : options)
    if (as_json)
      print_json(to_json(option));
    else
      fmt::print("{:<22} {:<22} {}\n", printable(option.name), printable(option.default_value),
                 printable(search::values_text(option)));
  if (!as_json && !options.empty())
    fmt::print("\nUse: --agent {}:{}=VALUE\n", name, printable(options[0].name));
  return 0;
}

}  // namespace

int run_agents(Arguments arguments) {
  Parser parser("agents", "Lists the agents: name, strength, idea, origin.",
                "  rookery agents\n"
                "  rookery agents quiescent\n"
                "  rookery agents --json");
  bool as_json = false;
  std::string name;
  parser.add_option("NAME", name, "List the settings of this agent instead");
  parser.add_flag("--json", as_json, "Print one JSON object for each line");
  if (const auto status = parser.run(arguments)) return *status;
  if (!name.empty()) return list_settings(name, as_json);

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
