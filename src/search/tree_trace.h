// TreeTrace: the searched tree as a list of nodes, for viewers; bounded, the first nodes are kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "chess/move.h"

namespace rookery::search {

/// Why the search went no further at a node.
enum class Cut : std::uint8_t {
  none,   ///< all moves were searched
  depth,  ///< the depth is used up: static evaluation
  mate,   ///< checkmate on the board
  stalemate,
  draw,       ///< half-move clock or repetition
  alpha,      ///< the minimiser found a reply below the window
  beta,       ///< the maximiser found a reply above the window
  table,      ///< the value came from the transposition table
  stand_pat,  ///< quiescence: good enough without a capture
  stopped     ///< time, node limit or a request
};
inline const char* cut_text(Cut cut) {
  constexpr const char* kTexts[] = {"none",  "depth", "mate",  "stalemate", "draw",
                                    "alpha", "beta",  "table", "stand_pat", "stopped"};
  return kTexts[static_cast<int>(cut)];
}

/// Windows and values are in the agent's search units, from the view of the side to move at the
/// root. Searchers call enter() before they descend and leave() when they are back.
class TreeTrace {
 public:
  static constexpr int kOpen = std::numeric_limits<int>::max();  ///< |bound| of an open window
  static constexpr std::uint32_t kNoParent = ~0u;

  struct Node {
    std::uint32_t parent = kNoParent;  ///< index in nodes()
    std::uint16_t ply = 0;
    std::uint16_t iteration = 0;  ///< nominal depth of the search it belongs to
    chess::Move move;             ///< null at a root
    int alpha = -kOpen, beta = kOpen;
    int value = 0;
    Cut cut = Cut::none;
  };

  explicit TreeTrace(std::size_t max_nodes) : max_nodes_(max_nodes) {}

  /// `negamax`: values come from the view of the side to move and are turned here. `unit`: what a
  /// value of 1 is in the agent's own units.
  void begin_iteration(int depth, bool negamax, double unit) {
    iteration_ = depth;
    negamax_ = negamax;
    unit_ = unit;
    path_.clear();
    enter(chess::Move{}, -kOpen, kOpen);
  }
  void enter(chess::Move move, int alpha, int beta) {
    ++seen_;
    std::uint32_t id = kNoParent;
    if (nodes_.size() < max_nodes_) {
      id = static_cast<std::uint32_t>(nodes_.size());
      const auto ply = static_cast<std::uint16_t>(path_.size());
      const bool turn = negamax_ && ply % 2 == 0 && ply > 0;  // the parent's view is the other's
      nodes_.push_back({path_.empty() ? kNoParent : path_.back(), ply,
                        static_cast<std::uint16_t>(iteration_), move, turn ? -beta : alpha,
                        turn ? -alpha : beta, 0, Cut::none});
    }
    path_.push_back(id);
  }
  /// States why the innermost node ends; leave() follows.
  void cut(Cut why) {
    if (path_.back() != kNoParent) nodes_[path_.back()].cut = why;
  }
  /// `value` from the view of the parent's side in negamax searches.
  void leave(int value) {
    const bool turn = negamax_ && path_.size() % 2 == 1 && path_.size() > 1;
    if (path_.back() != kNoParent) nodes_[path_.back()].value = turn ? -value : value;
    path_.pop_back();
  }

  const std::vector<Node>& nodes() const { return nodes_; }
  std::uint64_t seen() const { return seen_; }  ///< nodes entered, kept or not
  double unit() const { return unit_; }

 private:
  std::size_t max_nodes_;
  std::uint64_t seen_ = 0;
  int iteration_ = 0;
  bool negamax_ = false;
  double unit_ = 1;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> path_;
};

}  // namespace rookery::search
