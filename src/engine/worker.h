// Worker: one thread's search. The root loop is here (root.cpp); the tree below it is SearchWorker
// in search.cpp, a template over the evaluator.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "chess/game.h"
#include "engine/history.h"
#include "engine/tuning.h"
#include "eval/nnue/network.h"
#include "search/control.h"
#include "search/limits.h"
#include "search/search_info.h"
#include "search/tablebase.h"
#include "search/time_manager.h"
#include "search/trace.h"
#include "search/tt.h"

namespace rookery::engine {

using eval::Value;

/// A legal move at the root and what is known about it.
struct RootMove {
  chess::Move move;
  Value value = -eval::kInfinity;           ///< of the current iteration, if it was searched
  Value previous_value = -eval::kInfinity;  ///< of the iteration before
  Value average = eval::kNone;              ///< over the iterations, for the aspiration window
  search::Bound bound = search::Bound::exact;
  int selective_depth = 0;
  std::uint64_t nodes = 0;
  int tablebase_rank = 0;               ///< a lower one is a worse result
  Value tablebase_value = eval::kNone;  ///< if the tables know the root
  std::vector<chess::Move> pv;

  /// An iteration that was cut short may leave a mere bound; the one before it knew the value.
  RootMove settled() const {
    RootMove m = *this;
    if (bound != search::Bound::exact && previous_value != -eval::kInfinity) {
      m.value = previous_value;
      m.bound = search::Bound::exact;
    }
    return m;
  }
};

/// What all threads of one search share. Written before they start; only `stop`, the table and,
/// by the main thread, the time change while they run.
struct SharedSearch {
  search::TranspositionTable tt;
  std::shared_ptr<search::Tablebase> tablebase;  ///< null without tables
  eval::nnue::NetworkPtr network;                ///< null: the classical evaluation is used
  Tuning tuning;
  search::Limits limits;
  search::TimeManager time;
  search::Control* control = nullptr;
  search::InfoSink* sink = nullptr;
  search::SearchTrace* trace = nullptr;  ///< of the main thread's search, if somebody wants it
  std::atomic<bool> stop{false};
  chess::Position root = chess::Position::initial();
  std::vector<chess::Key> past_keys;
  std::vector<RootMove> root_moves;
  std::vector<std::unique_ptr<class Worker>> workers;

  std::uint64_t nodes() const;
  std::uint64_t tablebase_hits() const;
};

class Worker {
 public:
  Worker(SharedSearch& shared, int id) : shared_(shared), id_(id) {}
  virtual ~Worker() = default;

  /// Forgets what was learned in earlier games.
  void new_game();
  /// Before any thread of a search runs, since they count together.
  void reset_counters() {
    nodes_.store(0, std::memory_order_relaxed);
    tablebase_hits_.store(0, std::memory_order_relaxed);
  }
  /// Takes over what another worker has learned.
  void inherit(Worker& other) { histories_.swap(other.histories_); }
  /// Iterative deepening until a limit or the stop flag.
  void run();

  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  std::uint64_t tablebase_hits() const { return tablebase_hits_.load(std::memory_order_relaxed); }
  int completed_depth() const { return completed_depth_; }
  const std::vector<RootMove>& root_moves() const { return root_moves_; }
  bool is_main() const { return id_ == 0; }

 protected:
  /// Searches the root moves from pv_index_ to pv_end_; sets their values and lines.
  virtual Value search_root(Value alpha, Value beta, int depth) = 0;
  virtual void prepare_root() = 0;
  virtual void begin_iteration() = 0;

  bool stopped() const { return shared_.stop.load(std::memory_order_relaxed); }
  /// Called at every node; looks at clock and limits now and then.
  bool must_stop() {
    if (is_main() && nodes() >= next_poll_) poll();
    return stopped();
  }
  void count_tablebase_hit() {
    tablebase_hits_.store(tablebase_hits() + 1, std::memory_order_relaxed);
  }
  void count_node() { nodes_.store(nodes() + 1, std::memory_order_relaxed); }

  SharedSearch& shared_;
  const int id_;
  std::unique_ptr<Histories> histories_ = std::make_unique<Histories>();
  std::vector<RootMove> root_moves_;
  std::size_t pv_index_ = 0, pv_end_ = 0;
  int root_depth_ = 0;
  int selective_depth_ = 0;
  /// No null move above this ply while a null-move result is verified.
  int null_move_min_ply_ = 0;

 private:
  void poll();
  void notice_ponderhit();
  void search_lines(int depth);
  void aspirate(int depth);
  void report(int depth, std::size_t line);
  void report_progress();
  bool should_finish(int depth);
  /// By the clock; `before` is the value of the iteration before.
  bool has_thought_enough(int depth, Value before) const;

  std::atomic<std::uint64_t> nodes_{0}, tablebase_hits_{0};
  std::uint64_t next_poll_ = 0;
  int completed_depth_ = 0;
  int stable_iterations_ = 0;
  chess::Move last_best_;
  Value last_value_ = eval::kNone;
  search::TimeManager::Clock::time_point last_report_;
  bool was_pondering_ = false;
  bool finish_at_ponderhit_ = false;
};

/// The line of a root move as reported: legal, and cut where the game would be drawn.
search::SearchInfo make_info(const SharedSearch& shared, const RootMove& root_move, int depth,
                             int multi_pv);

/// With the network of `shared`, or the classical evaluation if there is none; the first one
/// records its tree if `shared` has a trace.
std::unique_ptr<Worker> make_worker(SharedSearch& shared, int id);

}  // namespace rookery::engine
