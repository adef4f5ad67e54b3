// The real program, killed in the middle of self-play and of training, again and again: in the end
// the files are those of a run that nobody killed.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// Runs the program; kills it after `microseconds` unless that is 0. Its exit status, -1 if killed.
int run(std::vector<std::string> arguments, useconds_t microseconds = 0) {
  arguments.insert(arguments.begin(), ROOKERY_BINARY);
  std::vector<char*> argv;
  for (std::string& a : arguments) argv.push_back(a.data());
  argv.push_back(nullptr);
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    if (!std::freopen("/dev/null", "w", stdout)) _exit(126);
    execv(argv[0], argv.data());
    _exit(127);
  }
  if (microseconds > 0) {
    usleep(microseconds);
    kill(child, SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Name and bytes of the files with an extension.
std::map<std::string, std::string> files(const std::string& folder, const std::string& extension) {
  std::map<std::string, std::string> result;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == extension) {
      std::ifstream in(entry.path(), std::ios::binary);
      result[entry.path().filename()] = {std::istreambuf_iterator<char>(in), {}};
    }
  return result;
}

TEST(Kill, SelfplayAndTrainingGoOnAsIfNothingHadHappened) {
  const std::string folder = testing::TempDir() + "rookery_kill_test";
  fs::remove_all(folder);
  const auto selfplay = [&](const std::string& out) -> std::vector<std::string> {
    return {"selfplay", "--out",   folder + out, "--games", "60", "--threads",
            "2",        "--nodes", "30",         "--seed",  "5"};
  };
  ASSERT_EQ(run(selfplay("/whole")), 0);
  // Counts the kills that left something to go on with.
  const auto until_done = [&](const std::vector<std::string>& arguments, const std::string& trace) {
    int kills = 0, status = -1;
    for (useconds_t wait = 20'000; status == -1; wait += wait / 8) {
      status = run(arguments, wait);
      kills += status == -1 && fs::exists(trace) && fs::file_size(trace) > 1000;
    }
    EXPECT_EQ(status, 0);
    return kills;
  };
  EXPECT_GT(until_done(selfplay("/killed"), folder + "/killed/0000000000000005-000.games"), 0);
  const auto whole = files(folder + "/whole", ".games");
  ASSERT_EQ(whole.size(), 2u);
  EXPECT_EQ(files(folder + "/killed", ".games"), whole);

  const auto train = [&](const std::string& out) -> std::vector<std::string> {
    return {"train",    "--data", folder + "/whole", "--out", folder + out, "--batch", "256",
            "--epochs", "6",      "--threads",       "2"};
  };
  ASSERT_EQ(run(train("/net")), 0);
  EXPECT_GT(until_done(train("/net-killed"), folder + "/net-killed/checkpoint"), 0);
  const auto network = files(folder + "/net", ".nnue");
  ASSERT_EQ(network.size(), 1u);
  EXPECT_EQ(files(folder + "/net-killed", ".nnue"), network);
  fs::remove_all(folder);
}

}  // namespace
