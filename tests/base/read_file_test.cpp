// read_file: ordinary files of a sensible size, and nothing else.
#include "base/read_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace rookery {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class ReadFileTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "rookery_read.XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }
  static std::string error_of(const fs::path& path, FileKind kind = FileKind::settings) {
    const auto read = read_file(path, kind);
    return read ? "no error" : read.error().message;
  }
  fs::path folder_;
};

TEST_F(ReadFileTest, ReadsWholeFiles) {
  std::ofstream(folder_ / "a") << std::string(100'000, 'x');
  EXPECT_EQ(*read_file(folder_ / "a", FileKind::settings), std::string(100'000, 'x'));
  std::ofstream(folder_ / "empty");
  EXPECT_EQ(*read_file(folder_ / "empty", FileKind::settings), "");
  EXPECT_THAT(error_of(folder_ / "missing"), HasSubstr("No such file"));
}

TEST_F(ReadFileTest, RefusesWhatHasNoEnd) {
  EXPECT_THAT(error_of("/dev/zero"), HasSubstr("a device, not a file"));
  EXPECT_THAT(error_of(folder_), HasSubstr("a directory, not a file"));
  fs::create_symlink("/dev/zero", folder_ / "link");
  EXPECT_THAT(error_of(folder_ / "link"), HasSubstr("a device, not a file"));
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(error_of(folder_ / "pipe"), HasSubstr("a pipe, not a file"));  // nor waits for one
}

TEST_F(ReadFileTest, RefusesWhatIsTooLargeForItsKind) {
  std::ofstream(folder_ / "vast") << "x";
  fs::resize_file(folder_ / "vast", size_limit(FileKind::games) + 1);  // takes no room on the disk
  for (const FileKind kind :
       {FileKind::settings, FileKind::game, FileKind::state, FileKind::positions, FileKind::games,
        FileKind::network, FileKind::book, FileKind::checkpoint})
    EXPECT_THAT(error_of(folder_ / "vast", kind), HasSubstr("larger than"));
  fs::resize_file(folder_ / "vast", size_limit(FileKind::settings));
  EXPECT_EQ(error_of(folder_ / "vast"), "no error");
  // The kernel says that these are empty; they are read until their end all the same.
  EXPECT_GT(read_file("/proc/self/status", FileKind::settings)->size(), 100u);
}

}  // namespace
}  // namespace rookery
