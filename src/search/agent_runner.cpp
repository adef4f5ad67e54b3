#include "search/agent_runner.h"

#include <algorithm>
#include <condition_variable>
#include <list>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace rookery::search {

namespace {

using SteadyClock = std::chrono::steady_clock;

/// How long a killed program's agent may take to notice.
constexpr Milliseconds kAfterKill{1'000};

/// What one worker thread sits on: its agent. Given up, both stay together until the end.
struct Seat {
  std::mutex mutex;  // guards the pointer, not the agent
  std::unique_ptr<Agent> agent;
  bool deaf = false;  // guarded by the register's mutex

  bool kill() {
    const std::lock_guard lock(mutex);
    return agent && agent->kill();
  }
};

/// Every worker thread of the program.
class Register {
 public:
  void enter(const std::shared_ptr<Seat>& seat) {
    const std::lock_guard lock(mutex_);
    seats_.push_back(seat);
  }
  void leave(const std::shared_ptr<Seat>& seat) {
    const std::lock_guard lock(mutex_);
    seats_.remove(seat);
    changed_.notify_all();
  }
  void call_deaf(const std::shared_ptr<Seat>& seat) {
    const std::lock_guard lock(mutex_);
    seat->deaf = true;
  }
  int deaf_count() {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(
        std::count_if(seats_.begin(), seats_.end(), [](const auto& seat) { return seat->deaf; }));
  }
  bool wind_up(Milliseconds moment) {
    std::unique_lock lock(mutex_);
    const auto all_gone = [this] { return seats_.empty(); };
    const auto only_deaf = [this] {
      return std::all_of(seats_.begin(), seats_.end(), [](const auto& s) { return s->deaf; });
    };
    changed_.wait_for(lock, moment, only_deaf);
    for (const auto& seat : seats_) seat->kill();
    return all_gone();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<std::shared_ptr<Seat>> seats_;
};

/// Never destroyed: threads may outlive main.
Register& all_seats() {
  static Register& seats = *new Register;
  return seats;
}

/// One thread for the whole program that looks again at agents which were told to stop.
class Watchdog {
 public:
  /// Without a thread or memory nobody is given up.
  void watch(SteadyClock::time_point when, std::function<void()> look) {
    const std::lock_guard lock(mutex_);
    if (!running_) {
      std::thread([this] { run(); }).detach();
      running_ = true;
    }
    alarms_.push_back({when, std::move(look)});
    changed_.notify_one();
  }

 private:
  struct Alarm {
    SteadyClock::time_point when;
    std::function<void()> look;
  };
  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      if (alarms_.empty()) {
        changed_.wait(lock);
        continue;
      }
      const auto next =
          std::min_element(alarms_.begin(), alarms_.end(),
                           [](const Alarm& a, const Alarm& b) { return a.when < b.when; });
      if (SteadyClock::now() < next->when) {
        const auto when = next->when;
        changed_.wait_until(lock, when);
        continue;
      }
      const std::function<void()> look = std::move(next->look);
      alarms_.erase(next);
      lock.unlock();
      look();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Alarm> alarms_;
  bool running_ = false;
};

Watchdog& watchdog() {
  static Watchdog& dog = *new Watchdog;
  return dog;
}

struct Task {
  AgentRunner::Ticket ticket = 0;
  std::shared_ptr<Control> control;
  std::function<SearchResult(Agent&, Control&, InfoSink&)> work;
  bool begins_game = false;
  AgentRunner::OnInfo on_info, on_progress;
  AgentRunner::OnResult on_result;
};

constexpr const char* kNoMemory = "there is not enough memory to think";

SearchResult failed(std::string why) {
  SearchResult result;
  result.failure = std::move(why);
  return result;
}

}  // namespace

/// Shared by the runner, its worker thread and the watchdog. Order of locks: delivery, mutex.
struct AgentRunner::Core : std::enable_shared_from_this<Core> {
  Core(AgentMaker maker, Milliseconds patience_) : make(std::move(maker)), patience(patience_) {}

  const AgentMaker make;
  const Milliseconds patience;
  std::mutex delivery;  // held while a callback runs

  std::mutex mutex;  // guards all below
  std::condition_variable changed;
  std::shared_ptr<Seat> seat;  // of the worker that counts; null: there is none
  bool has_worker = false, quit = false, new_game = false;
  Ticket last = 0, wanted = 0;  // wanted: whose answer is still to come; 0 = nobody's
  std::shared_ptr<Task> waiting, running;

  class Sink;

  Ticket start(const std::shared_ptr<Task>& task, bool ponder);
  void start_worker();
  void work(const std::shared_ptr<Seat>& own);
  SearchResult answer(Seat& own, const Task& task);
  bool is_wanted(Ticket ticket) {
    const std::lock_guard lock(mutex);
    return wanted == ticket;
  }
  void deliver(const Task& task, SearchResult result);
  /// The lock is held. Whoever runs is told to stop, and watched.
  void stop_running();
  void watch(Ticket ticket, Milliseconds time, bool killed);
  void give_up(Ticket ticket, bool killed);
  void silence();
};

class AgentRunner::Core::Sink final : public InfoSink {
 public:
  Sink(Core& core, const Task& task) : core_(core), task_(task) {}
  void on_info(const SearchInfo& info) override { tell(task_.on_info, info); }
  void on_progress(const SearchInfo& info) override { tell(task_.on_progress, info); }
  bool listens() const override { return static_cast<bool>(task_.on_info); }

 private:
  void tell(const OnInfo& whom, const SearchInfo& info) {
    if (!whom) return;
    const std::lock_guard lock(core_.delivery);
    if (core_.is_wanted(task_.ticket)) whom(info);
  }
  Core& core_;
  const Task& task_;
};

AgentRunner::Ticket AgentRunner::Core::start(const std::shared_ptr<Task>& task, bool ponder) {
  task->control = std::make_shared<Control>();
  task->control->reset(ponder);
  Ticket ticket = 0;
  const char* refusal = nullptr;
  {
    const std::lock_guard lock(mutex);
    ticket = task->ticket = wanted = ++last;
    stop_running();
    waiting = task;
    if (!has_worker) try {
        start_worker();
      } catch (const std::system_error&) {
        refusal = "the system has no thread left to think on";
      } catch (const std::bad_alloc&) {
        refusal = kNoMemory;
      }
    if (refusal) {
      waiting.reset();
      wanted = 0;
    }
    changed.notify_all();
  }
  silence();
  if (refusal) task->on_result(failed(refusal));
  return ticket;
}

void AgentRunner::Core::start_worker() {
  auto own = seat ? seat : std::make_shared<Seat>();
  all_seats().enter(own);
  try {
    std::thread([core = shared_from_this(), own] {
      core->work(own);
      std::unique_ptr<Agent> agent;
      {
        const std::lock_guard lock(own->mutex);
        agent = std::move(own->agent);
      }
      agent.reset();
      all_seats().leave(own);
    }).detach();
  } catch (...) {
    all_seats().leave(own);
    throw;
  }
  seat = std::move(own);
  has_worker = true;
}

void AgentRunner::Core::work(const std::shared_ptr<Seat>& own) {
  std::unique_lock lock(mutex);
  for (;;) {
    changed.wait(lock, [&] { return quit || waiting; });
    if (quit) return;
    const auto task = std::exchange(waiting, nullptr);
    task->begins_game = std::exchange(new_game, false);
    running = task;
    if (task->control->should_stop()) watch(task->ticket, patience, false);  // told while it waited
    lock.unlock();
    SearchResult result = answer(*own, *task);
    lock.lock();
    if (seat != own) return;  // given up: somebody else sits in our place
    running.reset();
    changed.notify_all();
    lock.unlock();
    deliver(*task, std::move(result));
    lock.lock();
  }
}

SearchResult AgentRunner::Core::answer(Seat& own, const Task& task) try {
  if (!own.agent) {
    if (!make) return failed("the agent did not answer and was given up");
    auto made = make();
    if (!made) return failed(made.error().message);
    const std::lock_guard lock(own.mutex);
    own.agent = std::move(*made);
  }
  if (task.begins_game) own.agent->new_game();
  Sink sink(*this, task);
  return task.work(*own.agent, *task.control, sink);
} catch (const std::bad_alloc&) {
  return failed(kNoMemory);
} catch (const std::exception& error) {
  return failed(error.what());
}

void AgentRunner::Core::deliver(const Task& task, SearchResult result) {
  const std::lock_guard lock(delivery);
  {
    const std::lock_guard inner(mutex);
    if (wanted != task.ticket) return;
    wanted = 0;
  }
  try {
    task.on_result(std::move(result));
  } catch (const std::bad_alloc&) {
    task.on_result(failed(kNoMemory));
  }
}

void AgentRunner::Core::stop_running() {
  if (!running) return;
  running->control->stop();
  running->control->ponder_hit();  // for agents that wait for the end of pondering
  watch(running->ticket, patience, false);
}

void AgentRunner::Core::watch(Ticket ticket, Milliseconds time, bool killed) try {
  watchdog().watch(SteadyClock::now() + time, [core = weak_from_this(), ticket, killed] {
    if (const auto alive = core.lock()) alive->give_up(ticket, killed);
  });
} catch (const std::system_error&) {  // it may take its time
} catch (const std::bad_alloc&) {
}

void AgentRunner::Core::give_up(Ticket ticket, bool killed) {
  std::shared_ptr<Task> task;
  {
    const std::lock_guard lock(mutex);
    if (!running || running->ticket != ticket) return;
    if (!killed && seat->kill()) return watch(ticket, kAfterKill, true);
    all_seats().call_deaf(seat);
    task = std::move(running);
    running.reset();
    seat.reset();
    has_worker = false;
    if (waiting) try {
        start_worker();
      } catch (const std::exception&) {  // no thread, no memory
        task = std::exchange(waiting, nullptr);
      }
  }
  deliver(*task, failed("the agent did not answer when it was told to stop, and was given up"));
}

void AgentRunner::Core::silence() { const std::lock_guard lock(delivery); }

AgentRunner::AgentRunner(AgentMaker make, Milliseconds patience)
    : core_(std::make_shared<Core>(std::move(make), patience)) {}

AgentRunner::AgentRunner(std::unique_ptr<Agent> agent, Milliseconds patience)
    : core_(std::make_shared<Core>(AgentMaker(), patience)) {
  core_->seat = std::make_shared<Seat>();
  core_->seat->agent = std::move(agent);
}

AgentRunner::~AgentRunner() {
  {
    const std::lock_guard lock(core_->mutex);
    core_->quit = true;
    core_->wanted = 0;
    core_->waiting.reset();
    core_->stop_running();
    // An agent that was never asked has no thread yet; ending it may take as long as thinking.
    if (!core_->has_worker && core_->seat) try {
        core_->start_worker();
      } catch (const std::exception&) {  // no thread, no memory: it ends here
      }
    core_->changed.notify_all();
  }
  core_->silence();
}

AgentRunner::Ticket AgentRunner::ask(chess::Game game, Limits limits, OnInfo on_info,
                                     OnResult on_result, OnInfo on_progress) {
  const auto task = std::make_shared<Task>();
  const bool ponder = limits.ponder;
  task->work = [game = std::move(game), limits = std::move(limits)](Agent& agent, Control& control,
                                                                    InfoSink& sink) {
    return agent.think(game, limits, control, sink);
  };
  task->on_info = std::move(on_info);
  task->on_progress = std::move(on_progress);
  task->on_result = std::move(on_result);
  return core_->start(task, ponder);
}

AgentRunner::Ticket AgentRunner::perform(std::function<void(Agent&, Control&)> work,
                                         OnDone on_done) {
  const auto task = std::make_shared<Task>();
  task->work = [work = std::move(work)](Agent& agent, Control& control, InfoSink&) {
    work(agent, control);
    return SearchResult();
  };
  task->on_result = [on_done = std::move(on_done)](const SearchResult& result) {
    on_done(result.failure);
  };
  return core_->start(task, false);
}

void AgentRunner::stop(Ticket ticket) {
  const std::lock_guard lock(core_->mutex);
  if (core_->waiting && core_->waiting->ticket == ticket) core_->waiting->control->stop();
  if (core_->running && core_->running->ticket == ticket) {
    core_->running->control->stop();
    core_->watch(ticket, core_->patience, false);
  }
}

void AgentRunner::ponder_hit(Ticket ticket) {
  const std::lock_guard lock(core_->mutex);
  if (core_->waiting && core_->waiting->ticket == ticket) core_->waiting->control->ponder_hit();
  if (core_->running && core_->running->ticket == ticket) core_->running->control->ponder_hit();
}

void AgentRunner::forget() {
  {
    const std::lock_guard lock(core_->mutex);
    core_->wanted = 0;
    core_->waiting.reset();
    core_->stop_running();
  }
  core_->silence();
}

void AgentRunner::new_game() {
  const std::lock_guard lock(core_->mutex);
  core_->new_game = true;
}

bool AgentRunner::is_busy() const {
  const std::lock_guard lock(core_->mutex);
  return core_->running || core_->waiting;
}

Agent* AgentRunner::idle_agent() {
  const std::lock_guard lock(core_->mutex);
  if (core_->running || core_->waiting || !core_->seat) return nullptr;
  return core_->seat->agent.get();
}

int AgentRunner::left_behind() { return all_seats().deaf_count(); }

bool AgentRunner::wind_up(Milliseconds moment) { return all_seats().wind_up(moment); }

}  // namespace rookery::search
