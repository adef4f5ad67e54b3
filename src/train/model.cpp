#include "train/model.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/rng.h"
#include "eval/nnue/kernels.h"

namespace rookery::train {

Model Model::random(std::uint64_t seed) {
  Rng rng(seed);
  const auto uniform = [&](double low, double high) {
    return static_cast<float>(low + (high - low) * rng.uniform());
  };
  Model model;
  // About 30 inputs are on, so a hidden unit starts with a spread of a third around its bias, well
  // inside the range 0..1 where it can learn.
  for (std::size_t i = 0; i < kFeatureBias; ++i) model.values[i] = uniform(-0.1, 0.1);
  for (std::size_t i = kFeatureBias; i < kOutputWeights; ++i) model.values[i] = uniform(0, 0.5);
  const double limit = 1 / std::sqrt(2.0 * nnue::kHidden);
  for (std::size_t i = kOutputWeights; i < kOutputBias; ++i)
    model.values[i] = uniform(-limit, limit);
  return model;
}

Model Model::of(const nnue::Weights& w) {
  constexpr auto kA = static_cast<float>(nnue::kQA), kB = static_cast<float>(nnue::kQB);
  Model model;
  for (int unit = 0; unit < nnue::kHidden; ++unit) {
    for (int input = 0; input < nnue::kInputs; ++input)
      model.values[feature_weight(input, unit)] = w.feature_weights[input][unit] / kA;
    model.values[kFeatureBias + unit] = w.feature_bias[unit] / kA;
    for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket)
      for (int view = 0; view < 2; ++view)
        model.values[output_weight(bucket, view, unit)] = w.output_weights[bucket][view][unit] / kB;
  }
  for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket)
    model.values[kOutputBias + bucket] = static_cast<float>(w.output_bias[bucket]) / (kA * kB);
  return model;
}

double Model::output(const Features& f) const {
  double sum = values[kOutputBias + f.bucket];
  for (int view = 0; view < 2; ++view)
    for (int unit = 0; unit < nnue::kHidden; ++unit) {
      double x = values[kFeatureBias + unit];
      for (int i = 0; i < f.count; ++i)
        x += values[feature_weight((view == 0 ? f.us : f.them)[i], unit)];
      const double a = std::clamp(x, 0.0, 1.0);
      sum += a * a * values[output_weight(f.bucket, view, unit)];
    }
  return sum;
}

nnue::Weights quantise(const Model& model, int centipawn_scale) {
  const auto rounded = [&](std::size_t at, int unit, int limit) {
    const long r = std::lround(model.values[at] * static_cast<float>(unit));
    return static_cast<std::int16_t>(std::clamp<long>(r, -limit, limit));
  };
  nnue::Weights w{};
  for (int unit = 0; unit < nnue::kHidden; ++unit) {
    for (int input = 0; input < nnue::kInputs; ++input)
      w.feature_weights[input][unit] =
          rounded(Model::feature_weight(input, unit), nnue::kQA, nnue::kMaxFeatureWeight);
    w.feature_bias[unit] = rounded(Model::kFeatureBias + unit, nnue::kQA, nnue::kMaxFeatureBias);
    for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket)
      for (int view = 0; view < 2; ++view)
        w.output_weights[bucket][view][unit] =
            rounded(Model::output_weight(bucket, view, unit), nnue::kQB, nnue::kMaxOutputWeight);
  }
  for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket)
    w.output_bias[bucket] = static_cast<std::int32_t>(
        std::lround(model.values[Model::kOutputBias + bucket] * nnue::kQA * nnue::kQB));
  w.scale = centipawn_scale;
  return w;
}

double quantised_output(const nnue::Weights& w, const Features& f) {
  const nnue::Kernels& kernels = nnue::best_kernels();
  alignas(64) std::int16_t hidden[2][nnue::kHidden];
  for (int view = 0; view < 2; ++view) {
    std::memcpy(hidden[view], w.feature_bias, sizeof hidden[view]);
    for (int i = 0; i < f.count; ++i) {
      const std::int16_t* row = w.feature_weights[(view == 0 ? f.us : f.them)[i]];
      kernels.add(hidden[view], hidden[view], &row, nullptr);
    }
  }
  const std::int64_t sum = kernels.output(hidden[0], hidden[1], w.output_weights[f.bucket]);
  return static_cast<double>(sum / nnue::kQA + w.output_bias[f.bucket]) / (nnue::kQA * nnue::kQB);
}

void centre(nnue::Weights& weights, const Model& model, std::span<const PackedPosition> positions) {
  double sum[nnue::kOutputBuckets] = {};
  int count[nnue::kOutputBuckets] = {};
  Features f;
  for (const PackedPosition& position : positions) {
    unpack(position, f);
    sum[f.bucket] += model.output(f) - quantised_output(weights, f);
    ++count[f.bucket];
  }
  for (int bucket = 0; bucket < nnue::kOutputBuckets; ++bucket)
    if (count[bucket] > 0)
      weights.output_bias[bucket] += static_cast<std::int32_t>(
          std::lround(sum[bucket] / count[bucket] * nnue::kQA * nnue::kQB));
}

QuantisationError quantisation_error(const Model& model, const nnue::Weights& weights,
                                     std::span<const PackedPosition> positions) {
  QuantisationError error;
  if (positions.empty()) return error;
  Features f;
  for (const PackedPosition& position : positions) {
    unpack(position, f);
    const double difference =
        std::abs(model.output(f) - quantised_output(weights, f)) * weights.scale;
    error.mean_centipawns += difference;
    error.max_centipawns = std::max(error.max_centipawns, difference);
  }
  error.mean_centipawns /= static_cast<double>(positions.size());
  return error;
}

}  // namespace rookery::train
