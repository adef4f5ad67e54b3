// Model: the network in floating point, as it is trained.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <vector>

#include "eval/nnue/arch.h"
#include "eval/nnue/network.h"
#include "train/positions.h"

namespace rookery::train {

namespace nnue = eval::nnue;

/// Hidden units are trained in tiles of this many: wide enough that reading the list of inputs
/// costs little, narrow enough that the tile's weights of all inputs stay in the cache. A batch at
/// 256 hidden units, then summed in floats, took 58, 47 and 34 ms of CPU time with 8, 16 and 32.
inline constexpr int kTile = 32;
inline constexpr int kTiles = nnue::kHidden / kTile;
static_assert(nnue::kHidden % kTile == 0);

template <class T>
struct CacheAligned {
  using value_type = T;
  CacheAligned() = default;
  template <class U>
  CacheAligned(const CacheAligned<U>&) {}
  T* allocate(std::size_t n) {
    return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{64}));
  }
  void deallocate(T* p, std::size_t) { ::operator delete (p, std::align_val_t{64}); }
  friend bool operator==(CacheAligned, CacheAligned) { return true; }
};
using Floats = std::vector<float, CacheAligned<float>>;

/// All parameters in one array, so that the optimiser and checkpoints need not know the shape.
/// feature weights [tile][input][kTile] | feature bias [hidden] | output weights
/// [bucket][side to move, other][hidden] | output bias [bucket]
struct Model {
  static constexpr std::size_t kFeatureBias = std::size_t{nnue::kInputs} * nnue::kHidden;
  static constexpr std::size_t kOutputWeights = kFeatureBias + nnue::kHidden;
  static constexpr std::size_t kOutputBias =
      kOutputWeights + std::size_t{nnue::kOutputBuckets} * 2 * nnue::kHidden;
  static constexpr std::size_t kSize = kOutputBias + nnue::kOutputBuckets;

  static constexpr std::size_t feature_weight(int input, int unit) {
    return (static_cast<std::size_t>(unit / kTile) * nnue::kInputs + input) * kTile + unit % kTile;
  }
  static constexpr std::size_t output_weight(int bucket, int view, int unit) {
    return kOutputWeights + (static_cast<std::size_t>(bucket) * 2 + view) * nnue::kHidden + unit;
  }

  Floats values = Floats(kSize);

  static Model random(std::uint64_t seed);
  /// A finished network, to be trained further.
  static Model of(const nnue::Weights& weights);
  /// The log-odds of a win for the side to move; slow and plain.
  double output(const Features& features) const;
};

/// Rounded to the engine's integers.
nnue::Weights quantise(const Model& model, int centipawn_scale);
/// The engine's value of the inputs, in log-odds.
double quantised_output(const nnue::Weights& weights, const Features& features);

/// Rounding shifts all values of a network by about the same; the output bias takes that back.
void centre(nnue::Weights& weights, const Model& model, std::span<const PackedPosition> positions);

/// What rounding costs, over some positions.
struct QuantisationError {
  double mean_centipawns = 0, max_centipawns = 0;
};
QuantisationError quantisation_error(const Model& model, const nnue::Weights& weights,
                                     std::span<const PackedPosition> positions);

}  // namespace rookery::train
