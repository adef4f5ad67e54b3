// AtomicFile: the old file stays until commit, and nothing is left behind.
#include "base/atomic_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace rookery {
namespace {

namespace fs = std::filesystem;

class AtomicFileTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "rookery_atomic.XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    directory_ = name;
  }
  void TearDown() override { fs::remove_all(directory_); }
  static std::string read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::ptrdiff_t files() const {
    return std::distance(fs::directory_iterator(directory_), fs::directory_iterator());
  }
  fs::path directory_;
};

TEST_F(AtomicFileTest, WritesAndReplaces) {
  const fs::path path = directory_ / "a";
  ASSERT_TRUE(write_file(path, "one"));
  EXPECT_EQ(read(path), "one");
  ASSERT_TRUE(write_file(path, "two"));
  EXPECT_EQ(read(path), "two");
  EXPECT_EQ(files(), 1);
}

TEST_F(AtomicFileTest, WithoutCommitTheOldFileStays) {
  const fs::path path = directory_ / "a";
  ASSERT_TRUE(write_file(path, "old"));
  {
    auto file = AtomicFile::create(path);
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("new"));
    EXPECT_EQ(read(path), "old");
  }
  EXPECT_EQ(read(path), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(AtomicFileTest, SaysWhatFailed) {
  const auto written = write_file(directory_ / "missing" / "a", "x");
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("missing/a"), std::string::npos);
  EXPECT_NE(written.error().message.find("No such file"), std::string::npos);
}

TEST_F(AtomicFileTest, ALinkStaysALinkAndAFileKeepsItsRights) {
  const fs::path target = directory_ / "target", link = directory_ / "link";
  ASSERT_TRUE(write_file(target, "old"));
  fs::permissions(target, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("target", link);
  ASSERT_TRUE(write_file(link, "new"));
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(read(target), "new");
  EXPECT_EQ(fs::status(target).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(AtomicFileTest, APipeStaysAPipe) {
  const fs::path path = directory_ / "pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const int reader = open(path.c_str(), O_RDWR);
  ASSERT_TRUE(write_file(path, "words"));
  char buffer[8];
  EXPECT_EQ(::read(reader, buffer, sizeof buffer), 5);
  close(reader);
  EXPECT_TRUE(fs::is_fifo(path));
}

TEST_F(AtomicFileTest, RespectsTheUmask) {
  const auto rights = [&](const fs::path& path) {
    struct stat status;
    EXPECT_EQ(stat(path.c_str(), &status), 0);
    return status.st_mode & 0777;
  };
  const mode_t before = umask(0027);
  EXPECT_TRUE(write_file(directory_ / "a", "x"));
  EXPECT_TRUE(write_file(directory_ / "b", "x", Writing::own_state));
  umask(before);
  EXPECT_EQ(rights(directory_ / "a"), 0640u);
  EXPECT_EQ(rights(directory_ / "b"), 0600u);
}

TEST_F(AtomicFileTest, StateReplacesALinkAndDoesNotFollowIt) {
  ASSERT_TRUE(write_file(directory_ / "target", "precious"));
  fs::create_symlink(directory_ / "target", directory_ / "link");
  ASSERT_TRUE(write_file(directory_ / "link", "state", Writing::own_state));
  EXPECT_EQ(read(directory_ / "target"), "precious");
  EXPECT_EQ(read(directory_ / "link"), "state");
  EXPECT_FALSE(fs::is_symlink(directory_ / "link"));
}

TEST_F(AtomicFileTest, WhatAKilledWriterLeftIsRemovedAndTheLivingAreNot) {
  const pid_t child = fork();
  if (child == 0) {
    auto file = AtomicFile::create(directory_ / "dead");
    (void)file->write("half");
    _exit(0);  // as if killed: no destructor runs
  }
  waitpid(child, nullptr, 0);
  auto living =
      AtomicFile::create(directory_ / "living");  // also tidies: the first in this process
  ASSERT_TRUE(living && living->write("whole"));
  EXPECT_EQ(files(), 1);
  std::ofstream(directory_ / "of-mine.rookery-new-abc") << "another's file of a similar name";
  remove_abandoned_files(directory_);
  EXPECT_EQ(files(), 2);
  ASSERT_TRUE(living->commit());
  EXPECT_EQ(read(directory_ / "living"), "whole");
}

TEST_F(AtomicFileTest, ALongNameIsNoTrouble) {
  const fs::path path = directory_ / std::string(255, 'n');
  ASSERT_TRUE(write_file(path, "x"));
  EXPECT_EQ(read(path), "x");
}

}  // namespace
}  // namespace rookery
