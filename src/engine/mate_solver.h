// A mate solver: every move is tried, so that what it does not find is not there.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"

namespace rookery::engine {

struct MateAnswer {
  std::vector<chess::Move> line;  ///< of the shortest mate against the longest resistance, or empty
  bool is_complete = true;        ///< false: stopped before anything was known
};

/// The shortest mate that the side to move can force in at most `moves` moves, the first of them
/// one of `first_moves`. Positions that have occurred twice (in `past_keys`) are draws. `must_stop`
/// is told now and then how many nodes there were.
MateAnswer solve_mate(const chess::Position& root, std::span<const chess::Key> past_keys,
                      std::span<const chess::Move> first_moves, int moves,
                      const std::function<bool(std::uint64_t nodes)>& must_stop);

}  // namespace rookery::engine
