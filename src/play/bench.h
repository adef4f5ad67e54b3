// The benchmark: a fixed set of positions searched to a fixed depth.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "search/agent.h"

namespace rookery::play {

struct BenchResult {
  std::uint64_t nodes = 0;  ///< the signature: changes only when the search behaves differently
  double seconds = 0;
};

inline constexpr int kBenchDepth = 13;

/// Fifty positions from our own games.
std::span<const std::string_view> bench_positions();

/// Searches them one after another, each from a fresh state, until `control` says stop; `progress`
/// is told of each.
BenchResult run_bench(search::Agent& agent, int depth, search::Control& control,
                      const std::function<void(int done, std::uint64_t nodes)>& progress = {});

}  // namespace rookery::play
