// SearchTrace: the searched tree, recorded while an agent thinks; bounded, and its sums stay right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "chess/move.h"
#include "chess/zobrist.h"

namespace rookery::search {

/// Why the search went no further at a node.
enum class Cut : std::uint8_t {
  none,   ///< all moves were searched
  depth,  ///< the depth is used up: static evaluation
  mate,   ///< checkmate on the board
  stalemate,
  draw,       ///< half-move clock, repetition, or nothing left to mate with
  alpha,      ///< the minimiser found a reply below the window
  beta,       ///< the maximiser found a reply above the window
  table,      ///< the value came from the transposition table
  stand_pat,  ///< quiescence: good enough without a capture
  stopped,    ///< time, node limit or a request
  // The flagship's own.
  mate_distance,     ///< even a mate here would be no shorter than one already found
  repetition_ahead,  ///< a repetition can be forced with the next move
  tablebase,         ///< endgame tables know the result
  razoring,          ///< so far below the window that only captures could help, and they do not
  reverse_futility,  ///< so far above the window that the opponent is not expected to catch up
  null_move,         ///< even passing keeps the value above the window
  probcut,           ///< a capture that is far above the window in a shallow search
  multi_cut          ///< more than one move is above the window in a shallow search
};
std::string_view to_text(Cut cut);

/// What part a node plays. The first three are told by the result: within, above or below the
/// window, as the side to move sees it; the others by how the node came about.
enum class NodeKind : std::uint8_t {
  pv,
  cut,
  all,
  quiescence,
  null_move,     ///< after passing
  verification,  ///< the same position again, with a move left out or without passing
  re_search,     ///< the same move again, deeper or with a wider window
  probcut
};
std::string_view to_text(NodeKind kind);

/// Why a legal move of a node was not searched.
enum class Skip : std::uint8_t {
  none,
  not_reached,       ///< the node was cut before its turn came
  late_move,         ///< enough quiet moves were tried
  history,           ///< did badly whenever it was tried
  futility,          ///< the evaluation is too far below the window for a quiet move
  exchange,          ///< loses too much material
  delta,             ///< even the captured piece does not reach the window
  evasion,           ///< enough answers to the check were tried
  not_considerable,  ///< gains less than the threshold
  excluded           ///< left out on purpose
};
std::string_view to_text(Skip skip);

inline constexpr int kOpenBound = std::numeric_limits<int>::max();  ///< |bound| of an open window
inline constexpr int kNoStatic = std::numeric_limits<int>::min();   ///< no static value was asked
inline constexpr std::uint32_t kNoNode = ~0u;

/// One visit to a position. Values and bounds are in the agent's search units, from the view of the
/// side to move at the root. A tree is a list of nodes in the order in which they were entered
/// (preorder): the subtree of a node is itself and the next size - 1 ones.
struct TraceNode {
  std::uint32_t size = 1;
  std::uint32_t source = kNoNode;  ///< the node that wrote the table entry found here, if kept
  std::uint64_t dropped = 0;       ///< counted nodes below that were not kept
  int value = 0;
  int alpha = -kOpenBound, beta = kOpenBound;
  int static_value = kNoStatic;
  std::uint32_t serial = 0;  ///< among all nodes entered, kept or not
  std::uint16_t level = 0;   ///< nodes above it
  chess::Move move;      ///< null at a root, after passing, and where a position is searched again
  std::uint8_t ply = 0;  ///< moves made since the root
  Cut cut = Cut::none;
  NodeKind kind = NodeKind::pv;
  std::int8_t depth_left = 0;
  std::int8_t reduction = 0;  ///< plies that it is searched less deep than others
  std::uint8_t skipped = 0;   ///< legal moves not searched once the first was; 255 = more
  bool counted = false;       ///< whether the agent counts it as a node of its own
  bool table_hit = false;     ///< an entry was found, from this search or an earlier one
};

/// A move that a node left out, with the reason.
struct SkippedMove {
  std::uint32_t node;  ///< index in nodes(); while recording: serial
  chess::Move move;
  Skip why;
};

/// One pass of an agent's deepening. It may have several roots (a search repeated with another
/// window).
struct TraceIteration {
  int depth = 0;              ///< nominal
  std::uint32_t first = 0;    ///< of its nodes in nodes()
  std::uint32_t count = 0;    ///< nodes kept
  std::uint64_t dropped = 0;  ///< counted nodes not kept and not in a node's `dropped`
};

struct TraceFilter {
  std::size_t max_nodes = 1'000'000;
  int first_iteration = 0, last_iteration = std::numeric_limits<int>::max();
  std::vector<chess::Move> line;  ///< only nodes on the way to it and below it
  bool skipped_moves = true;      ///< keep each skipped move with its reason, not only their number
};

/// Agents call begin_search(), begin_iteration(), enter() before they look at a node and leave()
/// when they are done with it, and in between what they learn about the innermost node. Readers
/// wait for end_search().
///
/// When there are too many nodes the earliest iterations go first, then the deepest levels of the
/// last one; what goes is counted in the node above, so that total() is always the agent's count.
class SearchTrace {
 public:
  explicit SearchTrace(TraceFilter filter = {}) : filter_(std::move(filter)) {}

  /// Forgets earlier searches. `unit`: what a value of 1 is in the agent's own units.
  void begin_search(double unit);
  void begin_iteration(int depth);
  /// Of `node` what is known on entry: move, ply, window, depth_left, reduction, kind (pv: as the
  /// result tells).
  void enter(TraceNode node);
  void leave(int value);
  /// Closes all that is open and finds sizes and sources.
  void end_search();

  // About the innermost node.
  void cut(Cut why);
  void set_kind(NodeKind kind);
  void set_static(int value);
  void set_moves(std::size_t legal);  ///< it is going to search its moves
  void skip(chess::Move move, Skip why);
  void count();                ///< the agent counts it
  void count_next();           ///< the agent counts the node that is entered next
  void found(chess::Key key);  ///< in the transposition table
  void wrote(chess::Key key);

  const std::vector<TraceNode>& nodes() const { return nodes_; }
  const std::vector<TraceIteration>& iterations() const { return iterations_; }
  /// In the order of their nodes.
  const std::vector<SkippedMove>& skipped_moves() const { return skips_; }
  std::uint64_t total() const;  ///< nodes the agent counted, kept or not
  std::uint64_t entered() const { return serials_; }
  double unit() const { return unit_; }

 private:
  struct Open {
    std::uint32_t node;     ///< index in nodes_, kNoNode if it is not kept
    std::uint32_t nearest;  ///< the innermost kept node, itself included; kNoNode: none
    std::uint32_t serial;
    std::uint32_t searched;  ///< moves searched
    std::uint32_t legal;     ///< 0 = moves not looked at
  };
  /// The innermost node, if it is kept.
  TraceNode* top() {
    return path_.empty() || path_.back().node == kNoNode ? nullptr : &nodes_[path_.back().node];
  }
  std::uint32_t index_of(std::uint32_t serial) const;
  void add_dropped(std::uint32_t nearest, std::uint64_t nodes);
  bool keeps(const TraceNode& node) const;
  void make_room();
  void drop_first_iteration();
  void drop_deepest_levels();
  void drop_below(int level);

  TraceFilter filter_;
  std::vector<TraceNode> nodes_;
  std::vector<TraceIteration> iterations_;
  std::vector<SkippedMove> skips_;
  std::vector<Open> path_;
  std::unordered_map<chess::Key, std::uint32_t> writers_;  ///< serials of kept nodes
  std::uint32_t serials_ = 0;
  int max_level_ = std::numeric_limits<int>::max();
  bool counts_next_ = false;
  double unit_ = 1;
};

}  // namespace rookery::search
