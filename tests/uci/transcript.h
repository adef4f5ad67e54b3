// Transcript: what a UCI server prints, for tests that wait for it.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <streambuf>
#include <string>
#include <utility>
#include <vector>

namespace rookery::uci {

/// Output that one thread writes and another waits for.
class Transcript : public std::streambuf {
 public:
  std::vector<std::string> lines() {
    const std::lock_guard lock(mutex_);
    return lines_;
  }
  /// The first line from `from` on that begins with `start`; fails the test after twenty seconds.
  std::string wait_for(const std::string& start, std::size_t from = 0) {
    std::unique_lock lock(mutex_);
    std::string found;
    const bool came = changed_.wait_for(lock, std::chrono::seconds(20), [&] {
      for (std::size_t i = from; i < lines_.size(); ++i)
        if (lines_[i].starts_with(start)) return found = lines_[i], true;
      return false;
    });
    EXPECT_TRUE(came) << "no line begins with '" << start << "'";
    return found;
  }

 protected:
  int overflow(int c) override {
    const std::lock_guard lock(mutex_);
    if (c == '\n') {
      lines_.push_back(std::exchange(partial_, {}));
      changed_.notify_all();
    } else {
      partial_ += static_cast<char>(c);
    }
    return c;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> lines_;
  std::string partial_;
};

}  // namespace rookery::uci
