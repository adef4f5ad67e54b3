#include "analysis/accuracy.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rookery::analysis {

using namespace chess;

namespace {

double standard_deviation(std::span<const double> values) {
  const double mean =
      std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  double sum = 0;
  for (const double v : values) sum += (v - mean) * (v - mean);
  return std::sqrt(sum / static_cast<double>(values.size()));
}

int officers(const Position& p) {
  return count(p.pieces() & ~p.pieces(PieceType::pawn, PieceType::king));
}

bool has_left_home(const Position& p) {
  for (const Color c : kColors)
    if (count(p.pieces(c) & bits(relative_rank(c, Rank::r1))) < 4) return true;
  return false;
}

/// Pieces and pawns that stand in the other half of the board.
int across_the_middle(const Position& p) {
  constexpr Bitboard kUpper = 0xFFFFFFFF00000000u;
  return count(p.pieces(Color::white) & kUpper) + count(p.pieces(Color::black) & ~kUpper);
}

}  // namespace

std::vector<double> volatility_weights(std::span<const AccuracyPoint> points) {
  if (points.empty()) return {};
  std::vector<double> percents{points.front().white_before};
  for (const AccuracyPoint& point : points) percents.push_back(point.white_after);
  const std::size_t window =
      std::min(percents.size(), std::clamp<std::size_t>(points.size() / 10, 2, 8));
  std::vector<double> weights;
  for (std::size_t i = 0; i < points.size(); ++i) {
    // The window ends after the move; the first moves share the first whole one.
    const std::size_t end = std::max(window, i + 2);
    const std::span<const double> part(percents.data() + (end - window), window);
    weights.push_back(std::clamp(standard_deviation(part), 0.5, 12.0));
  }
  return weights;
}

double game_accuracy(std::span<const AccuracyPoint> points, Color side) {
  const std::vector<double> weights = volatility_weights(points);
  double sum = 0, weight = 0, inverse = 0, moves = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].mover != side) continue;
    sum += weights[i] * points[i].accuracy;
    weight += weights[i];
    inverse += 1 / std::max(1.0, points[i].accuracy);
    ++moves;
  }
  if (moves == 0) return 100;
  return (sum / weight + moves / inverse) / 2;
}

std::vector<Phase> phases(const Game& game) {
  std::vector<Phase> result;
  Phase phase = Phase::opening;
  for (std::size_t ply = 0; ply <= game.ply(); ++ply) {
    const Position& p = game.position_after(ply);
    if (phase == Phase::opening &&
        (officers(p) <= 10 || has_left_home(p) || across_the_middle(p) >= 10))
      phase = Phase::middlegame;
    if (officers(p) <= 6) phase = Phase::endgame;
    result.push_back(phase);
  }
  return result;
}

}  // namespace rookery::analysis
