#include "match/elo.h"

#include <cmath>

namespace rookery::match {
double elo_of_score(double score) {
  if (score <= 0) return -INFINITY;
  if (score >= 1) return INFINITY;
  return 400 * std::log10(score / (1 - score));
}

double score_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

Moments moments(std::span<const double> counts) {
  const double step = 1 / static_cast<double>(counts.size() - 1);
  Moments m;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    m.total += counts[i];
    m.mean += counts[i] * static_cast<double>(i) * step;
  }
  if (m.total == 0) return {0, 0.5, 0};
  m.mean /= m.total;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double off = static_cast<double>(i) * step - m.mean;
    m.variance += counts[i] * off * off;
  }
  m.variance /= m.total;
  return m;
}

Estimate estimate(std::span<const double> counts) {
  const Moments m = moments(counts);
  const double games_per_result = counts.size() == 5 ? 2 : 1;
  Estimate e;
  e.score = m.mean;
  e.elo = elo_of_score(m.mean);
  if (m.total == 0) return e;
  const double standard_error = std::sqrt(m.variance / m.total);
  e.score_error = kZ95 * standard_error;
  e.elo_error = (elo_of_score(m.mean + e.score_error) - elo_of_score(m.mean - e.score_error)) / 2;
  if (standard_error > 0) {
    // A pair's mean has half the variance of a game's, were the games independent.
    const double game_sigma = std::sqrt(m.variance * games_per_result);
    e.nelo = (m.mean - 0.5) / game_sigma * kNormalisedEloScale;
    e.nelo_error = kZ95 / std::sqrt(m.total * games_per_result) * kNormalisedEloScale;
    e.los = std::erfc(-(m.mean - 0.5) / standard_error / std::sqrt(2)) / 2;
  } else {
    // All alike, as after a single pair: only all lost and all won say that it has no end.
    const bool one_sided = m.mean <= 0 || m.mean >= 1;
    e.nelo = m.mean == 0.5 ? 0 : one_sided ? std::copysign(INFINITY, m.mean - 0.5) : NAN;
    e.los = m.mean == 0.5 ? 0.5 : m.mean > 0.5 ? 1 : 0;
  }
  return e;
}

Estimate estimate(const Tally& t) {
  const double counts[] = {static_cast<double>(t.losses), static_cast<double>(t.draws),
                           static_cast<double>(t.wins)};
  return estimate(std::span<const double>(counts));
}

Estimate estimate(const Pentanomial& pairs) {
  const std::array<double, 5> counts{static_cast<double>(pairs[0]), static_cast<double>(pairs[1]),
                                     static_cast<double>(pairs[2]), static_cast<double>(pairs[3]),
                                     static_cast<double>(pairs[4])};
  return estimate(std::span<const double>(counts));
}

}  // namespace rookery::match
