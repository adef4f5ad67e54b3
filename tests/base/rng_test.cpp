// The generators against published numbers, and the shape of what is derived from them.
#include "base/rng.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace rookery {
namespace {

TEST(Rng, SplitMixGivesThePublishedNumbers) {
  // The reference implementation's first three outputs for seed 1234567.
  SplitMix64 mix(1234567);
  EXPECT_EQ(mix.next(), 6457827717110365317u);
  EXPECT_EQ(mix.next(), 3203168211198807973u);
  EXPECT_EQ(mix.next(), 9817491932198370423u);
}

TEST(Rng, OneSeedOneSequence) {
  Rng a(42), b(42), c(43);
  bool differs = false;
  for (int i = 0; i < 100; ++i) {
    const auto x = a();
    EXPECT_EQ(x, b());
    differs |= x != c();
  }
  EXPECT_TRUE(differs);
}

TEST(Rng, BelowIsUniform) {
  Rng rng(1);
  std::array<int, 10> seen{};
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) {
    const auto n = rng.below(10);
    ASSERT_LT(n, 10u);
    ++seen[n];
  }
  // Five standard deviations of a binomial with p = 1/10.
  for (int n : seen) EXPECT_NEAR(n, kDraws / 10, 5 * std::sqrt(kDraws * 0.09));
}

TEST(Rng, UniformStaysBelowOne) {
  Rng rng(2);
  double sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    const double x = rng.uniform();
    ASSERT_GE(x, 0.0);
    ASSERT_LT(x, 1.0);
    sum += x;
  }
  EXPECT_NEAR(sum / 10'000, 0.5, 0.02);
}

}  // namespace
}  // namespace rookery
