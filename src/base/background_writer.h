// BackgroundWriter: text for a reader who may have stopped reading.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace rookery {

/// Writes to a descriptor on a thread of its own, so that nobody waits for a full pipe or a stopped
/// terminal. Any thread may call put(). What a stalled reader leaves unread is kept up to a bound;
/// beyond it the text is dropped.
class BackgroundWriter {
 public:
  static constexpr std::size_t kMost = 64 * 1024;

  /// Does not own the descriptor.
  explicit BackgroundWriter(int descriptor);
  /// Gives a reader who reads a moment for the rest, and then leaves.
  ~BackgroundWriter();
  BackgroundWriter(const BackgroundWriter&) = delete;
  BackgroundWriter& operator=(const BackgroundWriter&) = delete;

  /// Whole or not at all. False if it was dropped. Never waits.
  bool put(std::string text);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace rookery
