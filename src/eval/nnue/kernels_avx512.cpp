// Thirty-two numbers at a time, and products that are summed by the instruction that makes them
// (VNNI): processors with AVX-512 since about 2019.
#include <immintrin.h>

#include "eval/nnue/kernel_loops.h"

namespace rookery::eval::nnue {

namespace {

struct Avx512 {
  static constexpr int kLanes = 32;
  static constexpr std::int64_t kMaxSum = INT32_MAX;
  using Register = __m512i;
  using Sum = __m512i;
  static Register load(const std::int16_t* p) { return _mm512_load_si512(p); }
  static void store(std::int16_t* p, Register r) { _mm512_store_si512(p, r); }
  static Register add(Register a, Register b) { return _mm512_add_epi16(a, b); }
  static Register sub(Register a, Register b) { return _mm512_sub_epi16(a, b); }
  static Sum zero() { return _mm512_setzero_si512(); }
  static Sum dot(Sum sum, Register x, Register w) {
    const __m512i v =
        _mm512_min_epi16(_mm512_max_epi16(x, _mm512_setzero_si512()), _mm512_set1_epi16(kQA));
    return _mm512_dpwssd_epi32(sum, _mm512_mullo_epi16(v, w), v);
  }
  static Sum plus(Sum a, Sum b) { return _mm512_add_epi32(a, b); }
  static std::int64_t total(Sum sum) {
    return _mm512_reduce_add_epi64(
        _mm512_add_epi64(_mm512_cvtepi32_epi64(_mm512_castsi512_si256(sum)),
                         _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64(sum, 1))));
  }
};

}  // namespace

extern const Kernels kAvx512Kernels;
constexpr Kernels kAvx512Kernels = make_kernels<Avx512>("avx512-vnni");

}  // namespace rookery::eval::nnue
