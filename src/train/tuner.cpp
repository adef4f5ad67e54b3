// Texel tuning with Adam; see tuner.h.
#include "train/tuner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <iterator>
#include <numbers>
#include <numeric>
#include <sstream>
#include <thread>

#include "eval/classical/weights.h"

namespace rookery::train {

using eval::classical::kDangerDivisor;
using eval::classical::kDangerSquareDivisor;
using eval::classical::kFirstDanger;
using eval::classical::kFullScale;
using eval::classical::kMaxPhase;
using eval::classical::kWeightCount;

namespace {

constexpr const char* kStateTitle = "rookery-tune-state 1";

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

double middlegame_share(const eval::classical::Trace& trace) {
  return static_cast<double>(trace.phase) / kMaxPhase;
}
double endgame_share(const eval::classical::Trace& trace) {
  return static_cast<double>((kMaxPhase - trace.phase) * trace.scale) / (kMaxPhase * kFullScale);
}

std::string taper_text(const Parameters& p, std::size_t weight) {
  return fmt::format("taper({}, {})", std::lround(p[2 * weight]), std::lround(p[2 * weight + 1]));
}

}  // namespace

Parameters built_in_parameters() {
  std::array<eval::classical::Tapered, kWeightCount> weights;
  std::memcpy(weights.data(), &eval::classical::kWeights, sizeof eval::classical::kWeights);
  Parameters result;
  for (std::size_t i = 0; i < kWeightCount; ++i) {
    result[2 * i] = eval::classical::middlegame_of(weights[i]);
    result[2 * i + 1] = eval::classical::endgame_of(weights[i]);
  }
  return result;
}

std::string weights_header(const Parameters& parameters, std::string_view origin) {
  std::string out = fmt::format(
      "// The weights of the classical evaluation. Written by `rookery tune`: do not edit by "
      "hand.\n"
      "// {}\n"
      "#pragma once\n\n#include \"eval/classical/terms.h\"\n\nnamespace rookery::eval::classical "
      "{{\n\n"
      "// clang-format off\ninline constexpr Weights kWeights = {{\n",
      origin);
  for (const eval::classical::TermInfo& term : eval::classical::kTerms) {
    out += fmt::format("    .{} = {{\n", term.name);
    for (std::size_t i = 0; i < term.size; i += 4) {
      out += "       ";
      for (std::size_t j = i; j < std::min(i + 4, term.size); ++j)
        out += ' ' + taper_text(parameters, term.offset + j) + ',';
      out += '\n';
    }
    out += "    },\n";
  }
  out += "};\n// clang-format on\n\n}  // namespace rookery::eval::classical\n";
  return out;
}

double traced_value(const eval::classical::Trace& trace, const Parameters& p) {
  if (trace.scale == 0) return 0;
  double score[2]{}, danger[2][2]{};
  for (std::size_t i = 0; i < kWeightCount; ++i)
    for (std::size_t part = 0; part < 2; ++part) {
      const double weight = p[2 * i + part];
      if (i < kFirstDanger)
        score[part] += weight * (trace.counts[i][0] - trace.counts[i][1]);
      else
        for (int c = 0; c < 2; ++c) danger[c][part] += weight * trace.counts[i][c];
    }
  for (int c = 0; c < 2; ++c) {
    const double sign = c == 0 ? -1 : 1;
    const double square = std::pow(std::max(0.0, danger[c][0]), 2);
    score[0] += sign * square / kDangerSquareDivisor;
    score[1] += sign * std::max(0.0, danger[c][1]) / kDangerDivisor;
  }
  return score[0] * middlegame_share(trace) + score[1] * endgame_share(trace) + trace.extra;
}

Tuner::Tuner(const TunerOptions& options, const Parameters& start)
    : options_(options), start_(start), parameters_(start) {}

bool Tuner::add(const chess::Position& position, eval::Value score, double result, bool held_out) {
  const eval::classical::Trace trace = eval::ClassicalEvaluator::trace(position);
  if (trace.scale == 0) return false;
  Set& set = held_out ? validation_ : training_;
  Sample sample{};
  sample.first = static_cast<std::uint32_t>(set.counts.size());
  for (std::size_t i = 0; i < kWeightCount; ++i) {
    const auto [white, black] = trace.counts[i];
    if (i < kFirstDanger ? white == black : white == 0 && black == 0) continue;
    Count count{static_cast<std::uint16_t>(i), 0, 0};
    if (i < kFirstDanger) {
      count.white = static_cast<std::int8_t>(white - black);
      ++sample.linear;
    } else {
      count.white = static_cast<std::int8_t>(white);
      count.black = static_cast<std::int8_t>(black);
      ++sample.danger;
    }
    set.counts.push_back(count);
  }
  sample.middlegame = static_cast<float>(middlegame_share(trace));
  sample.endgame = static_cast<float>(endgame_share(trace));
  sample.extra = static_cast<float>(trace.extra);
  sample.score = static_cast<float>(score);
  sample.result = static_cast<float>(result);
  set.samples.push_back(sample);
  return true;
}

Tuner::Value Tuner::value_of(const Set& set, const Sample& sample) const {
  const Count* count = &set.counts[sample.first];
  double middlegame = 0, endgame = 0;
  for (int n = 0; n < sample.linear; ++n, ++count) {
    middlegame += parameters_[2 * count->weight] * count->white;
    endgame += parameters_[2 * count->weight + 1] * count->white;
  }
  Value v{};
  for (int n = 0; n < sample.danger; ++n, ++count)
    for (std::size_t part = 0; part < 2; ++part) {
      const double weight = parameters_[2 * count->weight + part];
      v.danger[0][part] += weight * count->white;
      v.danger[1][part] += weight * count->black;
    }
  for (auto& side : v.danger)
    for (double& d : side) d = std::max(0.0, d);
  middlegame +=
      (v.danger[1][0] * v.danger[1][0] - v.danger[0][0] * v.danger[0][0]) / kDangerSquareDivisor;
  endgame += (v.danger[1][1] - v.danger[0][1]) / kDangerDivisor;
  v.value = middlegame * sample.middlegame + endgame * sample.endgame + sample.extra;
  return v;
}

double Tuner::target(const Sample& sample) const {
  return options_.lambda * sample.result + (1 - options_.lambda) * sigmoid(k_ * sample.score);
}

template <class Work>
void Tuner::in_parallel(std::size_t n, Work work) const {
  const std::size_t threads = static_cast<std::size_t>(std::max(1, options_.threads));
  std::vector<std::jthread> others;
  for (std::size_t t = 1; t < threads; ++t)
    others.emplace_back([=, &work] { work(t, n * t / threads, n * (t + 1) / threads); });
  work(std::size_t{0}, std::size_t{0}, n / threads);
}

double Tuner::loss(const Set& set) const {
  if (set.samples.empty()) return 0;
  std::vector<double> sums(static_cast<std::size_t>(std::max(1, options_.threads)));
  in_parallel(set.samples.size(), [&](std::size_t t, std::size_t begin, std::size_t end) {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const Sample& s = set.samples[i];
      const double error = target(s) - sigmoid(k_ * value_of(set, s).value);
      sum += error * error;
    }
    sums[t] = sum;
  });
  return std::accumulate(sums.begin(), sums.end(), 0.0) / static_cast<double>(set.samples.size());
}

double Tuner::fit_k() {
  const auto error = [&](double k) {
    double sum = 0;
    for (const Sample& s : training_.samples) {
      const double e = s.result - sigmoid(k * s.score);
      sum += e * e;
    }
    return sum;
  };
  // Golden section: the error has one minimum in k.
  constexpr double kGolden = 0.6180339887498949;
  double low = 0.0005, high = 0.05;
  double a = high - kGolden * (high - low), b = low + kGolden * (high - low);
  double error_a = error(a), error_b = error(b);
  while (high - low > 1e-6) {
    if (error_a < error_b) {
      high = b, b = a, error_b = error_a;
      a = high - kGolden * (high - low), error_a = error(a);
    } else {
      low = a, a = b, error_a = error_b;
      b = low + kGolden * (high - low), error_b = error(b);
    }
  }
  return k_ = (low + high) / 2;
}

void Tuner::add_gradient(const Sample& sample, Parameters& gradient) const {
  const Value v = value_of(training_, sample);
  const double p = sigmoid(k_ * v.value);
  const double slope = -2 * (target(sample) - p) * p * (1 - p) * k_;  // d loss / d value
  const double middlegame = slope * sample.middlegame, endgame = slope * sample.endgame;
  const Count* count = &training_.counts[sample.first];
  for (int n = 0; n < sample.linear; ++n, ++count) {
    gradient[2 * count->weight] += middlegame * count->white;
    gradient[2 * count->weight + 1] += endgame * count->white;
  }
  for (int n = 0; n < sample.danger; ++n, ++count) {
    gradient[2 * count->weight] += middlegame * 2 *
                                   (v.danger[1][0] * count->black - v.danger[0][0] * count->white) /
                                   kDangerSquareDivisor;
    gradient[2 * count->weight + 1] +=
        endgame *
        ((v.danger[1][1] > 0 ? count->black : 0) - (v.danger[0][1] > 0 ? count->white : 0)) /
        kDangerDivisor;
  }
}

void Tuner::run_epoch() {
  constexpr double kMeanDecay = 0.9, kSquareDecay = 0.999, kEpsilon = 1e-12;
  const std::size_t n = training_.samples.size();
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0u);
  // A shuffle of its own for each epoch, so that a resumed run goes on as an unbroken one would.
  Rng rng(options_.seed + static_cast<std::uint64_t>(epoch_));
  for (std::size_t i = n; i > 1; --i)
    std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
  const double progress = (epoch_ + 0.5) / options_.epochs;
  const double rate =
      options_.learning_rate * (0.02 + 0.98 * (1 + std::cos(std::numbers::pi * progress)) / 2);

  std::vector<Parameters> parts(static_cast<std::size_t>(std::max(1, options_.threads)));
  for (std::size_t first = 0; first < n; first += options_.batch) {
    const std::size_t size = std::min(options_.batch, n - first);
    in_parallel(size, [&](std::size_t t, std::size_t begin, std::size_t end) {
      parts[t].fill(0);
      for (std::size_t i = begin; i < end; ++i)
        add_gradient(training_.samples[order[first + i]], parts[t]);
    });
    ++steps_;
    const double mean_correction = 1 - std::pow(kMeanDecay, steps_);
    const double square_correction = 1 - std::pow(kSquareDecay, steps_);
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      double g = 0;
      for (const Parameters& part : parts) g += part[i];
      g = g / static_cast<double>(size) + options_.pull * (parameters_[i] - start_[i]);
      mean_[i] = kMeanDecay * mean_[i] + (1 - kMeanDecay) * g;
      square_[i] = kSquareDecay * square_[i] + (1 - kSquareDecay) * g * g;
      parameters_[i] -= rate * (mean_[i] / mean_correction) /
                        (std::sqrt(square_[i] / square_correction) + kEpsilon);
    }
  }
  ++epoch_;
}

std::string Tuner::save_state() const {
  std::string out =
      fmt::format("{}\n{} {} {} {:a}\n", kStateTitle, kWeightCount, epoch_, steps_, k_);
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    out += fmt::format("{:a} {:a} {:a} {:a}\n", start_[i], parameters_[i], mean_[i], square_[i]);
  return out;
}

Result<Ok, Error> Tuner::load_state(std::string_view text) {
  const auto fail = [](const char* what) {
    return Unexpected{Error{std::string("tuner state: ") + what}};
  };
  std::istringstream in{std::string(text)};
  std::string title;
  std::getline(in, title);
  if (title != kStateTitle) return fail("not a state file of this version");
  // Not operator>>: it cannot read hexadecimal floating point.
  std::vector<double> numbers;
  for (std::string word; in >> word;) {
    char* end = nullptr;
    numbers.push_back(std::strtod(word.c_str(), &end));
    if (*end != '\0' || !std::isfinite(numbers.back())) return fail("a number is broken");
  }
  if (numbers.size() < 4 || numbers[0] != static_cast<double>(kWeightCount))
    return fail("it belongs to other terms");
  if (numbers.size() != 4 + 4 * parameters_.size()) return fail("it is cut short");
  epoch_ = static_cast<int>(numbers[1]);
  steps_ = static_cast<std::uint64_t>(numbers[2]);
  k_ = numbers[3];
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const double* line = &numbers[4 + 4 * i];
    start_[i] = line[0], parameters_[i] = line[1], mean_[i] = line[2], square_[i] = line[3];
  }
  return Ok{};
}

}  // namespace rookery::train
