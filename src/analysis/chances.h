// Winning chances, accuracy and losses by the formulas that players know (published by Lichess).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "eval/score.h"

namespace rookery::analysis {

/// One of our centipawns in those of the published formula, which was fitted to another engine's.
inline constexpr double kPublishedUnit = 1.4;

/// Centipawns of the published formulas, clamped to +-1000 as they want it; mates are the limits.
inline double published_centipawns(eval::Value value) {
  if (std::abs(value) >= eval::kTablebaseBound) return value > 0 ? 1000 : -1000;
  return std::clamp(value * kPublishedUnit, -1000.0, 1000.0);
}

/// Win% of the side whose view the value is.
inline double win_percent(eval::Value value) {
  return 100 / (1 + std::exp(-0.00368208 * published_centipawns(value)));
}

/// Accuracy of one move in per cent, by what it lost in Win%.
inline double move_accuracy(double win_before, double win_after) {
  if (win_after >= win_before) return 100;
  const double raw = 103.1668100711649 * std::exp(-0.04354415386753951 * (win_before - win_after)) -
                     3.166924740191411 + 1;
  return std::clamp(raw, 0.0, 100.0);
}

}  // namespace rookery::analysis
