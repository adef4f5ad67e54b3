// The log never makes the bot wait.
#include "lichess/log.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

namespace rookery::lichess {
namespace {

class PipeLogTest : public testing::Test {
 protected:
  void SetUp() override {
    path_ = testing::TempDir() + "rookery_log_" + std::to_string(getpid());
    ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  }
  void TearDown() override { unlink(path_.c_str()); }
  std::string path_;
};

TEST_F(PipeLogTest, WithoutAReaderIsAnError) {
  const auto log = EventLog::open(path_, "");
  ASSERT_FALSE(log);
  EXPECT_EQ(log.error().message,
            "cannot write the log file " + path_ + ": a pipe that nobody reads");
}

TEST_F(PipeLogTest, AReaderWhoStallsLosesLines) {
  const int reader = open(path_.c_str(), O_RDONLY | O_NONBLOCK);
  const auto log = EventLog::open(path_, "secret");
  ASSERT_TRUE(log);
  // Far more than a pipe holds.
  for (int i = 0; i < 4000; ++i) (*log)->info("line", {{"text", std::string(100, 'x')}});
  char start[200] = {};
  ASSERT_GT(read(reader, start, sizeof start - 1), 0);
  EXPECT_EQ(std::string(start).substr(0, 9), "{\"time\":\"");
  close(reader);
}

}  // namespace
}  // namespace rookery::lichess
