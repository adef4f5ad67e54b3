// The root of the search: iterative deepening, aspiration windows, time, reports.
#include <algorithm>
#include <cmath>
#include <utility>

#include "chess/game.h"
#include "engine/params.h"
#include "engine/worker.h"

namespace rookery::engine {

using namespace chess;

std::uint64_t SharedSearch::nodes() const {
  std::uint64_t total = 0;
  for (const auto& worker : workers) total += worker->nodes();
  return total;
}

std::uint64_t SharedSearch::tablebase_hits() const {
  std::uint64_t total = 0;
  for (const auto& worker : workers) total += worker->tablebase_hits();
  return total;
}

void Worker::new_game() { histories_->clear(); }

void Worker::run() {
  shared_.tuning.apply();
  root_moves_ = shared_.root_moves;
  next_poll_ = 0;
  completed_depth_ = 0;
  stable_iterations_ = 0;
  last_best_ = Move();
  null_move_min_ply_ = 0;
  last_value_ = eval::kNone;
  was_pondering_ = shared_.limits.ponder;
  finish_at_ponderhit_ = false;
  last_report_ = search::TimeManager::Clock::now();
  prepare_root();

  int max_depth =
      std::clamp(shared_.limits.depth.value_or(eval::kMaxPly - 1), 1, eval::kMaxPly - 1);
  // What twice its depth does not find is left to the solver.
  if (shared_.limits.mate) max_depth = std::min(max_depth, 4 * *shared_.limits.mate + 10);
  std::vector<RootMove> whole;  // several lines are a set: of the last iteration that was finished
  for (root_depth_ = 1; root_depth_ <= max_depth && !stopped(); ++root_depth_) {
    // Helper threads skip some depths, so that the threads do not all do the same.
    if (!is_main() && (root_depth_ + id_) % 4 == 0 && root_depth_ > 4) continue;
    for (RootMove& m : root_moves_) m.previous_value = m.value;
    begin_iteration();
    search_lines(root_depth_);
    if (!stopped()) {
      completed_depth_ = root_depth_;
      if (shared_.limits.multi_pv > 1) whole = root_moves_;
    }
    if (is_main() && should_finish(root_depth_)) break;
  }
  if (!whole.empty()) root_moves_ = std::move(whole);
}

void Worker::search_lines(int depth) {
  const std::size_t lines = std::min<std::size_t>(
      static_cast<std::size_t>(std::max(1, shared_.limits.multi_pv)), root_moves_.size());
  for (pv_index_ = 0; pv_index_ < lines; ++pv_index_) {
    selective_depth_ = 0;
    // Moves with a worse result by the tables wait until all better ones have their line.
    pv_end_ = pv_index_ + 1;
    while (pv_end_ < root_moves_.size() &&
           root_moves_[pv_end_].tablebase_rank == root_moves_[pv_index_].tablebase_rank)
      ++pv_end_;
    aspirate(depth);
    std::stable_sort(
        root_moves_.begin(), root_moves_.begin() + static_cast<std::ptrdiff_t>(pv_index_) + 1,
        [](const RootMove& a, const RootMove& b) {
          return a.tablebase_rank != b.tablebase_rank ? a.tablebase_rank > b.tablebase_rank
                                                      : a.value > b.value;
        });
    if (stopped()) break;
  }
  if (is_main() && !stopped())
    for (std::size_t i = 0; i < lines; ++i) report(depth, i);
}

/// Searches with a narrow window around the last value and widens it when the result lies outside.
void Worker::aspirate(int depth) {
  const auto by_value = [](const RootMove& a, const RootMove& b) {
    return a.value != b.value ? a.value > b.value : a.previous_value > b.previous_value;
  };
  const auto first = root_moves_.begin() + static_cast<std::ptrdiff_t>(pv_index_);
  const auto last = root_moves_.begin() + static_cast<std::ptrdiff_t>(pv_end_);
  const Value center = root_moves_[pv_index_].average;
  Value alpha = -eval::kInfinity, beta = eval::kInfinity;
  Value delta = params::aspiration_start;
  if (params::aspiration && depth >= params::aspiration_min_depth && center != eval::kNone &&
      !eval::is_mate(center)) {
    delta += std::abs(center) / params::aspiration_center_divisor;
    alpha = std::max(center - delta, -eval::kInfinity);
    beta = std::min(center + delta, eval::kInfinity);
  }
  int reduction = 0;
  while (true) {
    const Value value = search_root(alpha, beta, std::max(1, depth - reduction));
    std::stable_sort(first, last, by_value);
    if (stopped()) return;
    if (value <= alpha) {
      beta = (alpha + beta) / 2;
      alpha = std::max(value - delta, -eval::kInfinity);
      reduction = 0;
    } else if (value >= beta) {
      beta = std::min(value + delta, eval::kInfinity);
      reduction = std::min(reduction + 1, params::aspiration_max_reduction);
    } else {
      return;
    }
    if (is_main() && pv_index_ == 0 && shared_.limits.multi_pv == 1 &&
        shared_.time.elapsed_ms() > 3000)
      report(depth, 0);
    delta += delta * params::aspiration_growth / 100;
    if (eval::is_mate(value)) delta = eval::kInfinity;
  }
}

void Worker::poll() {
  next_poll_ = nodes() + 512;
  if (shared_.sink->listens()) report_progress();
  if (shared_.limits.nodes) {
    const std::uint64_t total = shared_.workers.size() == 1 ? nodes() : shared_.nodes();
    if (total >= *shared_.limits.nodes) return shared_.stop.store(true, std::memory_order_relaxed);
    next_poll_ = std::min(next_poll_, nodes() + (*shared_.limits.nodes - total));
  }
  // Whoever stops early should have a sound answer; but where captures explode not even the first
  // iteration ends.
  if (completed_depth_ == 0 && nodes() < 20'000) return;
  if (shared_.control->should_stop()) return shared_.stop.store(true, std::memory_order_relaxed);
  if (shared_.control->is_pondering()) return;
  notice_ponderhit();
  if (finish_at_ponderhit_ || shared_.time.hard_limit_reached())
    shared_.stop.store(true, std::memory_order_relaxed);
}

void Worker::notice_ponderhit() {
  if (!was_pondering_) return;
  was_pondering_ = false;
  shared_.time.ponder_hit(search::TimeManager::Clock::now());
}

/// After an iteration: is another one worth its time?
bool Worker::should_finish(int depth) {
  if (stopped()) return true;
  const RootMove& best = root_moves_.front();
  const search::Limits& limits = shared_.limits;
  if (best.move == last_best_)
    ++stable_iterations_;
  else
    stable_iterations_ = 0;
  last_best_ = best.move;
  const Value before = std::exchange(last_value_, best.value);

  if (limits.mate && eval::is_mate(best.value) &&
      std::abs(eval::mate_moves(best.value)) <= *limits.mate)
    return true;
  if (limits.soft_nodes && shared_.nodes() >= *limits.soft_nodes) return true;
  if (limits.infinite || !shared_.time.is_timed()) return false;
  // What was thought out while pondering is answered as soon as the opponent's move comes.
  const bool enough = has_thought_enough(depth, before);
  if (shared_.control->is_pondering()) {
    finish_at_ponderhit_ = enough;
    return false;
  }
  notice_ponderhit();
  return enough;
}

bool Worker::has_thought_enough(int depth, Value before) const {
  if (shared_.limits.move_time) return shared_.time.soft_limit_reached(1.0);
  const RootMove& best = root_moves_.front();
  // A mate that cannot be improved, or no choice at all.
  if (root_moves_.size() == 1 && depth >= 8) return true;
  if (eval::is_mate(best.value) && depth > 2 * std::abs(eval::mate_moves(best.value)) + 8)
    return true;

  // Settled searches stop early: the same best move for long, most nodes spent on it, no fall.
  const auto permille = [](int number) { return number / 1000.0; };
  const double stability =
      std::max(permille(params::time_stability_min),
               permille(params::time_stability_base) -
                   permille(params::time_stability_slope) * stable_iterations_);
  const double share =
      static_cast<double>(best.nodes) / static_cast<double>(std::max<std::uint64_t>(1, nodes()));
  const double effort =
      std::clamp(permille(params::time_effort_base) - permille(params::time_effort_slope) * share,
                 permille(params::time_effort_min), permille(params::time_effort_max));
  const double fall =
      before == eval::kNone
          ? 1.0
          : std::clamp(1.0 + (before - best.value) * permille(params::time_fall_slope),
                       permille(params::time_fall_min), permille(params::time_fall_max));
  return shared_.time.soft_limit_reached(stability * effort * fall);
}

namespace {

/// A report without score and line.
search::SearchInfo counters(const SharedSearch& shared, int depth) {
  search::SearchInfo info;
  info.depth = depth;
  info.nodes = shared.nodes();
  info.time = search::TimeManager::Clock::now() - shared.time.begin();
  info.hash_full = shared.tt.hash_full();
  info.tablebase_hits = shared.tablebase_hits();
  return info;
}

}  // namespace

void Worker::report(int depth, std::size_t line) {
  if (!shared_.sink->listens()) return;
  shared_.sink->on_info(make_info(shared_, root_moves_[line], depth, static_cast<int>(line) + 1));
  last_report_ = search::TimeManager::Clock::now();
}

void Worker::report_progress() {
  const auto now = search::TimeManager::Clock::now();
  if (now - last_report_ < std::chrono::seconds(1)) return;
  last_report_ = now;
  shared_.sink->on_progress(counters(shared_, root_depth_));
}

search::SearchInfo make_info(const SharedSearch& shared, const RootMove& m, int depth,
                             int multi_pv) {
  search::SearchInfo info = counters(shared, depth);
  info.selective_depth = m.selective_depth;
  info.multi_pv = multi_pv;
  Value value = m.value == -eval::kInfinity ? m.previous_value : m.value;
  if (value == -eval::kInfinity) value = 0;  // stopped before the first move was searched
  if (m.tablebase_value != eval::kNone && !eval::is_mate(value)) value = m.tablebase_value;
  info.score = search::Score::from_value(value);
  info.bound = m.bound;
  info.wdl = value == 0 && m.tablebase_value == 0
                 ? search::WinDrawLoss{0, 1000, 0}
                 : search::win_draw_loss(info.score.centipawns, shared.root);
  std::vector<Key> keys = shared.past_keys;
  Position position = shared.root;
  for (Move move : m.pv) {
    if (!position.is_legal(move)) break;
    keys.push_back(position.key());
    position.make_move(move);
    info.pv.push_back(move);
    const auto repeats = std::count(keys.begin(), keys.end(), position.key());
    if (repeats >= 2 || position.halfmove_clock() >= 100) break;
  }
  return info;
}

}  // namespace rookery::engine
