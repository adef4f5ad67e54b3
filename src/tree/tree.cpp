#include "tree/tree.h"

#include <fmt/format.h>

#include <algorithm>

#include "chess/make_move.h"

namespace rookery::tree {

using search::kNoNode;
using search::TraceNode;

Tree::Tree(const search::SearchTrace& trace, const chess::Position& root)
    : trace_(trace), root_(root) {
  std::vector<std::uint32_t> path;
  for (std::uint32_t i = 0; i < size(); ++i) {
    path.resize(node(i).level);
    parents_.push_back(path.empty() ? kNoNode : path.back());
    path.push_back(i);
  }
}

std::vector<std::uint32_t> Tree::children(std::uint32_t i) const {
  std::vector<std::uint32_t> list;
  const std::uint32_t end = i + node(i).size;
  for (std::uint32_t child = i + 1; child < end; child += node(child).size) list.push_back(child);
  return list;
}

std::uint32_t Tree::last_root() const {
  std::uint32_t root = kNoNode;
  for (const search::TraceIteration& iteration : trace_.iterations())
    for (std::uint32_t i = iteration.first; i < iteration.first + iteration.count;
         i += node(i).size)
      root = i;
  return root;
}

int Tree::iteration(std::uint32_t i) const {
  for (const search::TraceIteration& iteration : trace_.iterations())
    if (i >= iteration.first && i < iteration.first + iteration.count) return iteration.depth;
  return 0;
}

chess::Position Tree::position(std::uint32_t i) const {
  std::vector<std::uint32_t> way;
  for (std::uint32_t at = i; at != kNoNode; at = parents_[at]) way.push_back(at);
  chess::Position p = root_;
  int ply = 0;
  for (auto at = way.rbegin(); at != way.rend(); ++at) {
    const TraceNode& step = node(*at);
    if (step.ply == ply) continue;  // a root, or the same position again
    ply = step.ply;
    if (step.move)
      p.make_move(step.move);
    else
      p.make_null_move();
  }
  return p;
}

std::uint32_t Tree::find(std::uint32_t from, const std::vector<chess::Move>& line) const {
  std::uint32_t at = from;
  for (const chess::Move move : line) {
    std::uint32_t next = kNoNode;
    for (const std::uint32_t child : children(at))
      if (node(child).move == move) next = child;
    if (next == kNoNode) return kNoNode;
    at = next;
  }
  return at;
}

std::string Tree::text(int value) const {
  if (value == search::kOpenBound) return "+inf";
  if (value == -search::kOpenBound) return "-inf";
  return fmt::format("{:+g}", value * trace_.unit());
}

}  // namespace rookery::tree
