// Analyst: an agent asked for values and lines of single positions, always with the same effort, so
// that the same questions in the same order get the same answers.
#pragma once

#include <cstdint>
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

/// One caller at a time. The agent must outlive it and search alone (one thread).
class Analyst {
 public:
  Analyst(search::Agent& agent, std::uint64_t nodes, search::Control& control)
      : agent_(agent), nodes_(nodes), control_(control) {}

  /// The `count` best moves, best first; fewer where there are fewer, none where the game is over.
  std::vector<Finding> best(const chess::Game& game, int count = 1);
  /// The best of these moves only.
  Finding best_of(const chess::Game& game, std::vector<chess::Move> moves);
  /// Forgets every position, so that the next answer depends on nothing before it.
  void forget() { agent_.new_game(); }
  void set_nodes(std::uint64_t nodes) { nodes_ = nodes; }
  std::uint64_t nodes() const { return nodes_; }
  bool is_stopped() const { return control_.should_stop(); }

 private:
  std::vector<Finding> search(const chess::Game& game, const search::Limits& limits);

  search::Agent& agent_;
  std::uint64_t nodes_;
  search::Control& control_;
};

}  // namespace rookery::analysis
