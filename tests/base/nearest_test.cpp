#include "base/nearest.h"

#include <gtest/gtest.h>

namespace rookery {
namespace {

TEST(Nearest, CountsLettersAndExchanges) {
  EXPECT_EQ(letters_apart("", "abc"), 3u);
  EXPECT_EQ(letters_apart("depth", "depth"), 0u);
  EXPECT_EQ(letters_apart("depht", "depth"), 1u);
  EXPECT_EQ(letters_apart("kitten", "sitting"), 3u);
}

TEST(Nearest, SuggestsOnlyWhatCouldBeASlip) {
  const std::vector<std::string> names = {"play", "perft", "pgn"};
  EXPECT_EQ(did_you_mean("plya", names), "; did you mean 'play'?");
  EXPECT_EQ(did_you_mean("perf", names), "; did you mean 'perft'?");
  EXPECT_EQ(did_you_mean("xyzxyz", names), "");
  EXPECT_EQ(did_you_mean("", names), "");
  EXPECT_EQ(did_you_mean(std::string(10'000, 'p'), names), "");
}

}  // namespace
}  // namespace rookery
