// What a match result says about strength: Elo, normalised Elo, likelihood of superiority.
#pragma once

#include <array>
#include <span>

namespace rookery::match {

/// Counts of results from one player's view.
struct Tally {
  int wins = 0, draws = 0, losses = 0;
  int games() const { return wins + draws + losses; }
  double points() const { return wins + 0.5 * draws; }
  friend bool operator==(const Tally&, const Tally&) = default;
};

/// Counts of game pairs (one opening, both colours) by points won: 0, 1/2, 1, 3/2, 2. The games of
/// a pair are not independent, so the error of a match is taken from pairs where there are any.
using Pentanomial = std::array<int, 5>;

/// Standard deviations of a normal distribution on either side of the mean that hold 95 % of it.
inline constexpr double kZ95 = 1.959963984540054;

/// Intervals are 95 %: half their width stands behind the plus-minus.
struct Estimate {
  double score = 0.5;  ///< mean points per game
  double score_error = 0;
  double elo = 0, elo_error = 0;  ///< logistic; infinite for a score of 0 or 1
  /// Normalised: the mean in standard deviations of one game. Infinite as elo; not a number if all
  /// results are the same, but neither lost nor drawn nor won, as after one pair of 3/2.
  double nelo = 0, nelo_error = 0;
  double los = 0.5;  ///< probability that the first player is the better one
};

/// From results that are evenly spaced between all lost and all won: three counts (loss, draw, win)
/// of single games or five of pairs.
Estimate estimate(std::span<const double> counts);
Estimate estimate(const Tally& tally);
Estimate estimate(const Pentanomial& pairs);

double elo_of_score(double score);
double score_of_elo(double elo);

/// Mean and variance of results in [0, 1], for those who count in distributions.
struct Moments {
  double total = 0, mean = 0, variance = 0;
};
Moments moments(std::span<const double> counts);

/// Elo points per unit of (score - 1/2) / sigma near zero: 800 / ln 10.
inline constexpr double kNormalisedEloScale = 347.43558552260146;

}  // namespace rookery::match
