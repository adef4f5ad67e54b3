// Control: the handle by which another thread steers a search in progress.
#pragma once

#include <atomic>

namespace rookery::search {

/// Shared by the searcher and one controller. Searchers poll should_stop() (relaxed, cheap) at
/// least every few thousand nodes.
class Control {
 public:
  void stop() { stop_.store(true, std::memory_order_relaxed); }
  bool should_stop() const { return stop_.load(std::memory_order_relaxed); }

  /// The opponent played the expected move: from now on the clock runs for us.
  void ponder_hit() { pondering_.store(false, std::memory_order_relaxed); }
  bool is_pondering() const { return pondering_.load(std::memory_order_relaxed); }

  /// Before each think(); not while a search runs.
  void reset(bool pondering = false) {
    stop_.store(false, std::memory_order_relaxed);
    pondering_.store(pondering, std::memory_order_relaxed);
  }

 private:
  std::atomic<bool> stop_{false};
  std::atomic<bool> pondering_{false};
};

}  // namespace rookery::search
