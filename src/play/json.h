// Players, levels and clocks as JSON; docs/json.md shows them.
#pragma once

#include "json/value.h"
#include "play/clock.h"
#include "play/levels.h"
#include "play/player_spec.h"
#include "play/roster.h"

namespace rookery::play {

/// {"name", "alias", "idea", "origin", "elo"}
json::Value to_json(const RosterEntry& entry);
/// {"level", "name", "character", "elo"}
json::Value to_json(const Level& level);
/// {"base_ms", "inc_ms"}
json::Value to_json(const TimeControl& control);
/// {"spec", "title", "human", "level"?, "elo"?}
json::Value to_json(const PlayerSpec& player);

}  // namespace rookery::play
