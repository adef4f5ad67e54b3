// The chess clock: two running times.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "chess/piece.h"
#include "play/time_control.h"

namespace rookery::play {

using TimePoint = std::chrono::steady_clock::time_point;

/// "1:02:03", "4:05"; with tenths below 20 seconds: "0:19.4".
std::string clock_text(Milliseconds time);

/// Holds no timer: every call is told what time it is, so tests need not wait.
class Clock {
 public:
  explicit Clock(TimeControl control) : control_(control), left_{control.base, control.base} {}

  const TimeControl& control() const { return control_; }
  Milliseconds left(chess::Color side, TimePoint now) const;

  void start(chess::Color side, TimePoint now);
  /// Takes the time used off the running side.
  void stop(TimePoint now);
  /// The running side has moved: stops it and adds its increment.
  void press(TimePoint now);
  /// The running side, if its time is up.
  std::optional<chess::Color> flag_fallen(TimePoint now) const;

  /// Both times of a stopped clock, for undo and saved games.
  void set(chess::Color side, Milliseconds left) { left_[index(side)] = left; }
  /// How long the displayed text of the running side stays as it is.
  std::optional<Milliseconds> until_next_change(TimePoint now) const;

 private:
  TimeControl control_;
  Milliseconds left_[2];
  std::optional<chess::Color> running_;
  TimePoint since_{};
};

}  // namespace rookery::play
