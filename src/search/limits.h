// Limits: how long an agent may think about one move.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "chess/move.h"
#include "chess/piece.h"

namespace rookery::search {

using Milliseconds = std::chrono::milliseconds;

/// One player's clock as UCI reports it.
struct ClockState {
  Milliseconds remaining{0};
  Milliseconds increment{0};
};

/// Whatever is set applies; the first reached ends the search. Nothing set: the agent's default
/// (its own depth for classic agents; for the flagship, think until stopped).
struct Limits {
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;  ///< hard node limit
  /// Finish the iteration in which this many nodes are passed (self-play); nodes still applies.
  std::optional<std::uint64_t> soft_nodes;
  std::optional<Milliseconds> move_time;
  std::optional<ClockState> clock[2];  ///< by color
  std::optional<int> moves_to_go;
  std::optional<int> mate;  ///< search for a mate in this many moves
  bool infinite = false;    ///< never return before Control::stop
  bool ponder = false;      ///< begin in ponder mode; see Control::ponder_hit
  /// When the question came, if the answer's clock has run since; otherwise it runs from now.
  std::optional<std::chrono::steady_clock::time_point> received;
  std::vector<chess::Move> search_moves;  ///< if not empty, only these at the root
  int multi_pv = 1;
  /// For agents that would think until stopped, where nothing else ends the search.
  std::optional<Milliseconds> usual_time;

  bool has_clock(chess::Color c) const { return clock[index(c)].has_value(); }
  /// Whether time ends the search of the side to move.
  bool is_timed(chess::Color side) const { return move_time || has_clock(side); }
  /// Whether any agent's search ends by itself.
  bool is_limited(chess::Color side) const {
    return !infinite && (depth || nodes || soft_nodes || mate || is_timed(side));
  }
  /// The same for an agent that has no limit of its own.
  Limits with_usual_time(chess::Color side) const {
    Limits limits = *this;
    if (!infinite && !is_limited(side)) limits.move_time = usual_time;
    return limits;
  }
};

}  // namespace rookery::search
