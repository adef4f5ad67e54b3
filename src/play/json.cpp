#include "play/json.h"

namespace rookery::play {

json::Value to_json(const RosterEntry& entry) {
  return {{"name", entry.name},
          {"alias", entry.alias},
          {"idea", entry.idea},
          {"origin", entry.origin},
          {"elo", entry.elo ? json::Value(*entry.elo) : json::Value()}};
}

json::Value to_json(const Level& level) {
  return {{"level", level.number},
          {"name", level.name},
          {"character", level.character},
          {"elo", level.measured() ? json::Value(level.measured()) : json::Value()},
          {"strength", strength_text(level)}};
}

json::Value to_json(const TimeControl& control) {
  return {{"base_ms", control.base.count()}, {"inc_ms", control.increment.count()}};
}

json::Value to_json(const PlayerSpec& player) {
  json::Value out = {{"spec", player.named() ? player.named()->text() : player.saved_text()},
                     {"title", player.title()},
                     {"human", player.is_human()}};
  if (const Level* level = player.level()) {
    out["level"] = level->number;
    if (level->measured()) out["elo"] = level->measured();
  }
  return out;
}

}  // namespace rookery::play
