// The arithmetic of the network on 16-bit numbers, once for each instruction set. All give the same
// bits; the best that the processor has is chosen when the program starts.
#pragma once

#include <cstdint>
#include <span>

#include "eval/nnue/arch.h"

namespace rookery::eval::nnue {

/// Rows are kHidden numbers, aligned to 64 bytes; `to` may be `from`.
struct Kernels {
  using Row = const std::int16_t*;
  /// to = from + rows of `add` - rows of `sub`, in one pass.
  using Update = void (*)(std::int16_t* to, Row from, const Row* add, const Row* sub);

  const char* name;
  Update quiet;          ///< one row added, one subtracted
  Update capture;        ///< one added, two subtracted
  Update castling;       ///< two added, two subtracted
  Update add, subtract;  ///< one row only
  /// Sum of SCReLU(us) * weights[0] + SCReLU(them) * weights[1], in units of kQA^2 * kQB.
  std::int64_t (*output)(Row us, Row them, const std::int16_t (*weights)[kHidden]);
};

/// The best that this processor can run.
const Kernels& best_kernels();
/// All that it can run, the plainest first.
std::span<const Kernels* const> usable_kernels();

}  // namespace rookery::eval::nnue
