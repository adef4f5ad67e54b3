// What the classic agents share: limits, node counting, reports. The recursion is each agent's own.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "agents/order.h"
#include "eval/evaluator.h"
#include "search/agent.h"

namespace rookery::agents {

/// "Never": larger than any evaluation, and still fit to be negated.
inline constexpr int kUnlimited = 2'000'000'000;

/// The best line below each ply of the current path, as a triangular table: row p holds the line
/// from ply p on. A node calls clear() first and update() when it finds a better move.
class LineTable {
 public:
  static constexpr int kMaxPly = 128;
  void clear(int ply) { length_[ply] = 0; }
  void update(int ply, chess::Move move) {
    rows_[ply][0] = move;
    const int below = length_[ply + 1];
    for (int i = 0; i < below; ++i) rows_[ply][i + 1] = rows_[ply + 1][i];
    length_[ply] = below + 1;
  }
  std::vector<chess::Move> line(int ply) const { return {rows_[ply], rows_[ply] + length_[ply]}; }

 private:
  chess::Move rows_[kMaxPly + 2][kMaxPly + 2];
  int length_[kMaxPly + 2]{};
};

/// Watches over one search: counts its nodes, notices when it must stop, and records its tree if
/// somebody wants to see it.
class Watch {
 public:
  /// `own_time`: the agent's own limit where the caller sets none.
  void start(const search::Limits& limits, search::Control& control, chess::Color side,
             std::optional<search::Milliseconds> own_time);

  /// Once for each node visited.
  void count() {
    if (++nodes_ >= next_poll_) poll();
    if (trace_) [[unlikely]]
      trace_->count();
  }
  /// Searches return at once, with any value, when this is true.
  bool stopped() const { return stopped_; }
  std::uint64_t nodes() const { return nodes_; }
  std::chrono::nanoseconds elapsed() const { return Clock::now() - start_; }
  /// Whether time or nodes may end the search before its depth does.
  bool is_bounded() const { return bounded_; }
  /// Whether another, longer iteration makes sense.
  bool may_go_on() const;

  // The trace, which costs a look at a null pointer where nobody wants it: down() before a child is
  // searched, up() after, with values as the parent sees them; the rest is about the node itself.
  void set_trace(search::SearchTrace* trace) { trace_ = trace; }
  void begin_trace(bool negamax, double unit);
  void end_trace() {
    if (trace_) trace_->end_search();
  }
  /// `depth` is the iteration's name, `plies` how deep it really searches.
  void begin_iteration(int depth, int plies);
  void down(chess::Move move, int alpha = -kUnlimited, int beta = kUnlimited) {
    if (trace_) [[unlikely]]
      trace_down(move, alpha, beta);
  }
  void cut(search::Cut why) {
    if (trace_) [[unlikely]]
      trace_cut(why);
  }
  void up(int value) {
    if (trace_) [[unlikely]]
      trace_up(value);
  }
  /// The static evaluation, as the side to move (negamax) or the agent sees it; returns it.
  int evaluated(int value) {
    if (trace_) [[unlikely]]
      trace_->set_static(negamax_ && ply_ % 2 == 1 ? -value : value);
    return value;
  }
  /// It lies beyond the depth.
  void quiescence() {
    if (trace_) [[unlikely]]
      trace_->set_kind(search::NodeKind::quiescence);
  }
  /// Its moves are going to be searched.
  void opens(const chess::Position& position) {
    if (trace_) [[unlikely]]
      trace_moves(position);
  }
  void skip(chess::Move move, search::Skip why) {
    if (trace_) [[unlikely]]
      trace_->skip(move, why);
  }
  /// The transposition table had an entry of this key, or got one.
  void found(chess::Key key) {
    if (trace_) [[unlikely]]
      trace_->found(key);
  }
  void wrote(chess::Key key) {
    if (trace_) [[unlikely]]
      trace_->wrote(key);
  }

 private:
  using Clock = std::chrono::steady_clock;
  void poll();
  void trace_down(chess::Move move, int alpha, int beta);
  void trace_cut(search::Cut why);
  void trace_up(int value);
  void trace_moves(const chess::Position& position);

  std::uint64_t nodes_ = 0, next_poll_ = 0;
  bool stopped_ = false, bounded_ = false;
  std::optional<std::uint64_t> node_limit_, soft_nodes_;
  std::optional<Clock::duration> time_limit_;
  Clock::time_point start_;
  search::Control* control_ = nullptr;
  search::SearchTrace* trace_ = nullptr;
  bool negamax_ = false;
  int ply_ = 0, plies_ = 0;  // of the innermost node, of the iteration
};

/// What one iteration at the root found. Values are in ticks of the agent's evaluation, from the
/// view of the side to move.
struct Decision {
  chess::Move move;
  int value = 0;
  std::vector<chess::Move> line;  ///< begins with `move`
  /// +1: mates by force, -1: is mated by force, 0: neither seen.
  int mate_sign = 0;
  /// Plies to the mate where the search keeps count; 0 = take it from the line.
  int mate_plies = 0;
};

/// An agent that searches to a depth. think() does what all of them need; search_root() is the
/// agent.
class Classic : public search::Agent {
 public:
  std::string_view name() const final { return name_; }
  search::SearchResult think(const chess::Game& game, const search::Limits& limits,
                             search::Control& control, search::InfoSink& sink) final;
  bool record(search::SearchTrace* trace) final {
    watch_.set_trace(trace);
    return true;
  }

 protected:
  static constexpr int kMaxDepth = 60;

  Classic(std::string name, int default_depth) : depth_(default_depth), name_(std::move(name)) {}

  std::vector<search::Option> option_table() override;

  /// Before each decision: forget or prepare what belongs to one move.
  virtual void prepare(const chess::Game&) {}
  /// One full search of `moves` (not empty) to `depth` plies. If watch_.stopped(), the decision is
  /// the best so far, or has a null move.
  virtual Decision search_root(const chess::Position& root, const chess::MoveList& moves,
                               int depth) = 0;
  /// The first iteration that search_root(depth) makes, where it makes several itself: its nominal
  /// depth, and how deep it really searches.
  struct Iteration {
    int depth, plies;
  };
  virtual Iteration first_iteration(int depth) const { return {depth, depth}; }
  /// Whether think() should deepen from 1 even without a clock, and from where.
  virtual std::optional<int> first_depth() const { return std::nullopt; }
  /// Whether a clock replaces the default depth.
  virtual bool plays_by_the_clock() const { return false; }
  virtual std::optional<search::Milliseconds> own_time() const { return std::nullopt; }
  virtual bool is_negamax() const { return false; }
  /// Ticks to the units of people and protocols.
  virtual search::Score score(int ticks) const = 0;

  Watch watch_;
  LineTable lines_;
  int depth_;

 private:
  search::SearchInfo report(const chess::Position& root, const Decision& decision, int depth) const;
  std::string name_;
};

/// A Classic with its evaluation. The evaluation is a template argument, so that the virtual calls
/// are a few for each move and none for each node.
template <eval::Evaluator E>
class ClassicWith : public Classic {
 public:
  std::optional<eval::Breakdown> explain(const chess::Position& position) const final {
    return E::explain(position);
  }

 protected:
  using Classic::Classic;
  search::Score score(int ticks) const final {
    search::Score s;
    s.own_units = static_cast<double>(ticks) / E::kTicksPerUnit;
    s.centipawns = static_cast<int>(100LL * ticks / E::kTicksPerPawn);
    return s;
  }
};

/// The first move that checkmates at once, or null.
chess::Move mating_move(const chess::Position& position, const chess::MoveList& moves);

}  // namespace rookery::agents
