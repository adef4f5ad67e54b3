// Ctrl-C and SIGTERM as a flag, for long jobs that end tidily.
#pragma once

#include <atomic>

namespace rookery::cli {

/// Installs the handlers on the first call; the flag is set by the first signal, and a second one
/// ends the program at once.
const std::atomic<bool>& stop_signal();
/// The signal that set it; 0 = none.
int received_signal();

}  // namespace rookery::cli
