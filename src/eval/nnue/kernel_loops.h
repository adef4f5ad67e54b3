// The loops of the kernels, written over an instruction set K. Only for the kernels_*.cpp, each of
// which the compiler translates for another processor: everything is in an unnamed namespace and
// nothing is included that might leave a shared inline function behind, which another file would
// then run on a processor that lacks the instructions.
#pragma once

#include "eval/nnue/kernels.h"

namespace rookery::eval::nnue {
namespace {

template <class K, int adds, int subs>
void update_rows(std::int16_t* to, Kernels::Row from, const Kernels::Row* add,
                 const Kernels::Row* sub) {
  static_assert(kHidden % K::kLanes == 0);
  for (int i = 0; i < kHidden; i += K::kLanes) {
    auto r = K::load(from + i);
    for (int a = 0; a < adds; ++a) r = K::add(r, K::load(add[a] + i));
    for (int s = 0; s < subs; ++s) r = K::sub(r, K::load(sub[s] + i));
    K::store(to + i, r);
  }
}

/// Four sums, since one step of a sum has to wait for the step before it.
template <class K>
std::int64_t screlu_output(Kernels::Row us, Kernels::Row them,
                           const std::int16_t (*weights)[kHidden]) {
  constexpr int kLanes = K::kLanes, kStep = 2 * kLanes;
  static_assert(kHidden % kStep == 0);
  auto a = K::zero(), b = K::zero(), c = K::zero(), d = K::zero();
  for (int i = 0; i < kHidden; i += kStep) {
    a = K::dot(a, K::load(us + i), K::load(weights[0] + i));
    b = K::dot(b, K::load(us + i + kLanes), K::load(weights[0] + i + kLanes));
    c = K::dot(c, K::load(them + i), K::load(weights[1] + i));
    d = K::dot(d, K::load(them + i + kLanes), K::load(weights[1] + i + kLanes));
  }
  // A lane takes two products from each load; both sides together fit 32 bits if lanes are many.
  constexpr std::int64_t kOneSide =
      std::int64_t{kHidden} / kLanes * 2 * kQA * kQA * kMaxOutputWeight;
  static_assert(kOneSide <= K::kMaxSum);
  const auto sum_us = K::plus(a, b), sum_them = K::plus(c, d);
  if constexpr (2 * kOneSide <= K::kMaxSum) return K::total(K::plus(sum_us, sum_them));
  return K::total(sum_us) + K::total(sum_them);
}

template <class K>
constexpr Kernels make_kernels(const char* name) {
  return {name,
          update_rows<K, 1, 1>,
          update_rows<K, 1, 2>,
          update_rows<K, 2, 2>,
          update_rows<K, 1, 0>,
          update_rows<K, 0, 1>,
          screlu_output<K>};
}

}  // namespace
}  // namespace rookery::eval::nnue
