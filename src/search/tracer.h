// Tracers: the policy by which a searcher tells what it does. NullTracer costs nothing; Recorder
// writes a SearchTrace.
#pragma once

#include <algorithm>

#include "chess/movegen.h"
#include "eval/score.h"
#include "search/trace.h"

namespace rookery::search {

/// Where nobody looks. The calls are empty, and what would only be worked out for them stands
/// behind `if constexpr (kRecords)`.
struct NullTracer {
  static constexpr bool kRecords = false;
  explicit NullTracer(SearchTrace*) {}
  void begin_iteration(int) {}
  void announce(NodeKind, int = 0) {}
  void enter(chess::Move, eval::Value, eval::Value, int, int) {}
  void leave(int, Cut, eval::Value) {}
  void set_kind(NodeKind) {}
  void set_static(int, eval::Value) {}
  void set_moves(const chess::Position&) {}
  void skip(chess::Move, Skip) {}
  void count_next() {}
  void found(chess::Key) {}
  void wrote(chess::Key) {}
};

/// For searches whose values are from the view of the side to move (negamax).
class Recorder {
 public:
  static constexpr bool kRecords = true;
  explicit Recorder(SearchTrace* trace) : trace_(*trace) {}

  void begin_iteration(int depth) { trace_.begin_iteration(depth); }
  /// What the node that is entered next is for, and how much less deep it is searched.
  void announce(NodeKind kind, int reduction = 0) {
    kind_ = kind;
    reduction_ = reduction;
  }
  void enter(chess::Move move, eval::Value alpha, eval::Value beta, int depth, int ply) {
    TraceNode node;
    // Announced before a move was made: the same position once more.
    if (kind_ != NodeKind::verification && kind_ != NodeKind::quiescence) node.move = move;
    node.ply = static_cast<std::uint8_t>(ply);
    node.alpha = ply % 2 == 0 ? bound(alpha) : bound(-beta);
    node.beta = ply % 2 == 0 ? bound(beta) : bound(-alpha);
    node.depth_left = static_cast<std::int8_t>(std::clamp(depth, 0, 127));
    node.reduction = static_cast<std::int8_t>(std::clamp(reduction_, -128, 127));
    node.kind = kind_;
    announce(NodeKind::pv);
    trace_.enter(node);
  }
  /// `why` is beta for a cut-off by a move, on either side.
  void leave(int ply, Cut why, eval::Value value) {
    const bool is_maximiser = ply % 2 == 0;
    trace_.cut(why == Cut::beta && !is_maximiser ? Cut::alpha : why);
    trace_.leave(is_maximiser ? value : -value);
  }
  void set_kind(NodeKind kind) { trace_.set_kind(kind); }
  void set_static(int ply, eval::Value value) {
    if (value != eval::kNone) trace_.set_static(ply % 2 == 0 ? value : -value);
  }
  void set_moves(const chess::Position& position) {
    trace_.set_moves(legal_moves(position).size());
  }
  void skip(chess::Move move, Skip why) { trace_.skip(move, why); }
  void count_next() { trace_.count_next(); }
  void found(chess::Key key) { trace_.found(key); }
  void wrote(chess::Key key) { trace_.wrote(key); }

 private:
  static int bound(eval::Value v) {
    return v >= eval::kInfinity ? kOpenBound : v <= -eval::kInfinity ? -kOpenBound : v;
  }
  SearchTrace& trace_;
  NodeKind kind_ = NodeKind::pv;
  int reduction_ = 0;
};

}  // namespace rookery::search
