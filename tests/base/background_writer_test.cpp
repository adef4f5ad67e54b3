#include "base/background_writer.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <string>

namespace rookery {
namespace {

TEST(BackgroundWriter, WritesInOrder) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  {
    BackgroundWriter writer(ends[1]);
    EXPECT_TRUE(writer.put("one\n"));
    EXPECT_TRUE(writer.put("two\n"));
  }
  close(ends[1]);
  std::string text;
  char byte;
  while (read(ends[0], &byte, 1) == 1) text += byte;
  close(ends[0]);
  EXPECT_EQ(text, "one\ntwo\n");
}

TEST(BackgroundWriter, AReaderWhoDoesNotReadHoldsNobodyUp) {
  signal(SIGPIPE, SIG_IGN);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  while (write(ends[1], "full", 4) > 0) {
  }
  fcntl(ends[1], F_SETFL, 0);
  const auto before = std::chrono::steady_clock::now();
  {
    BackgroundWriter writer(ends[1]);
    bool dropped = false;
    for (int i = 0; i < 1000; ++i) dropped |= !writer.put(std::string(1000, 'x'));
    EXPECT_TRUE(dropped) << "what is kept has a bound";
  }
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(10));
  close(ends[0]);  // lets the writer's thread go, with an error instead of a signal
}

}  // namespace
}  // namespace rookery
