// Draws progress while the main thread works.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace rookery::cli {

/// Calls `draw` on a thread of its own, five times a second, until destroyed; if there is no thread
/// to be had nothing is drawn.
class Drawer {
 public:
  explicit Drawer(std::function<void()> draw) {
    try {
      thread_ = std::jthread([draw = std::move(draw)](std::stop_token token) {
        std::mutex mutex;
        std::condition_variable_any end;
        std::unique_lock lock(mutex);
        while (!token.stop_requested()) {
          draw();
          end.wait_for(lock, token, std::chrono::milliseconds(200), [] { return false; });
        }
      });
    } catch (const std::system_error&) {
    }
  }

 private:
  std::jthread thread_;
};

}  // namespace rookery::cli
