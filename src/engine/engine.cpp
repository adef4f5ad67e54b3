#include "engine/engine.h"

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <utility>

#include "chess/movegen.h"
#include "engine/mate_solver.h"
#include "engine/params.h"
#include "engine/tuning.h"
#include "engine/vote.h"
#include "eval/classical/classical.h"
#include "eval/nnue/explain.h"
#include "search/wait.h"

namespace rookery::engine {

using namespace chess;
using search::OptionSpec;

/// A helper's thread with a worker of its own, so that none is made for a move. It makes and clears
/// the worker itself: memory lies on the NUMA node of the thread that first touches it.
class Engine::HelperThread {
 public:
  /// wait() before `slot` is used; it stays null if memory is short.
  HelperThread(SharedSearch& shared, int id, std::unique_ptr<Worker>& slot)
      : worker_(slot),
        job_([&shared, &slot, id] {
          try {
            slot = make_worker(shared, id);
          } catch (const std::bad_alloc&) {
          }
        }),
        thread_([this] { loop(); }) {}
  ~HelperThread() {
    {
      const std::lock_guard lock(mutex_);
      state_ = State::quit;
    }
    changed_.notify_all();
  }
  void start(void (Worker::*job)()) {
    {
      const std::lock_guard lock(mutex_);
      job_ = [this, job] { (*worker_.*job)(); };
      state_ = State::running;
    }
    changed_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return state_ != State::running; });
  }

 private:
  enum class State { idle, running, quit };
  void loop() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return state_ != State::idle; });
      if (state_ == State::quit) return;
      lock.unlock();
      job_();
      lock.lock();
      if (state_ == State::running) state_ = State::idle;
      changed_.notify_all();
    }
  }

  std::unique_ptr<Worker>& worker_;
  std::function<void()> job_;
  std::mutex mutex_;
  std::condition_variable changed_;
  State state_ = State::running;
  std::jthread thread_;  // last: starts when all else is ready
};

Engine::Engine(std::string name, EvaluatorKind kind) : name_(std::move(name)), kind_(kind) {
  if (kind_ == EvaluatorKind::network) shared_.network = eval::nnue::default_network();
  make_workers(1);
}

Engine::~Engine() = default;

void Engine::make_workers(int count) {
  std::vector<std::unique_ptr<Worker>> workers(static_cast<std::size_t>(count));
  std::vector<std::unique_ptr<HelperThread>> helpers;
  workers[0] = make_worker(shared_, 0);
  for (std::size_t i = 1; i < workers.size(); ++i)
    helpers.push_back(std::make_unique<HelperThread>(shared_, static_cast<int>(i), workers[i]));
  for (auto& helper : helpers) helper->wait();
  for (const auto& worker : workers)
    if (!worker) throw std::bad_alloc();
  helpers_ = std::move(helpers);  // the old threads end before their workers
  shared_.workers = std::move(workers);
}

void Engine::new_game() {
  shared_.tt.clear(static_cast<int>(shared_.workers.size()));
  for (auto& helper : helpers_) helper->start(&Worker::new_game);
  shared_.workers[0]->new_game();
  for (auto& helper : helpers_) helper->wait();
}

search::SearchResult Engine::think(const Game& game, const search::Limits& given,
                                   search::Control& control, search::InfoSink& sink) {
  const search::Limits limits = given.with_usual_time(game.position().side_to_move());
  shared_.limits = limits;
  shared_.tuning.apply();
  shared_.time = search::TimeManager(
      limits, game.position().side_to_move(), move_overhead_,
      {params::time_moves, params::time_increment_percent, params::time_hard_percent});
  shared_.control = &control;
  shared_.sink = &sink;
  shared_.stop.store(false, std::memory_order_relaxed);
  if (!notice_.empty()) {
    search::SearchInfo notice;
    notice.text = std::exchange(notice_, {});
    sink.on_info(notice);
  }
  shared_.root = game.position();
  shared_.past_keys = game.past_keys();
  shared_.root_moves.clear();
  if (shared_.trace) shared_.trace->begin_search(1);
  for (Move m : legal_moves(shared_.root)) {
    const auto& wanted = limits.search_moves;
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), m) != wanted.end()) {
      RootMove root_move;
      root_move.move = m;
      root_move.pv = {m};
      shared_.root_moves.push_back(std::move(root_move));
    }
  }

  rank_by_tablebase(game);

  search::SearchResult result;
  if (!shared_.root_moves.empty()) {
    shared_.tt.new_search();
    for (auto& worker : shared_.workers) worker->reset_counters();
    for (auto& helper : helpers_) helper->start(&Worker::run);
    shared_.workers[0]->run();
  }
  // UCI: nothing may be answered before stop while pondering or searching without end.
  search::wait_if_asked(limits, control);
  shared_.stop.store(true, std::memory_order_relaxed);
  for (auto& helper : helpers_) helper->wait();
  if (shared_.trace) shared_.trace->end_search();

  if (shared_.root_moves.empty()) {
    result.info.score = search::Score::from_value(shared_.root.in_check() ? -eval::kMate : 0);
    return result;
  }
  const Worker& best = choose_worker();
  RootMove line = best.root_moves().front().settled();
  if (limits.mate) look_for_mate(line);
  result.info = make_info(shared_, line, std::max(1, best.completed_depth()), 1);
  result.best = line.move;
  if (result.info.pv.size() >= 2) result.ponder = result.info.pv[1];
  return result;
}

void Engine::look_for_mate(RootMove& line) const {
  const search::Limits& limits = shared_.limits;
  const auto is_found = [&](Value value) {
    return eval::is_mate(value) && std::abs(eval::mate_moves(value)) <= *limits.mate;
  };
  if (is_found(line.value)) return;
  const std::uint64_t searched = shared_.nodes();
  const auto must_stop = [&](std::uint64_t nodes) {
    return shared_.control->should_stop() || shared_.time.hard_limit_reached() ||
           (limits.nodes && searched + nodes >= *limits.nodes);
  };
  if (must_stop(0)) return;
  std::vector<Move> moves;
  for (const RootMove& m : shared_.root_moves) moves.push_back(m.move);
  const auto mate =
      solve_mate(shared_.root, shared_.past_keys, moves, *limits.mate, must_stop).line;
  if (mate.empty()) return;
  line = RootMove();
  line.move = mate.front();
  line.value = eval::mate_in(static_cast<int>(mate.size()));
  line.pv = mate;
}

void Engine::rank_by_tablebase(const Game& game) {
  auto& moves = shared_.root_moves;
  if (moves.empty() || !shared_.tablebase ||
      count(game.position().pieces()) > shared_.tablebase->max_pieces())
    return;
  for (const search::TablebaseMove& entry : shared_.tablebase->probe_root(game)) {
    const auto found = std::find_if(moves.begin(), moves.end(),
                                    [&](const RootMove& m) { return m.move == entry.move; });
    if (found == moves.end()) continue;
    found->tablebase_rank = entry.rank;
    found->tablebase_value = entry.wdl == search::Wdl::win    ? eval::kTablebaseWin
                             : entry.wdl == search::Wdl::loss ? -eval::kTablebaseWin
                                                              : 0;
  }
  std::stable_sort(moves.begin(), moves.end(), [](const RootMove& a, const RootMove& b) {
    return a.tablebase_rank > b.tablebase_rank;
  });
  // Who asks for one line needs no move that gives the result away.
  if (shared_.limits.multi_pv == 1)
    std::erase_if(moves, [best = moves.front().tablebase_rank](const RootMove& m) {
      return m.tablebase_rank < best;
    });
}

const Worker& Engine::choose_worker() const {
  if (shared_.workers.size() == 1 || shared_.limits.multi_pv > 1 || shared_.limits.depth)
    return *shared_.workers[0];
  std::vector<Vote> votes;
  for (const auto& w : shared_.workers) {
    const RootMove line = w->root_moves().front().settled();
    votes.push_back({line.move, line.value, w->completed_depth()});
  }
  return *shared_.workers[elect(votes)];
}

/// The main thread's tree: what the others do is told by nothing but their entries in the table.
bool Engine::record(search::SearchTrace* trace) {
  const auto before = std::exchange(shared_.trace, trace);
  try {
    auto worker = make_worker(shared_, 0);
    worker->inherit(*shared_.workers[0]);
    shared_.workers[0] = std::move(worker);
  } catch (const std::bad_alloc&) {
    shared_.trace = before;
    return false;
  }
  return true;
}

std::optional<eval::Breakdown> Engine::explain(const Position& position) const {
  eval::Breakdown classical = eval::ClassicalEvaluator::explain(position);
  if (!shared_.network) return classical;
  eval::Breakdown result = eval::nnue::explain(*shared_.network, position);
  result.terms = std::move(classical.terms);
  result.classical_total = classical.total;
  return result;
}

std::vector<search::Option> Engine::option_table() {
  std::vector<search::Option> table = {
      {OptionSpec::spin("Hash", 16, 1, 65536),
       [this](const std::string& value) { return set_hash(value); }},
      {OptionSpec::spin("Threads", 1, 1, 256),
       [this](const std::string& value) { return set_threads(std::stoi(value)); }},
      {OptionSpec::button("Clear Hash"),
       [this](const std::string&) {
         new_game();
         return Ok{};
       }},
      {OptionSpec::spin("Move Overhead", 10, 0, 5000),
       [this](const std::string& value) {
         move_overhead_ = search::Milliseconds(std::stoi(value));
         return Ok{};
       }},
      {OptionSpec::text("SyzygyPath"),
       [this](const std::string& value) { return set_tablebase(value); }}};
  if (has_tuning())
    for (const ParamInfo& p : search_params())
      table.push_back({OptionSpec::spin(p.name, p.value, p.min, p.max),
                       [this, name = p.name](const std::string& value) {
                         shared_.tuning.set(name, std::stoi(value));
                         return Ok{};
                       }});
  if (kind_ == EvaluatorKind::network)
    table.push_back({OptionSpec::text("EvalFile"),
                     [this](const std::string& value) { return set_network(value); }});
  return table;
}

Result<Ok, Error> Engine::set_hash(const std::string& megabytes) {
  if (!shared_.tt.resize(static_cast<std::size_t>(std::stoi(megabytes))))
    return Unexpected{
        Error{"option Hash: cannot get " + megabytes + " MB of memory; the table stays as it is"}};
  // Fresh pages cost time, and it should not be a search's.
  shared_.tt.clear(static_cast<int>(shared_.workers.size()));
  return Ok{};
}

Result<Ok, Error> Engine::set_threads(int count) try {
  make_workers(count);
  return Ok{};
} catch (const std::exception&) {  // no more threads, or no more memory
  return Unexpected{Error{"option Threads: the system refuses " + std::to_string(count) +
                          "; it stays at " + std::to_string(shared_.workers.size())}};
}

/// Empty: the built-in network.
Result<Ok, Error> Engine::set_network(const std::string& path) {
  auto network = path.empty() ? Result<eval::nnue::NetworkPtr, Error>(eval::nnue::default_network())
                              : eval::nnue::load_network(path);
  if (!network) return Unexpected{Error{"option EvalFile: " + network.error().message}};
  const auto before = std::exchange(shared_.network, *network);
  if (!set_threads(static_cast<int>(shared_.workers.size()))) {
    shared_.network = before;
    return Unexpected{Error{"option EvalFile: not enough memory; the old network stays"}};
  }
  shared_.tt.clear(static_cast<int>(shared_.workers.size()));
  return Ok{};
}

Result<Ok, Error> Engine::set_tablebase(const std::string& path) {
  shared_.tablebase.reset();
  if (path.empty()) return Ok{};
  auto loaded = search::Tablebase::load(path);
  if (!loaded)
    return Unexpected{Error{"option SyzygyPath: " + loaded.error().message + "; now without"}};
  shared_.tablebase = *std::move(loaded);
  if (const auto& damaged = shared_.tablebase->damaged(); !damaged.empty())
    notice_ = std::to_string(damaged.size()) + " damaged tables are not used; " + damaged[0];
  return Ok{};
}

}  // namespace rookery::engine
