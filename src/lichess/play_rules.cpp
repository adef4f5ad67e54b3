// Resignation, draws, takebacks, time.
#include "lichess/play_rules.h"

#include <algorithm>
#include <cstdlib>

namespace rookery::lichess {
namespace {

// Whether the last `count` scores all satisfy a condition.
template <class F>
bool all_of_last(const std::vector<search::Score>& scores, int count, F condition) {
  return static_cast<int>(scores.size()) >= count &&
         std::all_of(scores.end() - count, scores.end(), condition);
}

constexpr int kClearlyWorse = -100;  // centipawns
// Without a clock (correspondence) people wait, but not for ever.
constexpr Milliseconds kNoClockTime{10000};

}  // namespace

bool GameJudge::should_resign() const {
  return rules_.resign &&
         all_of_last(scores_, rules_.resign_after_moves, [&](const search::Score& s) {
           return s.mate != 0 ? s.mate < 0 : s.centipawns <= rules_.resign_below_centipawns;
         });
}

bool GameJudge::is_drawn(int move_number) const {
  return move_number >= rules_.draw_from_move &&
         all_of_last(scores_, rules_.draw_after_moves, [&](const search::Score& s) {
           return s.mate == 0 && std::abs(s.centipawns) <= rules_.draw_within_centipawns;
         });
}

bool GameJudge::should_offer_draw(int move_number) const {
  return rules_.offer_draws && is_drawn(move_number);
}

bool GameJudge::should_accept_draw(int move_number) const {
  if (!rules_.accept_draws || scores_.empty()) return false;
  const search::Score& last = scores_.back();
  const bool worse = last.mate != 0 ? last.mate < 0 : last.centipawns <= kClearlyWorse;
  return worse || is_drawn(move_number);
}

bool GameJudge::grant_takeback(bool rated) {
  if ((rated && !rules_.takebacks_when_rated) || takebacks_ >= rules_.takebacks_per_game)
    return false;
  ++takebacks_;
  return true;
}

TimePlan plan_time(const EngineRules& rules, const GameState& state, bool has_clock,
                   chess::Color us, Milliseconds since, Milliseconds lag) {
  TimePlan plan;
  search::Limits& limits = plan.limits;
  if (rules.depth > 0) limits.depth = rules.depth;
  if (rules.nodes > 0) limits.nodes = static_cast<std::uint64_t>(rules.nodes);
  if (rules.move_time_ms > 0) limits.move_time = Milliseconds(rules.move_time_ms);
  if (!has_clock) {
    if (!limits.move_time) limits.move_time = kNoClockTime;
    plan.cut_off = *limits.move_time + Milliseconds(1000);
    return plan;
  }
  const Milliseconds overhead = std::max(Milliseconds(rules.move_overhead_ms), lag);
  for (const chess::Color c : chess::kColors) {
    Milliseconds left = state.clock[index(c)] - overhead;
    if (c == us) left -= since;
    limits.clock[index(c)] = {std::max(left, Milliseconds(10)), state.increment[index(c)]};
  }
  const search::ClockState& own = *limits.clock[index(us)];
  // A quarter of what is left at each move never runs dry, whatever the agent does.
  plan.cut_off = std::min(own.remaining, own.remaining / 4 + own.increment / 2);
  if (limits.move_time) limits.move_time = std::min(*limits.move_time, plan.cut_off);
  return plan;
}

}  // namespace rookery::lichess
