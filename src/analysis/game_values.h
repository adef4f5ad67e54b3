// GameValues: what every position of a game is worth, searched so that neighbours agree.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "analysis/analyst.h"
#include "analysis/explain.h"
#include "chess/game.h"

namespace rookery::analysis {

/// Positions are searched backwards from the last one with one table, so that what happened later
/// is known earlier. A forced mate on one side of a move and none on the other is either what the
/// move did or what one of the two searches did not see; so the one without a mate is searched on,
/// and so are positions that are decided, where mates hide.
class GameValues {
 public:
  /// All must outlive it; the analyst's table is forgotten at the beginning.
  GameValues(const chess::Game& game, Analyst& analyst);

  struct Sinks {
    /// After each position with a move.
    std::function<void()> on_searched;
    /// The values of a move that will not change, from the last move to the first.
    std::function<void(std::size_t ply, MoveValues values)> on_final;
  };
  /// Ends early if the analyst is stopped; then some moves are never told.
  void search(const Sinks& sinks);

 private:
  enum class Fate { open, mates, mated };
  static Fate fate_of(eval::Value value);

  void look_at(std::size_t ply, double share);
  bool look_longer(std::size_t ply);
  void settle(std::size_t ply);
  void join(std::size_t ply);
  void release(std::size_t ply, const Sinks& sinks);
  /// Of the position after a move, in the view of who made it and counted from before it.
  eval::Value after(std::size_t ply) const;
  bool is_frozen(std::size_t ply) const { return ply >= released_ && ply < game_.ply(); }

  const chess::Game& game_;
  Analyst& analyst_;
  const Effort effort_;
  chess::Game here_;             ///< at the position that is searched
  std::vector<Finding> seen_;    ///< by the search, for each position
  std::vector<Finding> agreed_;  ///< with the one after it
  std::vector<bool> looked_longer_;
  std::size_t released_;  ///< moves from here on are final
};

}  // namespace rookery::analysis
