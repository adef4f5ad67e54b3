// The text of the progress bar, and its silence where there is no terminal.
#include "base/progress.h"

#include <gtest/gtest.h>

#include <cstdio>

namespace rookery {
namespace {

using std::chrono::seconds;

TEST(Progress, ShowsRateAndTimeLeft) {
  EXPECT_EQ(progress_line("games", 400, 1000, seconds(100), "+3 -1", 80),
            "games [########............]  40% 400/1000 4.0/s 2:30 left +3 -1");
}

TEST(Progress, KnowsTheEnd) {
  EXPECT_EQ(progress_line("games", 400, 1000, seconds(10), "", 80, 300),
            "games [########............]  40% 400/1000 10.0/s 1:00 left");
  EXPECT_EQ(progress_line("games", 10, 10, seconds(5), "", 80),
            "games [####################] 100% 10/10 2.0/s");
}

TEST(Progress, DoesWithoutATotal) {
  EXPECT_EQ(progress_line("positions", 3'000'000, 0, seconds(1), "", 80),
            "positions 3000000 3.0M/s");
}

TEST(Progress, FitsTheWidth) {
  EXPECT_EQ(progress_line("games", 1, 10, seconds(1), "a long note", 20).size(), 20u);
}

TEST(Progress, IsSilentInAFile) {
  std::FILE* file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  {
    Progress progress("games", 10, file);
    progress.update(5);
  }
  EXPECT_EQ(std::ftell(file), 0);
  std::fclose(file);
}

}  // namespace
}  // namespace rookery
