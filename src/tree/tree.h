// Tree: a finished SearchTrace with what its list of nodes leaves out: parents and positions.
#pragma once

#include <string>
#include <vector>

#include "chess/position.h"
#include "search/trace.h"

namespace rookery::tree {

class Tree {
 public:
  /// The trace must outlive it and stay as it is.
  Tree(const search::SearchTrace& trace, const chess::Position& root);

  const search::SearchTrace& trace() const { return trace_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(trace_.nodes().size()); }
  const search::TraceNode& node(std::uint32_t i) const { return trace_.nodes()[i]; }
  std::uint32_t parent(std::uint32_t i) const { return parents_[i]; }  ///< kNoNode at a root
  std::vector<std::uint32_t> children(std::uint32_t i) const;
  /// The root of the last iteration that was kept; kNoNode if there is none.
  std::uint32_t last_root() const;
  int iteration(std::uint32_t i) const;  ///< its nominal depth

  chess::Position position(std::uint32_t i) const;
  chess::Color root_side() const { return root_.side_to_move(); }
  /// The node reached from `from` by these moves; of several visits the last. kNoNode if none.
  std::uint32_t find(std::uint32_t from, const std::vector<chess::Move>& line) const;

  /// A value in the agent's own units, with a sign, from the view of the root's side.
  std::string text(int value) const;

 private:
  const search::SearchTrace& trace_;
  chess::Position root_;
  std::vector<std::uint32_t> parents_;
};

}  // namespace rookery::tree
