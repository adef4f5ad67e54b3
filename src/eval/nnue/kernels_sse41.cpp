// Eight numbers at a time: every x86-64 processor since about 2008.
#include <immintrin.h>

#include "eval/nnue/kernel_loops.h"

namespace rookery::eval::nnue {

namespace {

struct Sse41 {
  static constexpr int kLanes = 8;
  static constexpr std::int64_t kMaxSum = INT32_MAX;
  using Register = __m128i;
  using Sum = __m128i;
  static Register load(const std::int16_t* p) {
    return _mm_load_si128(reinterpret_cast<const __m128i*>(p));
  }
  static void store(std::int16_t* p, Register r) {
    _mm_store_si128(reinterpret_cast<__m128i*>(p), r);
  }
  static Register add(Register a, Register b) { return _mm_add_epi16(a, b); }
  static Register sub(Register a, Register b) { return _mm_sub_epi16(a, b); }
  static Sum zero() { return _mm_setzero_si128(); }
  static Sum dot(Sum sum, Register x, Register w) {
    const __m128i v = _mm_min_epi16(_mm_max_epi16(x, _mm_setzero_si128()), _mm_set1_epi16(kQA));
    return _mm_add_epi32(sum, _mm_madd_epi16(_mm_mullo_epi16(v, w), v));
  }
  static Sum plus(Sum a, Sum b) { return _mm_add_epi32(a, b); }
  static std::int64_t total(Sum sum) {
    const __m128i pair =
        _mm_add_epi64(_mm_cvtepi32_epi64(sum), _mm_cvtepi32_epi64(_mm_srli_si128(sum, 8)));
    return _mm_cvtsi128_si64(pair) + _mm_extract_epi64(pair, 1);
  }
};

}  // namespace

extern const Kernels kSse41Kernels;
constexpr Kernels kSse41Kernels = make_kernels<Sse41>("sse4.1");

}  // namespace rookery::eval::nnue
