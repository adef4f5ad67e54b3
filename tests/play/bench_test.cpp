// The signature of the search: the same nodes on every machine and with every compiler.
#include "play/bench.h"

#include <gtest/gtest.h>

#include "play/roster.h"
#include "sanitized.h"

namespace rookery::play {
namespace {

/// A commit that changes the search or the network changes these; `rookery bench` prints them.
TEST(Bench, Signature) {
  if (kSanitized) GTEST_SKIP() << "too slow under sanitizers";
  const auto nodes = [](const char* spec) {
    auto agent = make_agent(OwnSpec::written_by_user(spec));
    EXPECT_TRUE(agent);
    search::Control control;
    return run_bench(**agent, kBenchDepth, control).nodes;
  };
  EXPECT_EQ(nodes("rookery"), 1'555'352u);
  EXPECT_EQ(nodes("tuned"), 1'962'562u);
}

}  // namespace
}  // namespace rookery::play
