#include "base/subprocess.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <fstream>
#include <thread>

namespace rookery {
namespace {

using namespace std::chrono_literals;
using Clock = Subprocess::Clock;

Subprocess shell(const std::string& script) {
  auto child = Subprocess::start({"sh", "-c", script});
  EXPECT_TRUE(child) << child.error().message;
  return std::move(*child);
}

/// A zombie counts as gone.
bool is_running(pid_t pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  if (!std::getline(stat, text)) return false;
  return text[text.rfind(')') + 2] != 'Z';
}

bool goes_away(pid_t pid) {
  for (int i = 0; i < 200 && is_running(pid); ++i) std::this_thread::sleep_for(10ms);
  return !is_running(pid);
}

TEST(Subprocess, SpeaksInLines) {
  auto cat = shell("cat");
  std::string line;
  ASSERT_TRUE(cat.write_line("one", Clock::now() + 5s));
  ASSERT_TRUE(cat.write_line("two\r", Clock::now() + 5s));
  EXPECT_EQ(cat.read_line(line, Clock::now() + 5s), Subprocess::Read::line);
  EXPECT_EQ(line, "one");
  EXPECT_EQ(cat.read_line(line, Clock::now() + 5s), Subprocess::Read::line);
  EXPECT_EQ(line, "two");
  EXPECT_EQ(cat.read_line(line, Clock::now() + 20ms), Subprocess::Read::timeout);
  EXPECT_EQ(cat.finish(Clock::now() + 5s), "exited with status 0");
}

TEST(Subprocess, TellsHowTheChildEnded) {
  auto child = shell("echo oops >&2; exit 3");
  std::string line;
  EXPECT_EQ(child.read_line(line, Clock::now() + 5s), Subprocess::Read::closed);
  EXPECT_EQ(child.finish(Clock::now() + 5s), "exited with status 3");
  EXPECT_EQ(child.finish(Clock::now()), "exited with status 3");
  EXPECT_EQ(child.error_output(), "oops\n");
  EXPECT_FALSE(child.write_line("anyone?", Clock::now() + 1s));
  auto killed = shell("kill -SEGV $$");
  EXPECT_EQ(killed.read_line(line, Clock::now() + 5s), Subprocess::Read::closed);
  EXPECT_EQ(killed.finish(Clock::now() + 5s), "killed by signal 11 (Segmentation fault)");
}

TEST(Subprocess, WritingToADeadChildIsNoSignal) {
  auto child = shell("exit 0");
  std::string line;
  EXPECT_EQ(child.read_line(line, Clock::now() + 5s), Subprocess::Read::closed);
  // The kernel may close the child's input a little later than its output.
  const auto patience = Clock::now() + 5s;
  while (child.write_line("hello", patience) && Clock::now() < patience) {
  }
  EXPECT_LT(Clock::now(), patience);
}

TEST(Subprocess, AChildThatDoesNotReadHitsTheDeadline) {
  auto child = shell("sleep 100");
  const auto begin = Clock::now();
  const std::string big(1 << 20, 'x');
  EXPECT_FALSE(child.write_line(big, begin + 100ms));
  EXPECT_LT(Clock::now() - begin, 5s);
  EXPECT_EQ(child.finish(Clock::now()), "did not exit");
}

TEST(Subprocess, BoundsTheLengthOfALine) {
  auto child = shell("head -c 1000000 /dev/zero; sleep 100");
  std::string line;
  EXPECT_EQ(child.read_line(line, Clock::now() + 10s), Subprocess::Read::too_long);
}

TEST(Subprocess, ReportsWhatCannotBeStarted) {
  auto child = Subprocess::start({"no-such-program-anywhere"});
  ASSERT_FALSE(child);
  EXPECT_NE(child.error().message.find("no-such-program-anywhere"), std::string::npos);
  EXPECT_FALSE(Subprocess::start({"/etc/passwd"}));
  auto lost = Subprocess::start({"sh"}, "/no/such/directory");
  ASSERT_FALSE(lost);
  EXPECT_NE(lost.error().message.find("No such file"), std::string::npos);
}

TEST(Subprocess, KillsTheWholeGroup) {
  pid_t grandchild = 0;
  {
    auto child = shell("sleep 1000 & echo $!; wait");
    std::string line;
    ASSERT_EQ(child.read_line(line, Clock::now() + 5s), Subprocess::Read::line);
    grandchild = std::stoi(line);
    EXPECT_TRUE(is_running(grandchild));
  }
  EXPECT_TRUE(goes_away(grandchild));
}

TEST(Subprocess, OutlivesTheThreadThatStartedIt) {
  std::optional<Subprocess> cat;
  std::thread([&] { cat = shell("cat"); }).join();
  std::this_thread::sleep_for(50ms);
  std::string line;
  ASSERT_TRUE(cat->write_line("still here", Clock::now() + 5s));
  EXPECT_EQ(cat->read_line(line, Clock::now() + 5s), Subprocess::Read::line);
}

/// Not a test but the other process of the next one.
TEST(Subprocess, DISABLED_Owner) {
  auto child = Subprocess::start({"sleep", "1000"});
  std::printf("%d\n", static_cast<int>(child->pid()));
  std::fflush(stdout);
  for (;;) pause();
}

TEST(Subprocess, DiesWithItsOwner) {
  auto owner = Subprocess::start({"/proc/self/exe", "--gtest_filter=*DISABLED_Owner",
                                  "--gtest_also_run_disabled_tests", "--gtest_brief=1"});
  ASSERT_TRUE(owner);
  std::string line;
  int pid = 0;
  while (pid == 0) {
    ASSERT_EQ(owner->read_line(line, Clock::now() + 10s), Subprocess::Read::line);
    if (std::isdigit(static_cast<unsigned char>(line[0]))) pid = std::stoi(line);
  }
  EXPECT_TRUE(is_running(pid));
  kill(owner->pid(), SIGKILL);  // the child is in a group of its own: only the kernel tells it
  EXPECT_TRUE(goes_away(pid));
}

}  // namespace
}  // namespace rookery
