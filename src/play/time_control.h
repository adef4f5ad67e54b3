// TimeControl: how much time a player gets, and the one way to read and write it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "search/limits.h"

namespace rookery::play {

using search::Milliseconds;

struct TimeControl {
  Milliseconds base{0};       ///< for the period
  Milliseconds increment{0};  ///< added for each move
  int moves = 0;              ///< of a period, again and again; 0 = the whole game
  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// What a bare number before the + means: people play minutes, engines play seconds.
enum class BaseUnit { minutes, seconds };

/// "5+3", "0.5+1", "40/60+0.6"; with a unit it means the same everywhere: "5m+3", "300s+3". Behind
/// the + there are always seconds. "none" or "-" gives no control.
Result<std::optional<TimeControl>, Error> parse_time_control(std::string_view text,
                                                             BaseUnit bare = BaseUnit::minutes);
/// The shortest text that is read back with the same unit: "5+3", "40/60+0.6".
std::string to_text(const TimeControl& control, BaseUnit bare = BaseUnit::minutes);

}  // namespace rookery::play
