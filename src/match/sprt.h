// The sequential probability ratio test: stop a match as soon as the question is answered.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "match/elo.h"

namespace rookery::match {

/// Is the first player elo0 better (H0) or elo1 (H1)? alpha bounds the probability to accept H1
/// when H0 is true, beta that of the other mistake.
struct SprtSettings {
  enum class Model { logistic, normalised };
  double elo0 = 0, elo1 = 5;
  double alpha = 0.05, beta = 0.05;
  Model model = Model::logistic;
  /// Wald's certain bounds, ln(beta) and -ln(alpha), for three quarters of alpha and beta. Were
  /// they for alpha and beta themselves, the error rates would be so close to them (0.048 for 0.05)
  /// that of 2,000 tests, by chance, more than alpha often go wrong. Tests become a tenth longer.
  double lower_bound() const;
  double upper_bound() const;
};

/// From words such as "elo0=0", "elo1=5", "alpha=0.05", "beta=0.05", "model=normalised".
Result<SprtSettings, Error> parse_sprt(std::span<const std::string> words);

enum class SprtDecision { open, accept_h0, accept_h1 };

struct SprtState {
  double llr = 0;
  SprtDecision decision = SprtDecision::open;
};

/// The generalised log-likelihood ratio (Van den Bergh, "The generalized sequential probability
/// ratio test for chess"): the results' probabilities are fitted under each hypothesis by maximum
/// likelihood. Counts as in estimate(): three or five. Empty cells count 0.001.
double log_likelihood_ratio(const SprtSettings& settings, std::span<const double> counts);
SprtState sprt_state(const SprtSettings& settings, const Pentanomial& pairs);

/// "H1 accepted: ..." in a sentence for a person.
std::string explain(const SprtSettings& settings, const SprtState& state);

}  // namespace rookery::match
