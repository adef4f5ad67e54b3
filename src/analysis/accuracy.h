// Accuracy of a player over a game, average loss, and the phases of a game, as players know them.
#pragma once

#include <span>
#include <vector>

#include "chess/game.h"
#include "eval/score.h"

namespace rookery::analysis {

/// One move as the figures need it: whose, and White's Win% before and after.
struct AccuracyPoint {
  chess::Color mover;
  double white_before, white_after;
  double accuracy;  ///< of the move itself
};

/// The mean of two: the mean weighted by how unsettled the game was around each move, and the
/// harmonic mean. 100 for a side without moves.
double game_accuracy(std::span<const AccuracyPoint> points, chess::Color side);

/// The weight of each move: the standard deviation of White's Win% in a window that ends there.
std::vector<double> volatility_weights(std::span<const AccuracyPoint> points);

enum class Phase { opening, middlegame, endgame };

/// The phase of each position of the game; phases only advance.
std::vector<Phase> phases(const chess::Game& game);

}  // namespace rookery::analysis
