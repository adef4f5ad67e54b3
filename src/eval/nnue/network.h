// Network: the quantised weights, and the file they travel in (docs/network.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "eval/nnue/arch.h"

namespace rookery::eval::nnue {

/// Plain weights, read by any number of threads.
struct alignas(64) Weights {
  std::int16_t feature_weights[kInputs][kHidden];
  std::int16_t feature_bias[kHidden];
  std::int16_t output_weights[kOutputBuckets][2][kHidden];  ///< side to move first
  std::int32_t output_bias[kOutputBuckets];                 ///< in units of kQA * kQB
  std::int32_t scale;  ///< centipawns for an output of 1.0, which is a log-odds of 1
};

struct Network {
  Weights weights;
  std::string record;      ///< how it was trained, one `key: value` per line
  std::uint64_t hash = 0;  ///< of the whole file but itself

  /// The hash in sixteen hexadecimal digits; files are named <name>.nnue.
  std::string name() const;
};

using NetworkPtr = std::shared_ptr<const Network>;

/// The bytes of the file; the hash is computed here.
std::vector<std::byte> serialize(const Weights& weights, std::string_view record);
/// Refuses anything but an intact network of this program's shape, with the reason.
Result<NetworkPtr, Error> parse_network(std::span<const std::byte> bytes);
Result<NetworkPtr, Error> load_network(const std::string& path);
Result<Ok, Error> save_network(const std::string& path, const Weights& weights,
                               std::string_view record);

/// The network built into the program (nets/default), or null if it was built without one.
const NetworkPtr& default_network();

}  // namespace rookery::eval::nnue
