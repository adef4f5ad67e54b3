// A player of a match: an agent by name, and how long it may think.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "play/time_control.h"

namespace rookery::match {

/// Whatever is set applies.
struct PlayerLimits {
  std::optional<play::TimeControl> time_control;
  std::optional<std::chrono::milliseconds> move_time;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;

  bool empty() const { return !time_control && !move_time && !nodes && !depth; }
  bool is_timed() const { return time_control || move_time; }
  /// "tc=10+0.1,nodes=20000".
  std::string text() const;
};

/// Takes one "tc=", "st=", "nodes=" or "depth=" setting. False if the key is another.
Result<bool, Error> set_limit(PlayerLimits& limits, std::string_view key, std::string_view value);

struct Player {
  std::string name;
  std::string agent;  ///< for play::make_agent
  PlayerLimits limits;
  bool external = false;  ///< not one of our agents but an engine in a process of its own
};

/// "minimax:depth=3", "rookery:level=5,nodes=20000", "cmd=stockfish,option.Hash=16,name=SF,st=1":
/// an agent of the roster or an external engine, with limits and a name of its own if wanted.
/// `common` fills in for a player without any limit.
Result<Player, Error> parse_player(std::string_view spec, const PlayerLimits& common);

/// One player's clock through a game.
class PlayerClock {
 public:
  explicit PlayerClock(const PlayerLimits& limits, std::chrono::milliseconds margin);
  /// The limits for the next move; `own` and `other` are the clocks by colour.
  static search::Limits limits_for(chess::Color side, const PlayerLimits& limits,
                                   const PlayerClock& white, const PlayerClock& black);
  /// How long the next move may take, margin included; none = as long as it likes.
  std::optional<std::chrono::nanoseconds> allowance() const;
  /// Takes the time of a move off the clock. False if it was too much.
  bool spend(std::chrono::nanoseconds time);
  std::chrono::nanoseconds remaining() const { return remaining_; }

 private:
  PlayerLimits limits_;
  std::chrono::nanoseconds margin_, remaining_{0};
  int moves_left_ = 0;
};

}  // namespace rookery::match
