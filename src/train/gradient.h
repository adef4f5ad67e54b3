// Gradient: the loss of some positions and its slope by every parameter of the model; where
// training spends its time.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "train/dataset.h"
#include "train/model.h"

namespace rookery::train {

/// The hidden layer of the forward pass is summed in whole numbers, 1.0 being kOne: the pass does
/// little but read weights, and these are half as long. They are twice as fine as those of the
/// finished network; what is learned stays in floating point.
inline constexpr int kOne = 496;

/// Feature weights and biases of a model, rounded, in its order.
using RoundedFeatures = std::vector<std::int16_t, CacheAligned<std::int16_t>>;
inline constexpr std::size_t kFeatureParameters = Model::kOutputWeights;

/// Those of parameters from..to that are features.
void round_features(const Model& model, RoundedFeatures& rounded, std::size_t from = 0,
                    std::size_t to = kFeatureParameters);

/// What a position should be worth, and how the loss grows with the error: |error|^exponent.
struct Targets {
  double lambda;
  double exponent;
  std::span<const Origin> origins;

  float of(const PackedPosition& p) const {
    const double expected = 1 / (1 + std::exp(-p.score / origins[p.origin].sigmoid_scale));
    return static_cast<float>(lambda * p.result / 2 + (1 - lambda) * expected);
  }
  float slope(float error) const {
    if (exponent == 2) return 2 * error;
    const auto e = static_cast<float>(exponent);
    return e * std::copysign(std::pow(std::abs(error), e - 1), error);
  }
};

/// One thread's sums. Some hundred kilobytes of working memory belong to it.
class Gradient {
 public:
  Gradient();
  ~Gradient();
  Gradient(const Gradient&) = delete;
  Gradient& operator=(const Gradient&) = delete;

  Floats values = Floats(Model::kSize);
  double loss = 0;  ///< squared errors, summed, whatever the exponent: so that runs compare

  /// Adds the loss and, if `rate` is not 0, `rate` times the gradient of some positions.
  void add(const Model& model, const RoundedFeatures& rounded,
           std::span<const PackedPosition> positions, const Targets& targets, float rate);

 private:
  class Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace rookery::train
