#include "train/gradient.h"

#include <algorithm>
#include <cstring>

namespace rookery::train {

namespace {

using nnue::kHidden;
using nnue::kInputs;

/// Eight floats; the compiler makes AVX2 or pairs of SSE registers of it.
typedef float Vector __attribute__((vector_size(32), may_alias));
constexpr int kVectors = kTile / 8;

static_assert((32 + 1) * nnue::kWeightLimit * kOne <= INT16_MAX);  // 32 inputs and the bias
typedef std::int16_t Shorts __attribute__((vector_size(32), may_alias));
typedef std::int16_t HalfShorts __attribute__((vector_size(16), may_alias));  ///< for one Vector
constexpr int kShorts = kTile / 16;

/// Positions worked on together, so that the weights and gradients of a tile are used many times
/// while they are in the second-level cache, and a part of them whose slopes the first level holds.
constexpr int kBlock = 512, kGroup = 128;

}  // namespace

void round_features(const Model& model, RoundedFeatures& rounded, std::size_t from,
                    std::size_t to) {
  const float* w = model.values.data();
  to = std::min(to, kFeatureParameters);
  constexpr int kPositive = 1024;  // truncation rounds to nearest if all are positive
  for (std::size_t i = from; i < to; ++i)
    rounded[i] =
        static_cast<std::int16_t>(static_cast<int>(w[i] * kOne + (kPositive + 0.5f)) - kPositive);
}

/// What a pass over a block of positions leaves for the next.
class Gradient::Workspace {
 public:
  explicit Workspace(Gradient& owner) : gradient_(owner.values), loss_(owner.loss) {}

  void work(const Model& model, const RoundedFeatures& rounded,
            std::span<const PackedPosition> positions, const Targets& targets, float rate) {
    for (std::size_t at = 0; at < positions.size(); at += kBlock) {
      const auto block =
          positions.subspan(at, std::min<std::size_t>(kBlock, positions.size() - at));
      const int n = static_cast<int>(block.size());
      for (int i = 0; i < n; ++i) {
        unpack(block[i], features_[i]);
        sums_[i] = Vector{};
      }
      for (int tile = 0; tile < kTiles; ++tile) forward(model, rounded, tile, n);
      for (int i = 0; i < n; ++i) {
        const float p = 1 / (1 + std::exp(-output(model, i)));
        const float error = p - targets.of(block[i]);
        loss_ += error * error;
        slope_[i] = rate * targets.slope(error) * p * (1 - p);
        gradient_[Model::kOutputBias + features_[i].bucket] += slope_[i];
      }
      if (rate == 0) continue;
      const int groups = (n + kGroup - 1) / kGroup;
      for (int g = 0; g < groups; ++g) {
        groups_[g].positions = std::span(features_ + g * kGroup, std::min(kGroup, n - g * kGroup));
        index_inputs(groups_[g]);
      }
      for (int tile = 0; tile < kTiles; ++tile)
        for (int g = 0; g < groups; ++g) backward(model, tile, groups_[g]);
    }
  }

 private:
  struct Group {
    std::span<const Features> positions;
    /// The views (2 * position + side) with input i: views[first_view[i]] to [first_view[i + 1]].
    std::uint16_t first_view[kInputs + 1];
    std::uint16_t views[2 * 32 * kGroup];
  };

  static const Vector* vectors(const float* p) { return reinterpret_cast<const Vector*>(p); }
  static const Shorts* shorts(const std::int16_t* p) { return reinterpret_cast<const Shorts*>(p); }
  static Vector* vectors(float* p) { return reinterpret_cast<Vector*>(p); }
  static HalfShorts clamp(HalfShorts x) {
    const HalfShorts zero{}, one = zero + std::int16_t{kOne};
    x = x > zero ? x : zero;
    return x < one ? x : one;
  }
  static Vector to_floats(HalfShorts x) {
    typedef std::int32_t Ints __attribute__((vector_size(32)));
    return __builtin_convertvector(__builtin_convertvector(x, Ints), Vector);
  }

  void forward(const Model& model, const RoundedFeatures& rounded, int tile, int n) {
    const std::int16_t* weights = rounded.data() + std::size_t{kTile} * kInputs * tile;
    const Shorts* bias = shorts(rounded.data() + Model::kFeatureBias + tile * kTile);
    for (int i = 0; i < n; ++i) {
      const Features& f = features_[i];
      Shorts us[kShorts], them[kShorts];
      for (int v = 0; v < kShorts; ++v) us[v] = them[v] = bias[v];
      for (int k = 0; k < f.count; ++k) {
        const Shorts* a = shorts(weights + std::size_t{f.us[k]} * kTile);
        const Shorts* b = shorts(weights + std::size_t{f.them[k]} * kTile);
        for (int v = 0; v < kShorts; ++v) {
          us[v] += a[v];
          them[v] += b[v];
        }
      }
      HalfShorts(*hidden)[kVectors] = hidden_[tile][i];
      std::memcpy(hidden[0], us, sizeof us);
      std::memcpy(hidden[1], them, sizeof them);
      const float* w = model.values.data() + Model::output_weight(f.bucket, 0, tile * kTile);
      Vector sum = sums_[i];
      for (int v = 0; v < kVectors; ++v) {
        const Vector a = to_floats(clamp(hidden[0][v])), b = to_floats(clamp(hidden[1][v]));
        sum += a * a * vectors(w)[v] + b * b * vectors(w + kHidden)[v];
      }
      sums_[i] = sum;
    }
  }

  float output(const Model& model, int i) const {
    float sum = 0;
    for (int lane = 0; lane < 8; ++lane) sum += sums_[i][lane];
    return model.values[Model::kOutputBias + features_[i].bucket] + sum / (kOne * kOne);
  }

  /// Lists for each input the views of a group in which it is on, by counting.
  void index_inputs(Group& group) {
    auto& [positions, first_view, views] = group;
    std::fill(std::begin(first_view), std::end(first_view), std::uint16_t{0});
    for (const Features& f : positions)
      for (int k = 0; k < f.count; ++k) {
        ++first_view[f.us[k]];
        ++first_view[f.them[k]];
      }
    std::uint16_t sum = 0;
    for (std::uint16_t& first : first_view) first = sum = static_cast<std::uint16_t>(sum + first);
    std::uint16_t view = 0;
    for (const Features& f : positions) {
      for (int k = 0; k < f.count; ++k) {
        views[--first_view[f.us[k]]] = view;
        views[--first_view[f.them[k]]] = static_cast<std::uint16_t>(view + 1);
      }
      view = static_cast<std::uint16_t>(view + 2);
    }
  }

  void backward(const Model& model, int tile, const Group& group) {
    Vector* bias = vectors(gradient_.data() + Model::kFeatureBias + tile * kTile);
    const HalfShorts zero{}, one = zero + std::int16_t{kOne};
    Vector(*delta)[kVectors] = delta_;
    for (const Features& f : group.positions) {
      const std::ptrdiff_t i = &f - features_;
      const float square_slope = slope_[i] * (1.0f / (kOne * kOne));
      const float line_slope = slope_[i] * (2.0f / kOne);
      for (int view = 0; view < 2; ++view, ++delta) {
        const std::size_t at = Model::output_weight(f.bucket, view, tile * kTile);
        const Vector* w = vectors(model.values.data() + at);
        Vector* w_gradient = vectors(gradient_.data() + at);
        for (int v = 0; v < kVectors; ++v) {
          const HalfShorts x = hidden_[tile][i][view][v], clamped = clamp(x);
          const Vector a = to_floats(clamped);
          w_gradient[v] += a * a * square_slope;
          const Vector inside = to_floats(x < one ? clamped : zero);  // 0 where the clamp is flat
          const Vector d = w[v] * inside * line_slope;
          bias[v] += d;
          (*delta)[v] = d;
        }
      }
    }
    // Input by input, so that each row of the gradient is summed in registers and stored once.
    float* weights = gradient_.data() + std::size_t{kTile} * kInputs * tile;
    for (int input = 0; input < kInputs; ++input) {
      const std::uint16_t *view = group.views + group.first_view[input],
                          *end = group.views + group.first_view[input + 1];
      if (view == end) continue;
      Vector sum[kVectors] = {};
      for (; view < end; ++view)
        for (int v = 0; v < kVectors; ++v) sum[v] += delta_[*view][v];
      Vector* row = vectors(weights + std::size_t{kTile} * input);
      for (int v = 0; v < kVectors; ++v) row[v] += sum[v];
    }
  }

  Floats& gradient_;
  double& loss_;
  Features features_[kBlock];
  Vector sums_[kBlock];  ///< of the outputs, in eight parts
  float slope_[kBlock];
  Group groups_[kBlock / kGroup];
  alignas(64) HalfShorts hidden_[kTiles][kBlock][2][kVectors];
  alignas(64) Vector delta_[2 * kGroup][kVectors];  ///< slope of the loss by hidden units of a tile
};

Gradient::Gradient() : workspace_(std::make_unique<Workspace>(*this)) {}
Gradient::~Gradient() = default;

void Gradient::add(const Model& model, const RoundedFeatures& rounded,
                   std::span<const PackedPosition> positions, const Targets& targets, float rate) {
  workspace_->work(model, rounded, positions, targets, rate);
}

}  // namespace rookery::train
