// Perft: the number of leaves of the legal move tree, the test of every move generator.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "chess/position.h"

namespace rookery::chess {

/// Leaves at `depth` plies; the last ply is counted, not played.
std::uint64_t perft(const Position& position, int depth);
/// The same, divided among threads by the first two plies; threads >= 1.
std::uint64_t perft(const Position& position, int depth, int threads);
/// Leaves below each legal move; depth >= 1.
std::vector<std::pair<Move, std::uint64_t>> perft_divide(const Position& position, int depth,
                                                         int threads = 1);

}  // namespace rookery::chess
