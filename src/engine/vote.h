// Which thread's answer is played after a search with several.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "chess/move.h"
#include "engine/params.h"
#include "eval/score.h"

namespace rookery::engine {

/// What one thread found.
struct Vote {
  chess::Move move;
  eval::Value value;
  int depth;  ///< completed; 0 = none, the thread has nothing to say
};

/// Each thread votes for its best move, with the more weight the deeper and better its result.
/// Returns the index of the thread that speaks for the winner; the first if nobody has a result.
inline std::size_t elect(std::span<const Vote> votes) {
  eval::Value lowest = eval::kInfinity;
  for (const Vote& v : votes)
    if (v.depth > 0) lowest = std::min(lowest, v.value);
  const auto weight_of = [&](chess::Move move) {
    std::int64_t weight = 0;
    for (const Vote& v : votes)
      if (v.depth > 0 && v.move == move)
        weight += std::int64_t{v.value - lowest + params::vote_offset} * v.depth;
    return weight;
  };
  std::size_t chosen = 0;
  for (std::size_t i = 1; i < votes.size(); ++i) {
    const Vote &a = votes[i], &b = votes[chosen];
    if (a.depth == 0) continue;
    // The shortest mate; and no hope from a thread that has looked less deep.
    const bool better = b.depth == 0                  ? true
                        : b.value >= eval::kMateBound ? a.value > b.value
                        : b.value <= -eval::kMateBound
                            ? a.value > b.value && a.depth >= b.depth
                            : a.value >= eval::kMateBound || weight_of(a.move) > weight_of(b.move);
    if (better) chosen = i;
  }
  return chosen;
}

}  // namespace rookery::engine
