// run_on_threads: everybody works, and an exception comes out at the end.
#include "base/threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>

namespace rookery {
namespace {

TEST(RunOnThreads, RunsThemAll) {
  std::atomic<int> calls{0};
  EXPECT_EQ(run_on_threads(3, [&] { ++calls; }), 3);
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(run_on_threads(1, [&] { ++calls; }), 1);
  EXPECT_EQ(calls, 4);
}

TEST(RunOnThreads, AnExceptionIsThrownWhenAllHaveEnded) {
  std::atomic<int> ended{0}, number{0};
  const auto work = [&] {
    if (number++ == 1) throw std::bad_alloc();
    ++ended;
  };
  EXPECT_THROW(run_on_threads(4, work), std::bad_alloc);
  EXPECT_EQ(ended, 3);
}

}  // namespace
}  // namespace rookery
