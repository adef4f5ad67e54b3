#include "play/clock.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::play {

using chess::Color;
using std::chrono::duration_cast;

namespace {

constexpr Milliseconds kTenthsBelow{20'000};

}  // namespace

std::string clock_text(Milliseconds time) {
  const long ms = std::max<long>(0, time.count());
  if (ms < kTenthsBelow.count()) return fmt::format("0:{:02}.{}", ms / 1000, ms / 100 % 10);
  // A shown second has not begun to run out: round up, as clocks do.
  const long s = (ms + 999) / 1000;
  if (s < 3600) return fmt::format("{}:{:02}", s / 60, s % 60);
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

Milliseconds Clock::left(Color side, TimePoint now) const {
  Milliseconds left = left_[index(side)];
  if (running_ == side) left -= duration_cast<Milliseconds>(now - since_);
  return std::max(left, Milliseconds(0));
}

void Clock::start(Color side, TimePoint now) {
  running_ = side;
  since_ = now;
}

void Clock::stop(TimePoint now) {
  if (!running_) return;
  left_[index(*running_)] = left(*running_, now);
  running_.reset();
}

void Clock::press(TimePoint now) {
  if (!running_) return;
  const Color side = *running_;
  stop(now);
  left_[index(side)] += control_.increment;
}

std::optional<Color> Clock::flag_fallen(TimePoint now) const {
  return running_ && left(*running_, now) <= Milliseconds(0) ? running_ : std::nullopt;
}

std::optional<Milliseconds> Clock::until_next_change(TimePoint now) const {
  if (!running_) return std::nullopt;
  const Milliseconds time = left(*running_, now);
  // Seconds are shown rounded up, tenths rounded down.
  if (time > kTenthsBelow) return (time - Milliseconds(1)) % 1000 + Milliseconds(1);
  return time % 100 + Milliseconds(1);
}

}  // namespace rookery::play
