#include "cli/stop_signal.h"

#include <csignal>

namespace rookery::cli {

namespace {

std::atomic<bool> stopped{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void on_signal(int signal) {
  stopped = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

const std::atomic<bool>& stop_signal() {
  [[maybe_unused]] static const bool once = [] {
    std::signal(SIGINT, on_signal);
    std::signal(SIGTERM, on_signal);
    return true;
  }();
  return stopped;
}

}  // namespace rookery::cli
