// How much of the clock one move may take.
#pragma once

#include <algorithm>
#include <chrono>

#include "search/limits.h"

namespace rookery::search {

/// Two limits: after `soft` no new iteration begins (scaled by how settled the search is), at
/// `hard` the search stops wherever it is. Both count from the arrival of the go command.
class TimeManager {
 public:
  using Clock = std::chrono::steady_clock;

  TimeManager() = default;
  TimeManager(const Limits& limits, chess::Color us, Milliseconds overhead,
              Clock::time_point start = Clock::now())
      : begin_(start), start_(start) {
    if (limits.move_time) {
      timed_ = true;
      hard_ = soft_ = std::max(1.0, to_ms(*limits.move_time) - to_ms(overhead));
      fixed_ = true;
    } else if (limits.has_clock(us) && !limits.infinite) {
      timed_ = true;
      const ClockState& clock = *limits.clock[index(us)];
      const double left = std::max(1.0, to_ms(clock.remaining) - to_ms(overhead));
      const double increment = to_ms(clock.increment);
      // Without a count of moves to go, plan as if a fixed number of moves were always left.
      const double moves = limits.moves_to_go ? std::clamp(*limits.moves_to_go, 1, 40) : 24.0;
      const double share = left / moves + 0.75 * increment;
      const double most = limits.moves_to_go == 1 ? 0.9 : 0.5;
      soft_ = std::min(share, left * most);
      hard_ = std::min(share * 4.0, left * (limits.moves_to_go == 1 ? 0.9 : 0.6));
    }
  }

  bool is_timed() const { return timed_; }
  Clock::time_point begin() const { return begin_; }  ///< of the search, pondering included
  /// Pondering ended: the clock counts from now.
  void restart(Clock::time_point now) { start_ = now; }
  double elapsed_ms(Clock::time_point now = Clock::now()) const {
    return std::chrono::duration<double, std::milli>(now - start_).count();
  }
  bool hard_limit_reached() const { return timed_ && elapsed_ms() >= hard_; }
  /// `scale` > 1 when the search is unsettled.
  bool soft_limit_reached(double scale) const {
    return timed_ && elapsed_ms() >= (fixed_ ? hard_ : std::min(soft_ * scale, hard_));
  }

 private:
  static double to_ms(Milliseconds t) { return static_cast<double>(t.count()); }

  Clock::time_point begin_ = Clock::now(), start_ = begin_;
  double soft_ = 0, hard_ = 0;
  bool timed_ = false, fixed_ = false;
};

}  // namespace rookery::search
