// Settling: a line played on until nothing is left to take, so that its material can be counted.
#pragma once

#include <optional>

#include "analysis/analyst.h"
#include "analysis/line.h"

namespace rookery::analysis {

/// Neither side can win material by a capture, promote or give an answer to check that would change
/// the count: the side to move is not in check and no exchange wins a pawn.
bool is_quiet(const chess::Position& position);

/// Plays `line` on by the analyst's best moves to the first of two quiet positions in a row, or to
/// the end of the game; none if that is too far away. `game` is the game before the line.
std::optional<Line> settle(Analyst& analyst, const chess::Game& game, Line line);

/// What `side` has lost in pieces from the beginning of the line to its end, in pawns; negative if
/// it won something.
int material_lost(const Line& line, chess::Color side);

}  // namespace rookery::analysis
