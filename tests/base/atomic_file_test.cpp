// AtomicFile: the old file stays until commit, and nothing is left behind.
#include "base/atomic_file.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace rookery
