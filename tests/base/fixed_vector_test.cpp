// FixedVector: what move lists rely on.
#include "base/fixed_vector.h"

#include <gtest/gtest.h>

#include <vector>

namespace rookery {
namespace {

TEST(FixedVector, GrowsAndShrinks) {
  FixedVector<int, 4> v;
  EXPECT_TRUE(v.empty());
  v.push_back(1);
  v.push_back(2);
  v.push_back(3);
  EXPECT_EQ(v.size(), 3u);
  EXPECT_EQ(v.back(), 3);
  v.pop_back();
  EXPECT_EQ(std::vector<int>(v.begin(), v.end()), (std::vector<int>{1, 2}));
  v[0] = 7;
  EXPECT_EQ(v[0], 7);
  v.clear();
  EXPECT_TRUE(v.empty());
  EXPECT_EQ(v.capacity(), 4u);
}

TEST(FixedVector, TakesElementsWrittenThroughAPointer) {
  FixedVector<int, 4> v;
  int* end = v.data();
  *end++ = 5;
  *end++ = 6;
  v.set_end(end);
  ASSERT_EQ(v.size(), 2u);
  EXPECT_EQ(v[1], 6);
}

TEST(FixedVector, CopiesItsElements) {
  FixedVector<int, 4> v;
  v.push_back(1);
  FixedVector<int, 4> copy = v;
  copy.push_back(2);
  EXPECT_EQ(v.size(), 1u);
  EXPECT_EQ(copy.size(), 2u);
  EXPECT_EQ(copy[0], 1);
}

#ifndef NDEBUG
TEST(FixedVectorDeathTest, RefusesToOverflow) {
  FixedVector<int, 1> v;
  v.push_back(1);
  EXPECT_DEATH(v.push_back(2), "size_ < N");
}
#endif

}  // namespace
}  // namespace rookery
