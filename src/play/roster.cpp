#include "play/roster.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>
#include <vector>

#include "agents/agents.h"
#include "base/nearest.h"
#include "engine/engine.h"
#include "play/levels.h"
#include "uci/client.h"

namespace rookery::play {

namespace {

using MakeAgent = std::unique_ptr<search::Agent> (*)();

struct Place {
  RosterEntry entry;
  MakeAgent make;
};

std::unique_ptr<search::Agent> make_tuned() {
  return std::make_unique<engine::Engine>("tuned", engine::EvaluatorKind::classical);
}
/// The flagship, able to play at a level: then with the classical evaluation, so that a new network
/// does not change the levels, and with a small table, for it visits few positions.
std::unique_ptr<search::Agent> make_rookery() {
  auto limited = make_tuned();
  (void)limited->set_option("Hash", "1");  // without memory for it, it keeps the one it has
  return std::make_unique<LimitedAgent>(
      std::make_unique<engine::Engine>("rookery", engine::EvaluatorKind::network),
      std::move(limited));
}

constexpr Place kPlaces[] = {
    {{"random", "", "any legal move", "document 000", -559}, agents::make_random},
    {{"fixed-random", "", "any legal move, always the same one", "document 000", -519},
     agents::make_fixed_random},
    {{"piece-value", "", "alpha-beta; counts pieces", "document 000", -87},
     agents::make_piece_value},
    {{"location", "", "alpha-beta; pieces and where they stand", "document 000", -10},
     agents::make_location},
    {{"michniewski", "", "alpha-beta; Michniewski's tables", "document 000", 43},
     agents::make_michniewski},
    {{"seven-terms", "ceng461", "full minimax; seven evaluation terms", "document 001", 24},
     agents::make_seven_terms},
    {{"minimax", "", "full minimax; material and domination", "document 004", 0},
     agents::make_minimax},
    {{"alphabeta", "", "minimax with alpha-beta, as published", "document 004", -1},
     agents::make_alphabeta},
    {{"transposition", "", "alpha-beta with a table, as published", "document 004", -1},
     agents::make_transposition},
    {{"alphabeta-sound", "", "alphabeta with its flaws mended", "ours", 0},
     agents::make_alphabeta_sound},
    {{"transposition-sound", "", "transposition with its flaws mended", "ours", -1},
     agents::make_transposition_sound},
    {{"quiescent", "richey", "negamax; plays captures out first", "document 003", 215},
     agents::make_quiescent},
    {{"considerable", "melsh", "deepens by the clock; considerable moves", "document 002", 235},
     agents::make_considerable},
    {{"tuned", "", "the flagship with a tuned classical eval", "ours", {}}, make_tuned},
    {{"rookery", "", "the flagship; levels 1 to 12", "ours", {}}, make_rookery},
};

const Place* find_place(std::string_view name) {
  const auto found = std::find_if(std::begin(kPlaces), std::end(kPlaces), [&](const Place& p) {
    return p.entry.name == name || (!p.entry.alias.empty() && p.entry.alias == name);
  });
  return found == std::end(kPlaces) ? nullptr : found;
}

/// What was meant, if the agent does not have this setting.
std::string near_setting(search::Agent& agent, std::string_view setting) {
  const auto options = agent.options();
  if (search::find_option(options, setting)) return "";
  std::vector<std::string> names;
  for (const search::OptionSpec& option : options) names.push_back(option.name);
  return did_you_mean(setting, names);
}

using search::MadeAgent;
using Settings = std::vector<std::pair<std::string, std::string>>;

MadeAgent make_by_name(std::string_view name, Settings settings, const OwnEngines& engines) {
  std::unique_ptr<search::Agent> agent;
  if (const Place* place = find_place(name)) {
    agent = place->make();
  } else if (const OwnEngine* engine = engines.find(name)) {
    if (engine->agent.empty()) {
      if (auto program = find_program(engine->program.command); !program)
        return Unexpected{program.error()};
      agent = std::make_unique<uci::Client>(engine->program);
    } else {
      agent = make_roster_agent(engine->agent);
    }
    settings.insert(settings.begin(), engine->options.begin(), engine->options.end());
  } else {
    return Unexpected{unknown_agent(name, engines)};
  }
  for (const auto& [option, value] : settings)
    if (auto set = agent->set_option(option, value); !set)
      return Unexpected{Error{set.error().message + near_setting(*agent, option)}};
  return agent;
}

}  // namespace

std::span<const RosterEntry> roster() {
  static const std::vector<RosterEntry> entries = [] {
    std::vector<RosterEntry> list;
    for (const Place& place : kPlaces) list.push_back(place.entry);
    return list;
  }();
  return entries;
}

bool in_roster(std::string_view name) { return find_place(name) != nullptr; }

std::unique_ptr<search::Agent> make_roster_agent(std::string_view name) {
  assert(in_roster(name));
  return find_place(name)->make();
}

Error unknown_agent(std::string_view name, const OwnEngines& engines) {
  if (!engines.fault.empty())
    return Error{"no agent '" + std::string(name) + "', and " + engines.fault};
  std::vector<std::string_view> names;
  for (const Place& place : kPlaces)
    for (const std::string_view candidate : {place.entry.name, place.entry.alias})
      if (!candidate.empty()) names.push_back(candidate);
  const std::string near = did_you_mean(name, names);
  return Error{"no agent '" + std::string(name) + "'" +
               (near.empty() ? "; 'rookery agents' lists them" : near)};
}

Result<Settings, Error> parse_settings(std::string_view spec) {
  Settings settings;
  const std::size_t colon = spec.find(':');
  std::string_view text = colon == spec.npos ? "" : spec.substr(colon + 1);
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const std::string_view setting = text.substr(0, comma);
    text = comma == text.npos ? "" : text.substr(comma + 1);
    const std::size_t equals = setting.find('=');
    if (equals == setting.npos)
      return Unexpected{Error{"'" + std::string(setting) + "' in '" + std::string(spec) +
                              "' is no setting; write NAME=VALUE"}};
    settings.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
  }
  return settings;
}

MadeAgent make_agent(const OwnSpec& spec, const OwnEngines& engines) {
  const std::string_view text = spec.text();
  if (text.starts_with("cmd=")) {
    auto program = uci::parse_client_spec(text);
    if (!program) return Unexpected{program.error()};
    return std::unique_ptr<search::Agent>(std::make_unique<uci::Client>(std::move(*program)));
  }
  auto settings = parse_settings(text);
  if (!settings) return Unexpected{settings.error()};
  return make_by_name(text.substr(0, text.find(':')), *settings, engines);
}

MadeAgent make_agent(const NamedSpec& spec, const OwnEngines& engines) {
  return make_by_name(spec.name(), spec.settings(), engines);
}

MadeAgent make_agent(const PlayerSpec& spec, const OwnEngines& engines) {
  if (const NamedSpec* named = spec.named()) return make_agent(*named, engines);
  if (const OwnSpec* own = spec.own()) return make_agent(*own, engines);
  return Unexpected{Error{"'" + spec.title() + "' is no agent"}};
}

}  // namespace rookery::play
