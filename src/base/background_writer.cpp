#include "base/background_writer.h"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace rookery {

namespace {
constexpr std::chrono::milliseconds kFarewell{500};
}

/// Shared with the thread, which a stalled reader may hold for ever.
struct BackgroundWriter::State {
  std::mutex mutex;
  std::condition_variable changed;
  std::string waiting;
  bool writing = false, closed = false, has_thread = false;

  void run(int descriptor) {
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock, [this] { return closed || !waiting.empty(); });
      if (waiting.empty()) return;
      const std::string text = std::exchange(waiting, {});
      writing = true;
      lock.unlock();
      // A reader who went away must not end what is told to them: failures are not noticed.
      for (std::size_t done = 0; done < text.size();) {
        const auto n = ::write(descriptor, text.data() + done, text.size() - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        done += static_cast<std::size_t>(n);
      }
      lock.lock();
      writing = false;
      changed.notify_all();
    }
  }
};

BackgroundWriter::BackgroundWriter(int descriptor) : state_(std::make_shared<State>()) {
  try {
    std::thread([state = state_, descriptor] { state->run(descriptor); }).detach();
    state_->has_thread = true;
  } catch (const std::system_error&) {  // then it is silent
  }
}

BackgroundWriter::~BackgroundWriter() {
  std::unique_lock lock(state_->mutex);
  state_->closed = true;
  state_->changed.notify_all();
  if (state_->has_thread)
    state_->changed.wait_for(lock, kFarewell,
                             [this] { return state_->waiting.empty() && !state_->writing; });
}

bool BackgroundWriter::put(std::string text) {
  const std::lock_guard lock(state_->mutex);
  if (!state_->has_thread || state_->waiting.size() + text.size() > kMost) return false;
  state_->waiting += text;
  state_->changed.notify_all();
  return true;
}

}  // namespace rookery
