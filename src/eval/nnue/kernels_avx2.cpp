// Sixteen numbers at a time: processors since about 2013.
#include <immintrin.h>

#include "eval/nnue/kernel_loops.h"

namespace rookery::eval::nnue {

namespace {

struct Avx2 {
  static constexpr int kLanes = 16;
  static constexpr std::int64_t kMaxSum = INT32_MAX;
  using Register = __m256i;
  using Sum = __m256i;
  static Register load(const std::int16_t* p) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(p));
  }
  static void store(std::int16_t* p, Register r) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(p), r);
  }
  static Register add(Register a, Register b) { return _mm256_add_epi16(a, b); }
  static Register sub(Register a, Register b) { return _mm256_sub_epi16(a, b); }
  static Sum zero() { return _mm256_setzero_si256(); }
  static Sum dot(Sum sum, Register x, Register w) {
    const __m256i v =
        _mm256_min_epi16(_mm256_max_epi16(x, _mm256_setzero_si256()), _mm256_set1_epi16(kQA));
    return _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_mullo_epi16(v, w), v));
  }
  static Sum plus(Sum a, Sum b) { return _mm256_add_epi32(a, b); }
  static std::int64_t total(Sum sum) {
    const __m256i pairs = _mm256_add_epi64(_mm256_cvtepi32_epi64(_mm256_castsi256_si128(sum)),
                                           _mm256_cvtepi32_epi64(_mm256_extracti128_si256(sum, 1)));
    const __m128i pair =
        _mm_add_epi64(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256(pairs, 1));
    return _mm_cvtsi128_si64(pair) + _mm_extract_epi64(pair, 1);
  }
};

}  // namespace

extern const Kernels kAvx2Kernels;
constexpr Kernels kAvx2Kernels = make_kernels<Avx2>("avx2");

}  // namespace rookery::eval::nnue
