// Mailbox: how the bot's threads talk to each other.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

namespace rookery::lichess {

using Clock = std::chrono::steady_clock;
constexpr auto kNever = Clock::time_point::max();

/// Many senders, one receiver.
template <class T>
class Mailbox {
 public:
  void push(T message) {
    // Notified under the lock: once the receiver has the message, it may destroy the mailbox.
    const std::lock_guard lock(mutex_);
    messages_.push_back(std::move(message));
    ready_.notify_one();
  }
  /// The oldest message, or none when `deadline` passes.
  std::optional<T> pop(Clock::time_point deadline) {
    std::unique_lock lock(mutex_);
    const auto has_message = [&] { return !messages_.empty(); };
    if (deadline == kNever)
      ready_.wait(lock, has_message);
    else if (!ready_.wait_until(lock, deadline, has_message))
      return std::nullopt;
    T message = std::move(messages_.front());
    messages_.pop_front();
    return message;
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<T> messages_;
};

}  // namespace rookery::lichess
