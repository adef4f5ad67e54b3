#include "play/typed_path.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace rookery::play {
namespace {

class TypedPathTest : public testing::Test {
 protected:
  TypedPathTest() {
    char name[] = "/tmp/rookery-path-XXXXXX";
    folder = mkdtemp(name);
  }
  ~TypedPathTest() override { std::filesystem::remove_all(folder); }
  void write(const char* name) const { std::ofstream(folder / name) << "x"; }
  std::string text(const char* end) const { return folder.string() + "/" + end; }

  std::filesystem::path folder;
};

TEST_F(TypedPathTest, WhatIsSavedUnderANameOpensUnderIt) {
  EXPECT_EQ(name_to_save(text("your_game")), folder / "your_game.pgn");
  EXPECT_EQ(name_to_save(text("here.fen")), folder / "here.fen");
  EXPECT_EQ(name_to_open(text("your_game")), folder / "your_game");
  write("your_game.pgn");
  EXPECT_EQ(name_to_open(text("your_game")), folder / "your_game.pgn");
  write("your_game");
  EXPECT_EQ(name_to_open(text("your_game")), folder / "your_game");
}

TEST_F(TypedPathTest, TheTildeIsHome) {
  const char* home = std::getenv("HOME");
  const std::string before = home ? home : "";
  setenv("HOME", folder.c_str(), 1);
  EXPECT_EQ(typed_path("~/game.pgn"), folder / "game.pgn");
  EXPECT_EQ(typed_path("a~/game.pgn"), "a~/game.pgn");
  write("one.pgn");
  EXPECT_EQ(completed_path("~/o"), "~/one.pgn");
  setenv("HOME", before.c_str(), 1);
}

TEST_F(TypedPathTest, TabGoesAsFarAsTheNamesAgree) {
  write("morphy-1.pgn");
  write("morphy-2.pgn");
  std::filesystem::create_directory(folder / "old");
  EXPECT_EQ(completed_path(text("mor")), text("morphy-"));
  EXPECT_EQ(completed_path(text("morphy-2")), text("morphy-2.pgn"));
  EXPECT_EQ(completed_path(text("ol")), text("old/"));
  EXPECT_EQ(completed_path(text("none")), text("none"));
}

}  // namespace
}  // namespace rookery::play
