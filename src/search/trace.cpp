#include "search/trace.h"

#include <algorithm>
#include <cassert>

namespace rookery::search {

namespace {

template <class Enum, std::size_t n>
std::string_view text_of(const std::string_view (&texts)[n], Enum value) {
  return texts[static_cast<std::size_t>(value)];
}

}  // namespace

std::string_view to_text(Cut cut) {
  constexpr std::string_view kTexts[] = {"none",      "depth",         "mate",
                                         "stalemate", "draw",          "alpha",
                                         "beta",      "table",         "stand_pat",
                                         "stopped",   "mate_distance", "repetition_ahead",
                                         "tablebase", "razoring",      "reverse_futility",
                                         "null_move", "probcut",       "multi_cut"};
  return text_of(kTexts, cut);
}

std::string_view to_text(NodeKind kind) {
  constexpr std::string_view kTexts[] = {"pv",        "cut",          "all",       "quiescence",
                                         "null_move", "verification", "re_search", "probcut"};
  return text_of(kTexts, kind);
}

std::string_view to_text(Skip skip) {
  constexpr std::string_view kTexts[] = {
      "none",     "not_reached", "late_move", "history",          "futility",
      "exchange", "delta",       "evasion",   "not_considerable", "excluded"};
  return text_of(kTexts, skip);
}

void SearchTrace::begin_search(double unit) {
  nodes_.clear();
  iterations_.clear();
  skips_.clear();
  path_.clear();
  writers_.clear();
  serials_ = 0;
  counts_next_ = false;
  unit_ = unit;
}

void SearchTrace::begin_iteration(int depth) {
  assert(path_.empty());
  iterations_.push_back({depth, static_cast<std::uint32_t>(nodes_.size()), 0, 0});
  max_level_ = std::numeric_limits<int>::max();
}

bool SearchTrace::keeps(const TraceNode& node) const {
  const int depth = iterations_.back().depth;
  if (depth < filter_.first_iteration || depth > filter_.last_iteration) return false;
  if (node.level > max_level_ || serials_ == kNoNode) return false;
  if (path_.empty()) return true;
  if (path_.back().node == kNoNode) return false;
  const bool adds_move = node.ply > nodes_[path_.back().node].ply;
  return !adds_move || node.ply > filter_.line.size() || filter_.line[node.ply - 1u] == node.move;
}

void SearchTrace::enter(TraceNode node) {
  assert(!iterations_.empty());
  node.level = static_cast<std::uint16_t>(path_.size());
  node.serial = serials_;
  node.counted = std::exchange(counts_next_, false);
  if (!path_.empty() && node.kind != NodeKind::re_search && node.kind != NodeKind::verification)
    ++path_.back().searched;

  Open open{kNoNode, path_.empty() ? kNoNode : path_.back().nearest, serials_, 0, 0};
  if (keeps(node)) {
    if (nodes_.size() >= filter_.max_nodes) {
      make_room();
      if (!path_.empty()) open.nearest = path_.back().nearest;
    }
    if (node.level <= max_level_ && nodes_.size() < filter_.max_nodes) {
      open.node = open.nearest = static_cast<std::uint32_t>(nodes_.size());
      nodes_.push_back(node);
      ++iterations_.back().count;
    }
  }
  if (open.node == kNoNode && node.counted) add_dropped(open.nearest, 1);
  if (serials_ != kNoNode) ++serials_;
  path_.push_back(open);
}

void SearchTrace::leave(int value) {
  assert(!path_.empty());
  const Open& open = path_.back();
  if (TraceNode* node = top()) {
    node->value = value;
    if (node->kind == NodeKind::pv) {
      const bool above = value >= node->beta, below = value <= node->alpha;
      const bool is_maximiser = node->ply % 2 == 0;
      if (above || below) node->kind = above == is_maximiser ? NodeKind::cut : NodeKind::all;
    }
    if (open.legal > open.searched)
      node->skipped = static_cast<std::uint8_t>(std::min(open.legal - open.searched, 255u));
  }
  path_.pop_back();
}

void SearchTrace::end_search() {
  while (!path_.empty()) leave(0);

  // Sizes: a node ends where the next one of its level or above begins.
  std::vector<std::uint32_t> open;
  const auto close_to = [&](std::size_t level, std::uint32_t end) {
    for (; open.size() > level; open.pop_back()) nodes_[open.back()].size = end - open.back();
  };
  for (const TraceIteration& iteration : iterations_) {
    const std::uint32_t end = iteration.first + iteration.count;
    for (std::uint32_t i = iteration.first; i < end; ++i) {
      close_to(nodes_[i].level, i);
      open.push_back(i);
    }
    close_to(0, end);
  }

  // Serials become indices.
  for (TraceNode& node : nodes_)
    if (node.source != kNoNode) node.source = index_of(node.source);
  for (SkippedMove& skip : skips_) skip.node = index_of(skip.node);
  std::erase_if(skips_, [](const SkippedMove& skip) { return skip.node == kNoNode; });
  std::stable_sort(skips_.begin(), skips_.end(),
                   [](const SkippedMove& a, const SkippedMove& b) { return a.node < b.node; });
}

std::uint32_t SearchTrace::index_of(std::uint32_t serial) const {
  const auto at = std::lower_bound(
      nodes_.begin(), nodes_.end(), serial,
      [](const TraceNode& node, std::uint32_t wanted) { return node.serial < wanted; });
  return at != nodes_.end() && at->serial == serial
             ? static_cast<std::uint32_t>(at - nodes_.begin())
             : kNoNode;
}

void SearchTrace::cut(Cut why) {
  if (TraceNode* node = top()) node->cut = why;
}

void SearchTrace::set_kind(NodeKind kind) {
  if (TraceNode* node = top(); node && node->kind == NodeKind::pv) node->kind = kind;
}

void SearchTrace::set_static(int value) {
  if (TraceNode* node = top()) node->static_value = value;
}

void SearchTrace::set_moves(std::size_t legal) {
  path_.back().legal = static_cast<std::uint32_t>(legal);
  path_.back().searched = 0;
}

void SearchTrace::skip(chess::Move move, Skip why) {
  if (filter_.skipped_moves && top()) skips_.push_back({path_.back().serial, move, why});
}

void SearchTrace::count() {
  if (TraceNode* node = top())
    node->counted = true;
  else
    add_dropped(path_.back().nearest, 1);
}

void SearchTrace::count_next() { counts_next_ = true; }

void SearchTrace::found(chess::Key key) {
  TraceNode* node = top();
  if (!node) return;
  node->table_hit = true;
  if (const auto writer = writers_.find(key); writer != writers_.end())
    node->source = writer->second;
}

void SearchTrace::wrote(chess::Key key) {
  if (top())
    writers_[key] = path_.back().serial;
  else
    writers_.erase(key);
}

std::uint64_t SearchTrace::total() const {
  std::uint64_t sum = 0;
  for (const TraceNode& node : nodes_) sum += node.counted + node.dropped;
  for (const TraceIteration& iteration : iterations_) sum += iteration.dropped;
  return sum;
}

void SearchTrace::add_dropped(std::uint32_t nearest, std::uint64_t count) {
  if (nearest == kNoNode)
    iterations_.back().dropped += count;
  else
    nodes_[nearest].dropped += count;
}

/// The earliest iteration goes; if there is only the current one, its deepest levels, until half of
/// the room is free.
void SearchTrace::make_room() {
  if (iterations_.back().first > 0)
    drop_first_iteration();
  else
    drop_deepest_levels();
  std::erase_if(writers_, [&](const auto& entry) { return index_of(entry.second) == kNoNode; });
  std::erase_if(skips_, [&](const SkippedMove& s) { return index_of(s.node) == kNoNode; });
}

void SearchTrace::drop_deepest_levels() {
  std::vector<std::size_t> at_level;
  for (const TraceNode& node : nodes_) {
    if (node.level >= at_level.size()) at_level.resize(node.level + 1u);
    ++at_level[node.level];
  }
  std::size_t kept = at_level[0];
  int level = 0;
  while (level + 1 < static_cast<int>(at_level.size()) &&
         kept + at_level[static_cast<std::size_t>(level) + 1] <= filter_.max_nodes / 2)
    kept += at_level[static_cast<std::size_t>(++level)];
  drop_below(level);
}

void SearchTrace::drop_first_iteration() {
  const auto earliest = std::find_if(iterations_.begin(), iterations_.end(),
                                     [](const TraceIteration& i) { return i.count > 0; });
  const std::uint32_t gone = earliest->count;
  for (std::uint32_t i = 0; i < gone; ++i)
    earliest->dropped += nodes_[i].counted + nodes_[i].dropped;
  nodes_.erase(nodes_.begin(), nodes_.begin() + gone);
  earliest->count = 0;
  for (TraceIteration& iteration : iterations_) iteration.first -= std::min(iteration.first, gone);
  for (Open& open : path_) {
    if (open.node != kNoNode) open.node -= gone;
    if (open.nearest != kNoNode) open.nearest -= gone;
  }
}

void SearchTrace::drop_below(int level) {
  max_level_ = level;
  // In preorder the last kept node before a dropped one is the nearest kept one above it.
  std::uint32_t kept = 0;
  std::vector<std::uint32_t> moved(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].level <= level)
      nodes_[kept++] = nodes_[i];
    else
      nodes_[kept - 1].dropped += nodes_[i].counted + nodes_[i].dropped;
    moved[i] = kept - 1;
  }
  for (std::size_t i = 0; i < path_.size(); ++i) {
    Open& open = path_[i];
    if (open.nearest != kNoNode) open.nearest = moved[open.nearest];
    open.node = open.node == kNoNode || static_cast<int>(i) > level ? kNoNode : moved[open.node];
  }
  nodes_.resize(kept);
  iterations_.back().count = kept;
}

}  // namespace rookery::search
