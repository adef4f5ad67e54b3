// Result: values, errors, conversions, moves.
#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace rookery {
namespace {

Result<int, Error> half(int n) {
  if (n % 2 != 0) return Unexpected{Error{std::to_string(n) + " is odd"}};
  return n / 2;
}

TEST(Result, HoldsAValue) {
  const auto r = half(8);
  ASSERT_TRUE(r);
  EXPECT_EQ(*r, 4);
  EXPECT_EQ(r.value_or(1), 4);
}

TEST(Result, HoldsAnError) {
  const auto r = half(7);
  ASSERT_FALSE(r.has_value());
  EXPECT_EQ(r.error().message, "7 is odd");
  EXPECT_EQ(r.value_or(1), 1);
}

TEST(Result, TheErrorTypeMayConvert) {
  const Result<int, std::string> r = Unexpected{"no"};
  EXPECT_EQ(r.error(), "no");
}

TEST(Result, ValueAndErrorMayBeOfOneType) {
  const Result<std::string, std::string> good = std::string("yes");
  const Result<std::string, std::string> bad = Unexpected{std::string("no")};
  EXPECT_TRUE(good);
  EXPECT_FALSE(bad);
  EXPECT_EQ(bad.error(), "no");
}

TEST(Result, MovesWhatCannotBeCopied) {
  Result<std::unique_ptr<int>, Error> r = std::make_unique<int>(5);
  const std::unique_ptr<int> p = *std::move(r);
  EXPECT_EQ(*p, 5);
}

}  // namespace
}  // namespace rookery
