#include "eval/nnue/kernels.h"

#include <algorithm>
#include <vector>

#include "eval/nnue/kernel_loops.h"

namespace rookery::eval::nnue {

namespace {

/// Plain C++, for any processor.
struct Plain {
  static constexpr int kLanes = 1;
  static constexpr std::int64_t kMaxSum = INT64_MAX;
  static std::int16_t load(const std::int16_t* p) { return *p; }
  static void store(std::int16_t* p, std::int16_t r) { *p = r; }
  static std::int16_t add(std::int16_t a, std::int16_t b) {
    return static_cast<std::int16_t>(a + b);
  }
  static std::int16_t sub(std::int16_t a, std::int16_t b) {
    return static_cast<std::int16_t>(a - b);
  }
  static std::int64_t zero() { return 0; }
  static std::int64_t dot(std::int64_t sum, std::int16_t x, std::int16_t w) {
    const int v = std::clamp<int>(x, 0, kQA);
    return sum + v * v * w;
  }
  static std::int64_t plus(std::int64_t a, std::int64_t b) { return a + b; }
  static std::int64_t total(std::int64_t sum) { return sum; }
};

constexpr Kernels kPlainKernels = make_kernels<Plain>("plain");

}  // namespace

#if defined(__x86_64__)
extern const Kernels kSse41Kernels, kAvx2Kernels, kAvx512Kernels;
#endif

std::span<const Kernels* const> usable_kernels() {
  static const std::vector<const Kernels*> usable = [] {
    std::vector<const Kernels*> list{&kPlainKernels};
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("sse4.1")) list.push_back(&kSse41Kernels);
    if (__builtin_cpu_supports("avx2")) list.push_back(&kAvx2Kernels);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vnni"))
      list.push_back(&kAvx512Kernels);
#endif
    return list;
  }();
  return usable;
}

const Kernels& best_kernels() { return *usable_kernels().back(); }

}  // namespace rookery::eval::nnue
