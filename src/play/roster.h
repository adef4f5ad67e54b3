// The roster: every agent by name. The only place that names concrete agents.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "play/player_spec.h"
#include "search/agent.h"

namespace rookery::play {

struct RosterEntry {
  std::string_view name;
  std::string_view alias;   ///< second name, or empty
  std::string_view idea;    ///< one line
  std::string_view origin;  ///< "document 004", "ours"
  /// Strength against minimax, all at depth 2, as measured in docs/lineage.md; none for those that
  /// are still growing.
  std::optional<int> elo;
};

/// In the order of the story: random first, flagship last.
std::span<const RosterEntry> roster();

/// By name or alias.
bool in_roster(std::string_view name);
/// `name` is in the roster.
std::unique_ptr<search::Agent> make_roster_agent(std::string_view name);

/// A name with optional settings, "quiescent:level=easy,depth=3", a name of config.toml, or an
/// external engine, "cmd=stockfish,option.Hash=16,name=SF". An unknown name gives an error with the
/// nearest one.
search::MadeAgent make_agent(const OwnSpec& spec, const OwnEngines& engines = own_engines());
search::MadeAgent make_agent(const NamedSpec& spec, const OwnEngines& engines = own_engines());
/// Nobody can be made for a person.
search::MadeAgent make_agent(const PlayerSpec& spec, const OwnEngines& engines = own_engines());

/// Those of "name:A=1,B=2".
Result<std::vector<std::pair<std::string, std::string>>, Error> parse_settings(
    std::string_view spec);
/// Says what is near.
Error unknown_agent(std::string_view name, const OwnEngines& engines);

}  // namespace rookery::play
