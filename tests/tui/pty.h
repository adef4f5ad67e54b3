// The real program in a pseudo-terminal with a screen of our own.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "vt_screen.h"

namespace rookery::tests {

/// A folder of our own that is gone at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    char name[] = "/tmp/rookery-tui-XXXXXX";
    path_ = mkdtemp(name);
  }
  ~TemporaryFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

class Pty {
 public:
  struct Options {
    int width = 80, height = 24;
    std::map<std::string, std::string> environment{};  ///< added to the base one
    std::string folder = ".";
  };

  Pty(const std::string& program, const std::vector<std::string>& arguments, Options options)
      : screen_(options.width, options.height) {
    std::map<std::string, std::string> environment{{"TERM", "xterm-256color"},
                                                   {"LANG", "C.UTF-8"},
                                                   {"LC_ALL", "C.UTF-8"},
                                                   {"HOME", options.folder},
                                                   {"XDG_STATE_HOME", options.folder + "/state"},
                                                   {"PATH", "/usr/bin:/bin"}};
    for (const auto& [name, value] : options.environment) environment[name] = value;
    std::vector<std::string> pairs;
    for (const auto& [name, value] : environment) pairs.push_back(name + "=" + value);
    std::vector<char*> envp, argv{const_cast<char*>(program.c_str())};
    for (auto& pair : pairs) envp.push_back(pair.data());
    for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    envp.push_back(nullptr);
    argv.push_back(nullptr);
    winsize size{};
    size.ws_col = static_cast<unsigned short>(options.width);
    size.ws_row = static_cast<unsigned short>(options.height);
    pid_ = forkpty(&master_, nullptr, nullptr, &size);
    if (pid_ == 0) {
      if (chdir(options.folder.c_str()) == 0) execve(program.c_str(), argv.data(), envp.data());
      _exit(127);
    }
    fcntl(master_, F_SETFL, O_NONBLOCK);
  }

  ~Pty() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
    close(master_);
  }
  Pty(const Pty&) = delete;
  Pty& operator=(const Pty&) = delete;

  const VtScreen& screen() const { return screen_; }
  pid_t pid() const { return pid_; }
  /// Everything written so far, escape sequences included.
  const std::string& raw() const { return raw_; }

  void send(std::string_view keys) {
    for (std::size_t done = 0; done < keys.size();) {
      const auto n = write(master_, keys.data() + done, keys.size() - done);
      if (n > 0)
        done += static_cast<std::size_t>(n);
      else
        pump(10);
    }
  }

  /// Reads until the condition holds; false after the time is up.
  bool wait(const std::function<bool()>& condition, int milliseconds = 30'000) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    while (!condition()) {
      if (std::chrono::steady_clock::now() > end) return false;
      pump(20);
    }
    return true;
  }
  bool wait_for(std::string_view text, int milliseconds = 30'000) {
    return wait([&] { return screen_.contains(text); }, milliseconds);
  }
  bool wait_gone(std::string_view text) {
    return wait([&] { return !screen_.contains(text); });
  }
  /// Reads whatever comes within a time.
  void settle(int milliseconds) {
    wait([] { return false; }, milliseconds);
  }

  void resize(int width, int height) {
    winsize size{};
    size.ws_col = static_cast<unsigned short>(width);
    size.ws_row = static_cast<unsigned short>(height);
    pump(0);
    screen_.resize(width, height);
    ioctl(master_, TIOCSWINSZ, &size);
  }

  /// The exit status (or 128 + signal) once the program has ended.
  std::optional<int> exit_status(int milliseconds = 30'000) {
    wait([this] { return has_ended(); }, milliseconds);
    return status_;
  }
  void kill_now(int signal_number) { kill(pid_, signal_number); }

 private:
  void pump(int milliseconds) {
    pollfd source{master_, POLLIN, 0};
    if (poll(&source, 1, milliseconds) <= 0) return;
    char buffer[4096];
    ssize_t n;
    while ((n = read(master_, buffer, sizeof buffer)) > 0) {
      raw_.append(buffer, static_cast<std::size_t>(n));
      screen_.feed({buffer, static_cast<std::size_t>(n)});
    }
    if (source.revents & POLLHUP) usleep(static_cast<useconds_t>(milliseconds) * 1000);
  }

  bool has_ended() {
    if (pid_ <= 0) return true;
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) != pid_) return false;
    pump(0);
    status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    pid_ = -1;
    return true;
  }

  VtScreen screen_;
  std::string raw_;
  int master_ = -1;
  pid_t pid_ = -1;
  std::optional<int> status_;
};

}  // namespace rookery::tests
