// The chess clock: time controls as text, and two running times.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "chess/piece.h"
#include "search/limits.h"

namespace rookery::play {

using search::Milliseconds;
using TimePoint = std::chrono::steady_clock::time_point;

struct TimeControl {
  Milliseconds base{0};
  Milliseconds increment{0};
  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// "5+3": minutes and seconds a move; "5", "0.5+1"; "none" gives no control.
Result<std::optional<TimeControl>, Error> parse_time_control(std::string_view text);
/// "5+3", "0.5+1".
std::string to_text(const TimeControl& control);

/// "1:02:03", "4:05"; with tenths below 20 seconds: "0:19.4".
std::string clock_text(Milliseconds time);

/// Holds no timer: every call is told what time it is, so tests need not wait.
class Clock {
 public:
  explicit Clock(TimeControl control) : control_(control), left_{control.base, control.base} {}

  const TimeControl& control() const { return control_; }
  Milliseconds left(chess::Color side, TimePoint now) const;
  bool is_running() const { return running_.has_value(); }

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
