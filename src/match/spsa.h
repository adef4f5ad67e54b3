// SPSA: tunes many numbers at once by games between two small, random, opposite changes of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace rookery::match {

/// An option of an engine. `step` is a change that should just be felt in play.
struct SpsaParameter {
  std::string name;
  double value = 0;
  double min = 0, max = 0, step = 1;
};

/// "NAME=VALUE,MIN,MAX,STEP".
Result<SpsaParameter, Error> parse_spsa_parameter(std::string_view text);

struct SpsaSettings {
  int iterations = 10'000;
  /// How far a game won more than lost moves a value at the end, in steps.
  double rate = 0.002;
  std::uint64_t seed = 1;
};

/// Simultaneous perturbation stochastic approximation (Spall 1992) with the usual constants: gains
/// a_k = a / (A + k)^0.602 and c_k = c / k^0.101, A a tenth of the iterations, scaled so that at
/// the end c is the parameter's step and a / c is rate * step.
class Spsa {
 public:
  Spsa(std::vector<SpsaParameter> parameters, SpsaSettings settings);

  /// Two settings of all parameters to be played against each other.
  struct Probe {
    std::vector<int> plus, minus;
    std::vector<int> sign;  ///< +1 or -1: the direction of `plus`
  };
  /// Depends on seed, iteration and values alone, so that a resumed run goes on as it would have.
  Probe next() const;
  /// `result`: games won minus lost by `plus`.
  void update(const Probe& probe, double result);

  int iteration() const { return iteration_; }
  bool is_done() const { return iteration_ >= settings_.iterations; }
  const std::vector<SpsaParameter>& parameters() const { return parameters_; }
  /// The values after each iteration, the first row those at the start.
  const std::vector<std::vector<double>>& history() const { return history_; }

  /// The log of a run is the header and, appended after each iteration, its row.
  std::string header() const;
  std::string row() const;
  /// Goes on where the log ends; a last row that was not written to its end is left out. The log
  /// must have been written with the same parameters and settings. Returns the part that counts.
  Result<std::string, Error> restore(std::string_view log);

 private:
  struct Gains {
    double a, c;
  };
  Gains gains(const SpsaParameter& parameter) const;

  std::vector<SpsaParameter> parameters_;
  const SpsaSettings settings_;
  int iteration_ = 0;
  double last_result_ = 0;
  std::vector<std::vector<double>> history_;
};

/// The courses of all values between their limits, as an SVG.
std::string spsa_plot(const Spsa& spsa);

}  // namespace rookery::match
