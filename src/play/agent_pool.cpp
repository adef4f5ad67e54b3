#include "play/agent_pool.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <condition_variable>
#include <deque>
#include <limits>
#include <list>
#include <optional>
#include <system_error>
#include <thread>

#include "play/roster.h"

namespace rookery::play {

using search::AgentRunner;
using search::SearchResult;

namespace {

constexpr std::size_t kDefaultHash = 16;

/// The number behind "Hash=" or "option.Hash=" in an own spec.
std::optional<int> number_behind(std::string_view text, std::string_view key) {
  const auto at = text.find(key);
  if (at == text.npos) return std::nullopt;
  int number = 0;
  text.remove_prefix(at + key.size());
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

PoolLimits PoolLimits::none() {
  constexpr int kMany = std::numeric_limits<int>::max();
  return {kMany, kMany, std::numeric_limits<std::size_t>::max(), kMany, kMany};
}

Needs needs_of(const PlayerSpec& player) {
  Needs needs{kDefaultHash, 1};
  if (player.is_human()) return {0, 0};
  const auto take = [&](std::string_view option, std::string_view value) {
    int number = 0;
    std::from_chars(value.data(), value.data() + value.size(), number);
    if (option == "Hash" && number > 0) needs.hash_mb = static_cast<std::size_t>(number);
    if (option == "Threads" && number > 0) needs.threads = number;
  };
  if (const NamedSpec* named = player.named()) {
    if (const OwnEngine* engine = own_engines().find(named->name()))
      for (const auto* options : {&engine->options, &engine->program.options})
        for (const auto& [option, value] : *options) take(option, value);
    for (const auto& [option, value] : named->settings()) take(option, value);
  } else if (const OwnSpec* own = player.own()) {
    if (const auto hash = number_behind(own->text(), "Hash=")) take("Hash", std::to_string(*hash));
    if (const auto threads = number_behind(own->text(), "Threads="))
      take("Threads", std::to_string(*threads));
  }
  return needs;
}

/// One lent agent. `mutex` guards the question; what counts against the bounds is the core's.
/// Order of locks: State::mutex, the runner's own, Core::mutex.
struct AgentPool::Loan::State {
  std::shared_ptr<Core> core;
  std::unique_ptr<AgentRunner> runner;
  Needs needs;

  std::mutex mutex;
  struct Question {
    chess::Game game;
    search::Limits limits;
    AgentRunner::OnInfo on_info;
    AgentRunner::OnResult on_result;
    bool stopped = false, ponder_hit = false;
  };
  std::optional<Question> waiting;
  AgentRunner::Ticket ticket = 0;

  // The core's mutex guards both.
  std::uint64_t turn = 0;  // of the question that searches; 0 = none
  bool endless = false;    // the question has no end of its own
  std::atomic<bool> failed{false};
};

struct AgentPool::Core : std::enable_shared_from_this<Core> {
  using State = Loan::State;
  struct Kept {
    PlayerSpec player;
    std::unique_ptr<AgentRunner> runner;
    Needs needs;
  };

  Core(AgentFactory f, PoolLimits l) : factory(std::move(f)), limits(l) {}

  const AgentFactory factory;
  const PoolLimits limits;
  mutable std::mutex mutex;
  std::condition_variable changed;
  std::list<Kept> kept;  // oldest first
  std::deque<std::weak_ptr<State>> queue;
  int lent = 0;
  struct InFlight {
    int searches = 0, threads = 0;
  };
  InFlight bounded, endless;
  std::size_t hash_mb = 0;
  std::uint64_t turns = 0;
  bool closed = false, has_dispatcher = false;

  bool fits(const Needs& more) const {
    return lent + static_cast<int>(kept.size()) < limits.agents &&
           more.hash_mb <= limits.hash_mb - std::min(hash_mb, limits.hash_mb);
  }
  /// One search of each kind may always run, however many threads it wants.
  bool may_search(const Needs& needs, bool is_endless) const {
    const InFlight& now = is_endless ? endless : bounded;
    const int most = is_endless ? limits.endless_threads : limits.threads;
    return now.searches == 0 || ((is_endless || now.searches < limits.searches) &&
                                 needs.threads <= most - std::min(now.threads, most));
  }
  bool may_search(const State& state) const { return may_search(state.needs, state.endless); }
  InFlight& in_flight(const State& state) { return state.endless ? endless : bounded; }
  bool is_waiting(bool is_endless) const {
    return std::any_of(queue.begin(), queue.end(), [&](const auto& other) {
      const auto state = other.lock();
      return state && state->endless == is_endless;
    });
  }

  std::uint64_t begin_turn(State& state) {
    if (state.turn == 0)
      ++in_flight(state).searches, in_flight(state).threads += state.needs.threads;
    return state.turn = ++turns;
  }
  /// The search of this turn has ended, or is no longer wanted.
  void end_turn(State& state, std::optional<std::uint64_t> turn = {}) {
    const std::lock_guard lock(mutex);
    if (state.turn == 0 || (turn && *turn != state.turn)) return;
    state.turn = 0;
    --in_flight(state).searches, in_flight(state).threads -= state.needs.threads;
    changed.notify_all();
  }
  /// Where a question can not begin at once. False: there is no thread for who would begin it.
  bool enqueue(const std::shared_ptr<State>& state);
  void leave_queue(const State& state) {
    const std::lock_guard lock(mutex);
    std::erase_if(queue, [&](const auto& other) { return other.lock().get() == &state; });
    changed.notify_all();
  }
  void dispatch();
  void begin(const std::shared_ptr<State>& state, std::uint64_t turn);
  void close();
};

bool AgentPool::Core::enqueue(const std::shared_ptr<State>& state) {
  if (!has_dispatcher) try {
      std::thread([core = shared_from_this()] { core->dispatch(); }).detach();
      has_dispatcher = true;
    } catch (const std::system_error&) {
      return false;
    }
  queue.push_back(state);
  changed.notify_all();
  return true;
}

/// Starts questions in the order in which they came. A thread of its own, so that nobody's callback
/// reaches into another's runner.
void AgentPool::Core::dispatch() {
  std::unique_lock lock(mutex);
  for (;;) {
    changed.wait(lock, [&] { return closed || !queue.empty(); });
    if (closed) return;
    std::erase_if(queue, [](const auto& other) { return other.expired(); });
    // Each kind in its own order: behind one that waits, others of its kind wait too.
    bool waits[2] = {false, false};
    std::shared_ptr<State> state;
    for (auto it = queue.begin(); it != queue.end() && !state; ++it) {
      auto next = it->lock();
      if (!next || std::exchange(waits[next->endless], true) || !may_search(*next)) continue;
      state = std::move(next);
      queue.erase(it);
      break;
    }
    if (!state) {
      if (!queue.empty()) changed.wait(lock);
      continue;
    }
    const std::uint64_t turn = begin_turn(*state);
    lock.unlock();
    {
      const std::lock_guard own(state->mutex);
      begin(state, turn);
    }
    lock.lock();
  }
}

/// The state's lock is held.
void AgentPool::Core::begin(const std::shared_ptr<State>& state, std::uint64_t turn) {
  {
    const std::lock_guard lock(mutex);
    if (state->turn != turn) return;  // forgotten on the way here
  }
  auto question = *std::exchange(state->waiting, std::nullopt);
  state->ticket = state->runner->ask(
      std::move(question.game), std::move(question.limits), std::move(question.on_info),
      [weak = std::weak_ptr(state), turn, tell = std::move(question.on_result)](SearchResult r) {
        const bool failed = r.failure.has_value();
        tell(std::move(r));
        const auto alive = weak.lock();
        if (!alive) return;
        if (failed) alive->failed = true;
        alive->core->end_turn(*alive, turn);
      });
  if (question.ponder_hit) state->runner->ponder_hit(state->ticket);
  if (question.stopped) state->runner->stop(state->ticket);
}

void AgentPool::Core::close() {
  std::list<Kept> gone;  // they end outside of the lock
  const std::lock_guard lock(mutex);
  closed = true;
  gone.swap(kept);
  changed.notify_all();
}

AgentPool::Loan::Loan(std::shared_ptr<State> state, PlayerSpec player)
    : state_(std::move(state)), player_(std::move(player)) {}

AgentPool::Loan::~Loan() {
  forget();
  std::unique_ptr<AgentRunner> runner;
  {
    const std::lock_guard lock(state_->mutex);
    runner = std::move(state_->runner);
  }
  Core& core = *state_->core;
  const std::lock_guard lock(core.mutex);
  --core.lent;
  if (core.closed || state_->failed)
    core.hash_mb -= state_->needs.hash_mb;
  else
    core.kept.push_back({player_, std::move(runner), state_->needs});
}

void AgentPool::Loan::ask(chess::Game game, search::Limits limits, AgentRunner::OnInfo on_info,
                          AgentRunner::OnResult on_result) {
  forget();
  const bool has_clock = limits.clock[0] || limits.clock[1];
  if (has_clock && !limits.received) limits.received = std::chrono::steady_clock::now();
  const std::lock_guard lock(state_->mutex);
  state_->waiting =
      State::Question{std::move(game), std::move(limits), std::move(on_info), std::move(on_result)};
  Core& core = *state_->core;
  std::uint64_t turn = 0;
  {
    const std::lock_guard inner(core.mutex);
    state_->endless = state_->waiting->limits.infinite;
    // Nobody keeps the queue of a pool that is gone.
    const bool at_once =
        core.closed || (!core.is_waiting(state_->endless) && core.may_search(*state_));
    // Without a thread for the queue there is none to search on either: let the runner say so.
    if (at_once || !core.enqueue(state_)) turn = core.begin_turn(*state_);
  }
  if (turn != 0) core.begin(state_, turn);
}

void AgentPool::Loan::stop() {
  const std::lock_guard lock(state_->mutex);
  if (state_->waiting) state_->waiting->stopped = true;
  state_->runner->stop(state_->ticket);
}

void AgentPool::Loan::ponder_hit() {
  const std::lock_guard lock(state_->mutex);
  if (state_->waiting) state_->waiting->ponder_hit = true;
  state_->runner->ponder_hit(state_->ticket);
}

void AgentPool::Loan::forget() {
  const std::lock_guard lock(state_->mutex);
  state_->core->leave_queue(*state_);
  state_->waiting.reset();
  state_->runner->forget();
  state_->core->end_turn(*state_);
}

AgentPool::AgentPool(AgentFactory factory, PoolLimits limits) {
  const auto core = std::make_shared<Core>(std::move(factory), limits);
  core_ = std::shared_ptr<Core>(core.get(), [core](Core* pool) { pool->close(); });
}

AgentPool::AgentPool()
    : AgentPool([](const PlayerSpec& player) { return make_agent(player); }, PoolLimits::none()) {}

Result<std::unique_ptr<AgentPool::Loan>, Error> AgentPool::borrow(const PlayerSpec& player) const {
  if (player.is_human()) return Unexpected{Error{player.title() + " is no agent"}};
  auto state = std::make_shared<Loan::State>();
  state->core = core_->shared_from_this();
  state->needs = needs_of(player);
  std::list<Core::Kept> gone;  // they end outside of the lock
  {
    const std::lock_guard lock(core_->mutex);
    auto& kept = core_->kept;
    for (auto it = kept.begin(); it != kept.end() && !state->runner; ++it)
      if (it->player == player) {
        state->runner = std::move(it->runner);
        kept.erase(it);
        break;
      }
    if (state->runner) {
      state->runner->new_game();
    } else {
      while (!core_->fits(state->needs) && !kept.empty()) {
        core_->hash_mb -= kept.front().needs.hash_mb;
        gone.splice(gone.end(), kept, kept.begin());
      }
      if (!core_->fits(state->needs))
        return Unexpected{Error{fmt::format(
            "there is no room for {}: {} agents play with {} MB of hash; try again later",
            player.title(), core_->lent, core_->hash_mb)}};
      core_->hash_mb += state->needs.hash_mb;
      state->runner = std::make_unique<AgentRunner>(
          [factory = core_->factory, player] { return factory(player); });
    }
    ++core_->lent;
  }
  return std::unique_ptr<Loan>(new Loan(std::move(state), player));
}

bool AgentPool::has_room_for_endless(const PlayerSpec& player, bool is_lent) const {
  const Needs needs = needs_of(player);
  const std::lock_guard lock(core_->mutex);
  if (core_->is_waiting(true) || !core_->may_search(needs, true)) return false;
  std::size_t wanted = core_->hash_mb + needs.hash_mb;
  for (const Core::Kept& kept : core_->kept) wanted -= kept.needs.hash_mb;  // they would go
  return is_lent || wanted <= core_->limits.hash_mb / 4 * 3;
}

AgentPool::Usage AgentPool::usage() const {
  const std::lock_guard lock(core_->mutex);
  return {core_->lent,
          static_cast<int>(core_->kept.size()),
          core_->bounded.searches + core_->endless.searches,
          static_cast<int>(core_->queue.size()),
          core_->hash_mb,
          core_->bounded.threads,
          core_->endless.threads};
}

}  // namespace rookery::play
