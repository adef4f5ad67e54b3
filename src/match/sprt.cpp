#include "match/sprt.h"

#include <fmt/format.h>

#include <cassert>
#include <charconv>
#include <cmath>
#include <vector>

namespace rookery::match {
namespace {

constexpr double kShare = 0.75;  // of the permitted errors, to be on the safe side of chance

/// Solves sum p_i a_i / (1 + x a_i) = 0 for x, which the maximum likelihood under a linear
/// constraint leads to. The a_i must have both signs; the sum then falls from +inf to -inf between
/// the two poles next to zero, so that a bracketed Newton iteration cannot miss.
double solve_secular(std::span<const double> p, std::span<const double> a) {
  double smallest = 0, largest = 0;
  for (const double v : a) smallest = std::min(smallest, v), largest = std::max(largest, v);
  if (smallest == 0 || largest == 0) return 0;  // the constraint cannot be met; leave p as it is
  double low = -1 / largest, high = -1 / smallest, x = 0;
  for (int i = 0; i < 200; ++i) {
    double f = 0, slope = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
      const double d = a[k] / (1 + x * a[k]);
      f += p[k] * d;
      slope -= p[k] * d * d;
    }
    (f > 0 ? low : high) = x;
    double next = x - f / slope;
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (std::abs(next - x) < 1e-14 * (high - low) + 1e-15) return next;
    x = next;
  }
  return x;
}

using Distribution = std::vector<double>;

Distribution tilt(std::span<const double> p, std::span<const double> a) {
  const double x = solve_secular(p, a);
  Distribution fitted(p.size());
  for (std::size_t k = 0; k < p.size(); ++k) fitted[k] = p[k] / (1 + x * a[k]);
  return fitted;
}

double result_value(std::size_t k, std::size_t size) {
  return static_cast<double>(k) / static_cast<double>(size - 1);
}

/// The likeliest distribution, given the observed one, among those with the given mean.
Distribution fit_mean(std::span<const double> observed, double mean) {
  std::vector<double> a(observed.size());
  for (std::size_t k = 0; k < a.size(); ++k) a[k] = result_value(k, a.size()) - mean;
  return tilt(observed, a);
}

/// Likewise among those with (mean - 1/2) / sigma = t. Not linear: the condition is linearised
/// around the last fit until that stands still.
Distribution fit_t_value(std::span<const double> observed, double t) {
  Distribution fit(observed.size(), 1 / static_cast<double>(observed.size()));
  std::vector<double> a(observed.size());
  for (int round = 0; round < 100; ++round) {
    const Moments m = moments(fit);
    const double sigma = std::sqrt(m.variance);
    for (std::size_t k = 0; k < a.size(); ++k) {
      const double value = result_value(k, a.size());
      const double z = (m.mean - value) / sigma;
      a[k] = value - 0.5 - t * sigma * (1 + z * z) / 2;
    }
    Distribution next = tilt(observed, a);
    double change = 0;
    for (std::size_t k = 0; k < a.size(); ++k)
      change = std::max(change, std::abs(next[k] - fit[k]));
    fit = std::move(next);
    if (change < 1e-12) break;
  }
  return fit;
}

}  // namespace

double SprtSettings::lower_bound() const { return std::log(kShare * beta); }
double SprtSettings::upper_bound() const { return -std::log(kShare * alpha); }

Result<SprtSettings, Error> parse_sprt(std::span<const std::string> words) {
  SprtSettings s;
  for (const std::string& word : words) {
    const auto equals = word.find('=');
    const std::string key = word.substr(0, equals);
    const std::string value = equals == word.npos ? "" : word.substr(equals + 1);
    if (key == "model") {
      if (value == "logistic")
        s.model = SprtSettings::Model::logistic;
      else if (value == "normalised" || value == "normalized")
        s.model = SprtSettings::Model::normalised;
      else
        return Unexpected{Error{"sprt model is 'logistic' or 'normalised', not '" + value + "'"}};
      continue;
    }
    double* target = key == "elo0"    ? &s.elo0
                     : key == "elo1"  ? &s.elo1
                     : key == "alpha" ? &s.alpha
                     : key == "beta"  ? &s.beta
                                      : nullptr;
    const auto [end, error] =
        std::from_chars(value.data(), value.data() + value.size(), target ? *target : s.elo0);
    if (!target || error != std::errc{} || end != value.data() + value.size())
      return Unexpected{Error{
          fmt::format("sprt setting '{}' is none of elo0=, elo1=, alpha=, beta=, model=", word)}};
  }
  if (!(s.elo0 < s.elo1)) return Unexpected{Error{"sprt needs elo0 < elo1"}};
  if (!(s.alpha > 0 && s.alpha < 0.5 && s.beta > 0 && s.beta < 0.5))
    return Unexpected{Error{"sprt needs alpha and beta between 0 and 0.5"}};
  return s;
}

double log_likelihood_ratio(const SprtSettings& settings, std::span<const double> counts) {
  Distribution observed(counts.begin(), counts.end());
  double total = 0, regular_total = 0;
  for (double& c : observed) {
    total += c;
    c = std::max(c, 1e-3);
    regular_total += c;
  }
  if (total == 0) return 0;
  for (double& c : observed) c /= regular_total;

  Distribution h0, h1;
  if (settings.model == SprtSettings::Model::logistic) {
    h0 = fit_mean(observed, score_of_elo(settings.elo0));
    h1 = fit_mean(observed, score_of_elo(settings.elo1));
  } else {
    // The t-value is that of a pair's mean, whose sigma is smaller than a game's by sqrt(2).
    const double scale = std::sqrt(counts.size() == 5 ? 2.0 : 1.0) / kNormalisedEloScale;
    h0 = fit_t_value(observed, settings.elo0 * scale);
    h1 = fit_t_value(observed, settings.elo1 * scale);
  }
  double sum = 0;
  for (std::size_t k = 0; k < observed.size(); ++k) sum += observed[k] * std::log(h1[k] / h0[k]);
  return regular_total * sum;
}

SprtState sprt_state(const SprtSettings& settings, const Pentanomial& pairs) {
  const std::vector<double> counts(pairs.begin(), pairs.end());
  SprtState state;
  state.llr = log_likelihood_ratio(settings, counts);
  if (state.llr >= settings.upper_bound()) state.decision = SprtDecision::accept_h1;
  if (state.llr <= settings.lower_bound()) state.decision = SprtDecision::accept_h0;
  return state;
}

std::string explain(const SprtSettings& s, const SprtState& state) {
  const char* unit = s.model == SprtSettings::Model::logistic ? "Elo" : "nElo";
  switch (state.decision) {
    case SprtDecision::accept_h1:
      return fmt::format(
          "H1 accepted: LLR {:.2f} reached {:.2f}, so {:+g} {} is likelier than {:+g}", state.llr,
          s.upper_bound(), s.elo1, unit, s.elo0);
    case SprtDecision::accept_h0:
      return fmt::format(
          "H0 accepted: LLR {:.2f} reached {:.2f}, so {:+g} {} is likelier than {:+g}", state.llr,
          s.lower_bound(), s.elo0, unit, s.elo1);
    default:
      return fmt::format("no decision yet: LLR {:.2f} is between {:.2f} and {:.2f}", state.llr,
                         s.lower_bound(), s.upper_bound());
  }
}

}  // namespace rookery::match
