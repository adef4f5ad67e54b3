// The arithmetic of the network on 16-bit vectors: one short set of operations for each instruction
// set, and the two loops written over them. All sets give the same bits; the tests compare them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "eval/nnue/arch.h"

#if defined(__SSE4_1__)
#include <immintrin.h>
#endif

namespace rookery::eval::nnue {

/// `dot` adds clamp(x, 0, kQA)^2 * w to a running sum; `total` folds the lanes.
struct Scalar {
  static constexpr int kLanes = 1;
  using Register = std::int16_t;
  using Sum = std::int64_t;
  static Register load(const std::int16_t* p) { return *p; }
  static void store(std::int16_t* p, Register r) { *p = r; }
  static Register add(Register a, Register b) { return static_cast<Register>(a + b); }
  static Register sub(Register a, Register b) { return static_cast<Register>(a - b); }
  static Sum zero() { return 0; }
  static Sum dot(Sum sum, Register x, Register w) {
    const int v = std::clamp<int>(x, 0, kQA);
    return sum + v * v * w;
  }
  static std::int64_t total(Sum sum) { return sum; }
};

#if defined(__SSE4_1__)
struct Sse41 {
  static constexpr int kLanes = 8;
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
  static std::int64_t total(Sum sum) {
    const __m128i pair =
        _mm_add_epi64(_mm_cvtepi32_epi64(sum), _mm_cvtepi32_epi64(_mm_srli_si128(sum, 8)));
    return _mm_cvtsi128_si64(pair) + _mm_extract_epi64(pair, 1);
  }
};
#endif

#if defined(__AVX2__)
struct Avx2 {
  static constexpr int kLanes = 16;
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
  static std::int64_t total(Sum sum) {
    // Each half has half the terms of an SSE4.1 sum, so their sum cannot overflow either.
    return Sse41::total(
        _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1)));
  }
};
using Native = Avx2;
#elif defined(__SSE4_1__)
using Native = Sse41;
#else
using Native = Scalar;
#endif

// A 32-bit lane of an SSE4.1 sum takes two products from each of the kHidden / 8 loads.
static_assert(std::int64_t{kHidden} / 8 * 2 * kQA * kQA * kMaxOutputWeight <= INT32_MAX);

/// to = from + rows of `add` - rows of `sub`, in one pass.
template <class K, int adds, int subs>
inline void update_rows(std::int16_t* to, const std::int16_t* from, const std::int16_t* const* add,
                        const std::int16_t* const* sub) {
  for (int i = 0; i < kHidden; i += K::kLanes) {
    auto r = K::load(from + i);
    for (int a = 0; a < adds; ++a) r = K::add(r, K::load(add[a] + i));
    for (int s = 0; s < subs; ++s) r = K::sub(r, K::load(sub[s] + i));
    K::store(to + i, r);
  }
}

/// Sum of SCReLU(values) * weights over one perspective, in units of kQA^2 * kQB.
template <class K>
inline std::int64_t screlu_dot(const std::int16_t* values, const std::int16_t* weights) {
  auto sum = K::zero();
  for (int i = 0; i < kHidden; i += K::kLanes)
    sum = K::dot(sum, K::load(values + i), K::load(weights + i));
  return K::total(sum);
}

}  // namespace rookery::eval::nnue
