// SearchTrace: what is kept when there is little room, filters, and sums that stay right.
#include "search/trace.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace rookery::search {
namespace {

using chess::Move;
using chess::Square;

Move move_number(int i) { return Move(chess::square_at(i), chess::square_at(63 - i)); }

/// A random tree of the given depth; returns how many nodes were counted.
std::uint64_t grow(SearchTrace& trace, Rng& rng, int ply, int depth, Move move = {}) {
  TraceNode node;
  node.ply = static_cast<std::uint8_t>(ply);
  node.move = move;
  std::uint64_t nodes = 1;
  if (rng.below(2)) {  // both ways of counting
    trace.count_next();
    trace.enter(node);
  } else {
    trace.enter(node);
    trace.count();
  }
  if (depth > 0)
    for (std::uint32_t i = 0, n = 1 + rng.below(5); i < n; ++i)
      nodes += grow(trace, rng, ply + 1, depth - 1, move_number(static_cast<int>(i)));
  trace.leave(ply);
  return nodes;
}

TEST(SearchTrace, SumsStayRightWhateverIsDropped) {
  Rng rng(5);
  for (const std::size_t room : {1, 2, 7, 50, 400, 100'000}) {
    TraceFilter filter;
    filter.max_nodes = room;
    SearchTrace trace(filter);
    trace.begin_search(1);
    std::uint64_t nodes = 0, last = 0;
    for (int depth = 1; depth <= 6; ++depth) {
      trace.begin_iteration(depth);
      nodes += last = grow(trace, rng, 0, depth);
    }
    trace.end_search();
    EXPECT_EQ(trace.total(), nodes) << room;
    EXPECT_LE(trace.nodes().size(), room);
    EXPECT_EQ(trace.entered(), nodes);
    // The last iteration is there, with its root, and holds its own sum.
    const TraceIteration& iteration = trace.iterations().back();
    ASSERT_GT(iteration.count, 0u) << room;
    std::uint64_t sum = 0;
    for (std::uint32_t i = iteration.first; i < iteration.first + iteration.count; ++i)
      sum += trace.nodes()[i].counted + trace.nodes()[i].dropped;
    EXPECT_EQ(sum, last) << room;
    EXPECT_EQ(trace.nodes()[iteration.first].level, 0);
    EXPECT_EQ(trace.nodes()[iteration.first].size, iteration.count);
    // Earlier ones went first.
    bool kept_before = false;
    for (const TraceIteration& i : trace.iterations()) {
      EXPECT_TRUE(i.count > 0 || !kept_before) << room;
      kept_before = kept_before || i.count > 0;
    }
  }
}

TEST(SearchTrace, FiltersByIterationAndLine) {
  TraceFilter filter;
  filter.first_iteration = filter.last_iteration = 4;
  filter.line = {move_number(0), move_number(0)};
  SearchTrace trace(filter);
  trace.begin_search(1);
  Rng rng(6);
  std::uint64_t nodes = 0;
  for (int depth = 1; depth <= 5; ++depth) {
    trace.begin_iteration(depth);
    nodes += grow(trace, rng, 0, depth);
  }
  trace.end_search();
  EXPECT_EQ(trace.total(), nodes);
  ASSERT_GT(trace.nodes().size(), 3u);
  for (std::size_t i = 0; i < trace.iterations().size(); ++i)
    EXPECT_EQ(trace.iterations()[i].count > 0, i == 3);
  for (const TraceNode& node : trace.nodes())
    if (node.ply == 1 || node.ply == 2) {
      EXPECT_EQ(node.move, move_number(0));
    }
}

/// In the root of a first iteration.
void begin(SearchTrace& trace) {
  trace.begin_search(1);
  trace.begin_iteration(1);
  trace.enter({});
}

TEST(SearchTrace, TellsWhereAnEntryCameFrom) {
  SearchTrace trace;
  begin(trace);
  TraceNode child;
  child.ply = 1;
  trace.enter(child);
  trace.found(7);
  trace.wrote(7);
  trace.leave(0);
  trace.enter(child);
  trace.found(7);
  trace.found(8);  // of an earlier search
  trace.leave(0);
  trace.leave(0);
  trace.end_search();
  EXPECT_TRUE(trace.nodes()[1].table_hit);
  EXPECT_EQ(trace.nodes()[1].source, kNoNode);
  EXPECT_EQ(trace.nodes()[2].source, 1u);
}

TEST(SearchTrace, KnowsCutAndAllNodesByTheirResult) {
  SearchTrace trace;
  begin(trace);
  TraceNode child;
  child.ply = 1;
  child.alpha = 10;
  child.beta = 20;
  for (const int value : {5, 15, 25}) {
    trace.enter(child);
    trace.set_moves(4);
    trace.leave(value);
  }
  trace.end_search();
  EXPECT_EQ(trace.nodes()[1].kind, NodeKind::cut);  // the minimiser is content
  EXPECT_EQ(trace.nodes()[2].kind, NodeKind::pv);
  EXPECT_EQ(trace.nodes()[3].kind, NodeKind::all);
  EXPECT_EQ(trace.nodes()[1].skipped, 4);
}

}  // namespace
}  // namespace rookery::search
