// The roster: every agent by name. The only place that names concrete agents.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "base/result.h"
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

/// `spec` is a name with optional settings, "quiescent:level=easy,depth=3", or an external engine,
/// "cmd=stockfish,option.Hash=16,name=SF". An unknown name gives an error with the nearest one.
Result<std::unique_ptr<search::Agent>, Error> make_agent(std::string_view spec);

}  // namespace rookery::play
