// The fake server and the real binary as child processes, for the tests of the bot.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "lichess/http.h"
#include "sanitized.h"

namespace rookery::lichess::test {

using Json = nlohmann::json;
using namespace std::chrono_literals;

constexpr const char* kToken = "lip_TopSecret42";

inline Token test_token() { return *Token::from_text(kToken); }

/// Killed in the end if it still runs.
class Process {
 public:
  Process(const std::vector<std::string>& command, const std::vector<std::string>& environment,
          const std::string& output, bool pipe_output = false) {
    int ends[2]{-1, -1};
    if (pipe_output && pipe(ends) != 0) return;
    const int file =
        pipe_output ? ends[1] : open(output.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
    std::vector<char*> arguments, variables;
    for (const auto& a : command) arguments.push_back(const_cast<char*>(a.c_str()));
    for (const auto& v : environment) variables.push_back(const_cast<char*>(v.c_str()));
    arguments.push_back(nullptr);
    variables.push_back(nullptr);
    pid_ = fork();
    if (pid_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      const int null = open("/dev/null", O_RDONLY);
      dup2(null, 0);
      dup2(file, 1);
      if (!pipe_output) dup2(file, 2);
      execve(arguments[0], arguments.data(), variables.data());
      _exit(127);
    }
    close(file);
    if (pipe_output) output_ = ends[0];
  }
  ~Process() {
    if (pid_ > 0 && !status_) {
      kill(pid_, SIGKILL);
      wait(10s);
    }
    if (output_ >= 0) close(output_);
  }
  Process(const Process&) = delete;

  pid_t pid() const { return pid_; }
  void signal(int number) const { kill(pid_, number); }
  /// The exit status (128 + signal if killed); none if it still runs after `time`.
  std::optional<int> wait(std::chrono::milliseconds time) {
    for (const auto end = Clock::now() + time; !status_;) {
      int raw = 0;
      if (waitpid(pid_, &raw, WNOHANG) == pid_)
        status_ = WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
      else if (Clock::now() > end)
        break;
      else
        std::this_thread::sleep_for(5ms);
    }
    return status_;
  }
  std::string read_line() {
    std::string line;
    for (char c; read(output_, &c, 1) == 1 && c != '\n';) line += c;
    return line;
  }

 private:
  pid_t pid_ = -1;
  int output_ = -1;
  std::optional<int> status_;
};

class FakeServer {
 public:
  explicit FakeServer(const Json& scenario) {
    // Quick by default; what the real server does takes minutes.
    Json settings = {
        {"token", kToken}, {"keep_alive_ms", 300}, {"rest_ms", 800}, {"initial_ms", 120000}};
    settings.merge_patch(scenario);
    process_ =
        std::make_unique<Process>(std::vector<std::string>{FAKE_LICHESS, settings.dump()},
                                  // Not instrumented, so what it would report is not so.
                                  std::vector<std::string>{"TSAN_OPTIONS=report_bugs=0"}, "", true);
    url_ = "http://127.0.0.1:" + process_->read_line();
    http_ = std::make_unique<Http>(url_, *Token::from_text("control"), "test");
  }

  const std::string& url() const { return url_; }
  Json control(const std::string& what, const Json& body = Json::object()) {
    HttpRequest request;
    request.post = true;
    request.path = "/control/" + what;
    request.body = body.dump();
    const HttpReply reply = http_->perform(request);
    EXPECT_EQ(reply.status, 200) << what << " " << reply.error;
    return Json::parse(reply.body, nullptr, false);
  }
  Json report() { return control("report"); }
  /// Waits until the report satisfies the condition; false after `time`.
  bool wait_for(const std::function<bool(const Json&)>& condition,
                std::chrono::milliseconds time = 120s) {
    for (const auto end = Clock::now() + time; Clock::now() < end;
         std::this_thread::sleep_for(20ms))
      if (condition(report())) return true;
    return false;
  }
  static int count(const Json& report, const char* what) { return report["counts"].value(what, 0); }

 private:
  std::unique_ptr<Process> process_;
  std::string url_;
  std::unique_ptr<Http> http_;
};

/// A folder of its own with a configuration in it.
class BotFolder {
 public:
  BotFolder(const std::string& url, const Json& changes = Json::object()) {
    static int number = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("rookery_bot_" + std::to_string(getpid()) + "_" + std::to_string(++number));
    std::filesystem::create_directories(path_);
    Json config = {
        {"base_url", url},
        {"engine", {{"agent", "random"}, {"move_time_ms", 10}}},
        {"challenges", {{"concurrent_games", 4}, {"min_initial_seconds", 10}}},
        {"games", {{"resign", false}, {"offer_draws", false}, {"pgn_file", "games.pgn"}}},
        {"log_file", "bot.log"},
        {"timing",
         {{"watchdog_ms", 1000},
          {"rate_limit_wait_ms", 1000},
          {"request_timeout_ms", 1500},
          {"retry_first_ms", 30},
          {"retry_max_ms", 500},
          {"finish_grace_ms", 300},
          {"challenge_expiry_ms", 600}}}};
    config.merge_patch(changes);
    std::ofstream(path_ / "bot.json") << config.dump(1);
  }
  ~BotFolder() {
    if (!testing::Test::HasFailure()) std::filesystem::remove_all(path_);
  }

  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string read(const std::string& name) const {
    std::ifstream stream(path_ / name);
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
  }
  std::vector<std::string> command(const std::vector<std::string>& extra = {}) const {
    std::vector<std::string> words{ROOKERY_BINARY, "lichess", "--config", file("bot.json")};
    words.insert(words.end(), extra.begin(), extra.end());
    return words;
  }
  std::unique_ptr<Process> start(const std::vector<std::string>& extra = {}) const {
    std::vector<std::string> environment{std::string("LICHESS_TOKEN=") + kToken,
                                         "TSAN_OPTIONS=halt_on_error=1"};
    return std::make_unique<Process>(command(extra), environment, file("output"));
  }

 private:
  std::filesystem::path path_;
};

}  // namespace rookery::lichess::test
