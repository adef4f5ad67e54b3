#include "cli/stop_signal.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace rookery::cli {

namespace {

std::atomic<bool> stopped{false};
std::atomic<int> received{0};
static_assert(std::atomic<bool>::is_always_lock_free);

/// Whoever waits for the reader of a full pipe wakes up, with an error (there is no SA_RESTART),
/// and nobody waits for it again. A second signal ends the program at once.
void on_signal(int signal) {
  const int error = errno;
  received = signal;
  stopped = true;
  std::signal(signal, SIG_DFL);
  for (const int output : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat status;
    // Not terminals: others share them, and would be told to try again later.
    if (::fstat(output, &status) == 0 && S_ISFIFO(status.st_mode))
      ::fcntl(output, F_SETFL, ::fcntl(output, F_GETFL) | O_NONBLOCK);
  }
  errno = error;
}

}  // namespace

const std::atomic<bool>& stop_signal() {
  [[maybe_unused]] static const bool once = [] {
    struct sigaction action {};
    action.sa_handler = on_signal;
    for (const int signal : {SIGINT, SIGTERM}) ::sigaction(signal, &action, nullptr);
    return true;
  }();
  return stopped;
}

int received_signal() { return received; }

}  // namespace rookery::cli
