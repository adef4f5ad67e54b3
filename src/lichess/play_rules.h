// The rules by which the bot resigns, agrees to draws, grants takebacks and spends its clock.
#pragma once

#include <vector>

#include "lichess/config.h"
#include "lichess/events.h"
#include "search/limits.h"
#include "search/search_info.h"

namespace rookery::lichess {

/// Watches one game from our side.
class GameJudge {
 public:
  explicit GameJudge(const GameRules& rules) : rules_(rules) {}

  /// After every search of ours; the score is from our view.
  void note(const search::Score& score) { scores_.push_back(score); }
  /// Moves were taken back: what was seen no longer holds.
  void forget() { scores_.clear(); }

  bool should_resign() const;
  bool should_offer_draw(int move_number) const;
  /// Also when we stand clearly worse.
  bool should_accept_draw(int move_number) const;
  /// Counts what it grants.
  bool grant_takeback(bool rated);
  /// The last grant did not reach the server.
  void take_grant_back() { --takebacks_; }

 private:
  bool is_drawn(int move_number) const;

  const GameRules& rules_;
  std::vector<search::Score> scores_;
  int takebacks_ = 0;
};

/// Limits for one decision, and when it must be cut off although the agent still thinks (agents
/// that do not watch the clock).
struct TimePlan {
  search::Limits limits;
  Milliseconds cut_off{0};
};
/// `since` has passed since the server told the clock; `lag` is the measured round trip.
TimePlan plan_time(const EngineRules& rules, const GameState& state, bool has_clock,
                   chess::Color us, Milliseconds since, Milliseconds lag);

}  // namespace rookery::lichess
