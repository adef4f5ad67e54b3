// How much of the clock one move may take.
#pragma once

#include <algorithm>
#include <chrono>

#include "search/limits.h"

namespace rookery::search {

/// What a strong player tunes: how many moves a clock is planned for, how much of an increment is
/// used at once, and how much longer than planned a move may take.
struct TimePlan {
  int moves = 24;
  int increment_percent = 75;
  int hard_percent = 400;
};

/// Two limits: after `soft` no new iteration begins (scaled by how settled the search is), at
/// `hard` the search stops wherever it is. Both count from the arrival of the go command; after
/// pondering, which was thinking too, `hard` counts from the opponent's move.
class TimeManager {
 public:
  using Clock = std::chrono::steady_clock;

  TimeManager() = default;
  TimeManager(const Limits& limits, chess::Color us, Milliseconds overhead,
              const TimePlan& plan = {})
      : begin_(limits.received.value_or(Clock::now())), hard_from_(begin_) {
    if (limits.infinite) return;
    if (limits.has_clock(us)) {
      timed_ = true;
      const ClockState& clock = *limits.clock[index(us)];
      const double left = std::max(1.0, to_ms(clock.remaining) - to_ms(overhead));
      const double increment = to_ms(clock.increment);
      // Without a count of moves to go, plan as if a fixed number of moves were always left.
      const double moves = limits.moves_to_go ? std::clamp(*limits.moves_to_go, 1, 40) : plan.moves;
      // With little left, some of the increment is saved: a stall of the machine costs the game.
      const double share =
          left / moves + plan.increment_percent / 100.0 * increment * std::min(1.0, left / 200);
      const double most = limits.moves_to_go == 1 ? 0.9 : 0.5;
      soft_ = std::min(share, left * most);
      hard_ =
          std::min(share * plan.hard_percent / 100.0, left * (limits.moves_to_go == 1 ? 0.9 : 0.6));
    }
    if (limits.move_time) {
      const double most = std::max(1.0, to_ms(*limits.move_time) - to_ms(overhead));
      hard_ = timed_ ? std::min(hard_, most) : most;
      soft_ = timed_ ? std::min(soft_, most) : most;
      fixed_ = !timed_;
      timed_ = true;
    }
  }

  bool is_timed() const { return timed_; }
  Clock::time_point begin() const { return begin_; }  ///< of the search, pondering included
  /// Pondering ended: our clock runs from now.
  void ponder_hit(Clock::time_point now) { hard_from_ = now; }
  double elapsed_ms() const { return ms_since(begin_); }
  bool hard_limit_reached() const { return timed_ && ms_since(hard_from_) >= hard_; }
  /// `scale` > 1 when the search is unsettled; of no account when the time is fixed.
  bool soft_limit_reached(double scale) const {
    return timed_ && elapsed_ms() >= (fixed_ ? hard_ : std::min(soft_ * scale, hard_));
  }

 private:
  static double to_ms(Milliseconds t) { return static_cast<double>(t.count()); }
  static double ms_since(Clock::time_point then) {
    return std::chrono::duration<double, std::milli>(Clock::now() - then).count();
  }

  Clock::time_point begin_ = Clock::now(), hard_from_ = begin_;
  double soft_ = 0, hard_ = 0;
  bool timed_ = false, fixed_ = false;
};

}  // namespace rookery::search
