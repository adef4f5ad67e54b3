// Analyst: an agent asked for values and lines of single positions, always with the same effort, so
// that the same questions in the same order get the same answers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "chess/game.h"
#include "eval/score.h"
#include "search/agent.h"

namespace rookery::analysis {

struct Finding {
  std::vector<chess::Move> line;
  eval::Value value = 0;  ///< for the side to move

  chess::Move move() const { return line.empty() ? chess::Move() : line.front(); }
};

/// What the position after a move is worth to who made it, counted from before the move: a mate is
/// one ply further away from there.
constexpr eval::Value before_move(eval::Value after) {
  if (after >= eval::kMateBound) return -(after - 1);
  if (after <= -eval::kMateBound) return -(after + 1);
  return -after;
}

/// What a question may cost: nodes, whose answers are the same everywhere, or time.
struct Effort {
  std::uint64_t nodes = 0;
  std::optional<search::Milliseconds> move_time = {};  ///< if set, the nodes do not matter

  Effort part(double share) const {
    Effort result{std::max<std::uint64_t>(
        1'000, static_cast<std::uint64_t>(share * static_cast<double>(nodes)))};
    if (move_time)
      result.move_time =
          std::max(search::Milliseconds(5),
                   std::chrono::duration_cast<search::Milliseconds>(*move_time * share));
    return result;
  }
};

/// One caller at a time. The agent must outlive it and search alone (one thread).
class Analyst {
 public:
  Analyst(search::Agent& agent, Effort effort, search::Control& control)
      : agent_(agent), effort_(effort), control_(control) {}

  /// The `count` best moves, best first; fewer where there are fewer, none where the game is over.
  std::vector<Finding> best(const chess::Game& game, int count = 1);
  /// The best of these moves only.
  Finding best_of(const chess::Game& game, std::vector<chess::Move> moves);
  /// Forgets every position, so that the next answer depends on nothing before it.
  void forget() { agent_.new_game(); }
  void set_effort(Effort effort) { effort_ = effort; }
  Effort effort() const { return effort_; }
  bool is_stopped() const { return control_.should_stop(); }

 private:
  search::Limits limits() const;
  std::vector<Finding> search(const chess::Game& game, const search::Limits& limits);

  search::Agent& agent_;
  Effort effort_;
  search::Control& control_;
};

}  // namespace rookery::analysis
