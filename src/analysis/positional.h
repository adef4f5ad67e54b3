// What changed where no piece was lost: the terms of the tuned evaluation that differ most between
// the quiet ends of two lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"

namespace rookery::analysis {

/// A group of terms that changed for the worse: a side's own that are less, or the other side's
/// that are more.
struct WorseGroup {
  std::string_view phrase;  ///< behind "leaves White with": "a less safe king"
  chess::Color side;        ///< whom it leaves with that
  double centipawns = 0;
};

/// Worst first; only groups that differ by a third of a pawn or more. Nothing if the material
/// differs or if the evaluation as a whole does not prefer `better`.
std::vector<WorseGroup> worse_groups(const chess::Position& end, const chess::Position& better,
                                     chess::Color side);

}  // namespace rookery::analysis
