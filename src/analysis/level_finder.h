// How hard a move is to find: the lowest of our levels that plays it.
#pragma once

#include <optional>

#include "chess/game.h"
#include "search/control.h"

namespace rookery::analysis {

/// The lowest level that plays `best` with at least 7 of 10 seeds; none if only the whole engine
/// may, or if it was stopped. The same answer every time.
std::optional<int> lowest_level_that_finds(const chess::Game& game, chess::Move best,
                                           search::Control& control);

}  // namespace rookery::analysis
