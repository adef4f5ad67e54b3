#include "train/adamw.h"

#include <algorithm>
#include <cmath>

namespace rookery::train {

void adamw_step(Model& model, Moments& moments, std::span<const std::unique_ptr<Gradient>> parts,
                std::size_t from, std::size_t to, double rate, double decay, std::uint64_t step) {
  constexpr float kBeta1 = 0.9f, kBeta2 = 0.999f, kEpsilon = 1e-8f;
  const auto t = static_cast<double>(step + 1);
  const auto correct1 = static_cast<float>(1 / (1 - std::pow(double{kBeta1}, t)));
  const auto correct2 = static_cast<float>(1 / (1 - std::pow(double{kBeta2}, t)));
  const auto lr = static_cast<float>(rate), shrink = static_cast<float>(1 - rate * decay);
  float *w = model.values.data(), *m = moments.first.data(), *v = moments.second.data();
  float* g = parts[0]->values.data();
  for (std::size_t k = 1; k < parts.size(); ++k) {
    float* other = parts[k]->values.data();
    for (std::size_t i = from; i < to; ++i) g[i] += other[i];
    std::fill(other + from, other + to, 0.0f);
  }
  for (std::size_t i = from; i < to; ++i) {
    m[i] = kBeta1 * m[i] + (1 - kBeta1) * g[i];
    v[i] = kBeta2 * v[i] + (1 - kBeta2) * g[i] * g[i];
    g[i] = 0;
    const float next =
        w[i] * shrink - lr * (m[i] * correct1) / (std::sqrt(v[i] * correct2) + kEpsilon);
    w[i] = std::min(std::max(next, -nnue::kWeightLimit), nnue::kWeightLimit);
  }
}

void average_step(Model& average, const Model& model, std::size_t from, std::size_t to,
                  double decay, std::uint64_t step) {
  const auto t = static_cast<double>(step + 1);
  const auto keep = static_cast<float>(std::min(decay, t / (t + 9)));
  float* a = average.values.data();
  const float* w = model.values.data();
  for (std::size_t i = from; i < to; ++i) a[i] = keep * a[i] + (1 - keep) * w[i];
}

}  // namespace rookery::train
