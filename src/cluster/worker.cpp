#include "cluster/worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <tuple>

#include "cluster/proof.h"

namespace rookery::cluster {
namespace {

using namespace std::chrono_literals;
using Kind = StoreError::Kind;

constexpr auto kLookAround = 50ms;  // for wishes, when nothing happens
constexpr auto kSendEvery = 1s;
constexpr double kLeaseSeconds = 5;  // of work fetched at once
constexpr Milliseconds kFirstPause = 250ms, kLongestPause = 10s;
constexpr auto kExcepted = 10min;
constexpr std::size_t kMaxSent = 64, kMaxTests = 8;

}  // namespace

Worker::Worker(WorkerSettings settings, Log log)
    : settings_(std::move(settings)), log_(std::move(log)) {}

Worker::~Worker() {
  {
    const std::scoped_lock lock(mutex_);
    closing_ = true;
    for (auto& seat : seats_) {
      seat->hand.abort = true;
      seat->hand.control.stop();
    }
  }
  for_players_.notify_all();
  for (auto& seat : seats_)
    if (seat->thread.joinable()) seat->thread.join();
}

// Those who play.

void Worker::play(Seat& seat) {
  std::shared_ptr<Test> current;
  std::unique_ptr<Player> player;
  for (;;) {
    HeldPtr held;
    std::int64_t unit = 0;
    {
      std::unique_lock lock(mutex_);
      for_players_.wait(lock, [&] { return closing_ || !ready_.empty(); });
      if (closing_) return;
      std::tie(held, unit) = ready_.front();
      ready_.pop_front();
      seat.held = held;
      seat.hand.abort = false;
    }
    const auto begin = Clock::now();
    auto result = play_unit(seat, held, unit, current, player);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    {
      const std::scoped_lock lock(mutex_);
      seat.held.reset();
      if (!result) {
        held->open.erase(unit);
        if (!held->returning) told_.push_back(result.error().message);
        held->returning = result.error().message;
        excepted_[held->lease.test] = Clock::now() + kExcepted;
      } else if (*result) {
        held->open.erase(unit);
        held->finished.push_back(std::move(**result));
        unit_seconds_ = unit_seconds_ == 0 ? seconds : 0.8 * unit_seconds_ + 0.2 * seconds;
      } else {
        held->open.erase(unit);
        if (!held->returning) held->returning = "broken off";
      }
    }
    for_messenger_.notify_one();
  }
}

Result<std::optional<UnitResult>, Error> Worker::play_unit(Seat& seat, const HeldPtr& held,
                                                           std::int64_t unit,
                                                           std::shared_ptr<Test>& current,
                                                           std::unique_ptr<Player>& player) try {
  if (current != held->test) {
    player.reset();
    current = held->test;
    const std::scoped_lock lock(current->proving);
    if (!current->proof) current->proof = current->work->prove();
    if (!*current->proof) {
      const Error why = current->proof->error();
      current.reset();
      return Unexpected{why};
    }
    player = current->work->make_player(seat.hand);
  }
  auto result = player->play(unit, held->lease.detail);
  if (!result) {  // with fresh agents next time
    player.reset();
    current.reset();
  }
  return result;
} catch (const std::exception& error) {  // no memory, no thread
  player.reset();
  current.reset();
  return Unexpected{Error{error.what()}};
}

// The one who talks to the database.

Result<Ok, Error> Worker::run(const std::function<Wish()>& wish) {
  auto home = WorkerHome::open(settings_.state, settings_.queue.text);
  if (!home) return Unexpected{home.error()};
  home_ = std::move(*home);
  // Who mistyped the address is told at once.
  if (auto store = JobStore::open(settings_.queue, JobStore::Role::worker))
    store_ = std::move(*store);
  else if (store.error().kind == Kind::away)
    failed(store.error());
  else
    return Unexpected{Error{store.error().message}};
  const Speed speed = measure_speed(settings_.threads);
  nps_ = speed.nps;
  info_ = json::to_text({{"version", settings_.version},
                         {"bench", speed.bench},
                         {"nps", std::llround(speed.nps)},
                         {"cores", std::thread::hardware_concurrency()}});
  log_("measured",
       {{"threads", settings_.threads}, {"nps", std::llround(speed.nps)}, {"bench", speed.bench}});
  if (auto connected = connect(wish); !connected) return connected;
  if (!store_) return Ok{};
  load_spool();
  try {
    for (int i = 0; i < settings_.threads; ++i) {
      seats_.push_back(std::make_unique<Seat>());
      seats_.back()->thread = std::thread([this, seat = seats_.back().get()] { play(*seat); });
    }
  } catch (const std::system_error& error) {
    seats_.pop_back();
    if (seats_.empty()) return Unexpected{Error{fmt::format("no thread: {}", error.what())}};
  }
  while (step(wish())) {
    std::unique_lock lock(mutex_);
    for_messenger_.wait_for(lock, kLookAround);
  }
  log_("left", json::Value::object());
  return Ok{};
}

Result<Ok, Error> Worker::connect(const std::function<Wish()>& wish) {
  while (wish() == Wish::work) {
    if (!is_online()) {
      std::this_thread::sleep_for(kLookAround);
      continue;
    }
    if (!store_) {
      auto store = JobStore::open(settings_.queue, JobStore::Role::worker);
      if (store)
        store_ = std::move(*store);
      else if (store.error().kind != Kind::away)
        return Unexpected{Error{store.error().message}};
      else
        failed(store.error());
      continue;
    }
    const auto enlisted = enlist();
    if (enlisted) return Ok{};
    if (enlisted.error().kind != Kind::away) return Unexpected{Error{enlisted.error().message}};
    failed(enlisted.error());
  }
  store_.reset();
  return Ok{};
}

Stored<Ok> Worker::enlist() {
  WorkerRecord record;
  record.instance = home_->instance();
  record.secret = home_->secret();
  record.name = settings_.name;
  record.tags = settings_.tags;
  record.info = info_;
  record.threads = settings_.threads;
  const auto id = store_->register_worker(record);
  if (!id) return Unexpected{id.error()};
  key_ = {*id, home_->secret()};
  enlist_again_ = false;
  log_("registered", {{"worker", *id}, {"name", settings_.name}});
  return Ok{};
}

void Worker::load_spool() {
  std::map<std::string, HeldPtr> by_key;
  for (WorkerHome::Spooled& s : home_->spooled()) {
    HeldPtr& held = by_key[s.lease.key];
    if (!held) {
      held = std::make_shared<Held>();
      held->lease = s.lease;
      // What it held besides was lost with the program: let others have it at once.
      held->returning = "restarted";
      held_.push_back(held);
    }
    held->finished.push_back(std::move(s.result));
    ++held->spooled;
  }
  if (!by_key.empty()) log_("found unsent results", {{"leases", by_key.size()}});
}

/// False when it is time to go.
bool Worker::step(Wish wish) {
  std::vector<std::string> told;
  {
    const std::scoped_lock lock(mutex_);
    told.swap(told_);
    if (wish != Wish::work)
      for (const HeldPtr& held : held_) return_unbegun(held, "the worker leaves");
    if (wish == Wish::leave_now)
      for (auto& seat : seats_) {
        seat->hand.abort = true;
        seat->hand.control.stop();
      }
  }
  for (const std::string& text : told) log_("cannot play", {{"reason", text}});
  if (is_online() && enlist_again_)
    if (auto enlisted = enlist(); !enlisted) failed(enlisted.error());
  send_results(wish != Wish::work);
  beat();
  if (wish == Wish::work) claim();
  settle();
  if (!is_online()) spool_results();
  const std::scoped_lock lock(mutex_);
  if (wish == Wish::work)
    return !(settings_.until_empty && held_.empty() && idle_ > 0ms && is_online());
  if (held_.empty()) return false;
  // The leases of what cannot be given back run out by themselves.
  const bool playing =
      std::any_of(held_.begin(), held_.end(), [](const HeldPtr& h) { return !h->open.empty(); });
  const bool kept = std::all_of(held_.begin(), held_.end(),
                                [](const HeldPtr& h) { return h->spooled == h->finished.size(); });
  return playing || is_online() || !(kept || wish == Wish::leave_now);
}

void Worker::failed(const StoreError& error) {
  if (error.kind == Kind::refused && error.message.starts_with("set aside")) {
    log_("set aside", {{"reason", error.message}});
    next_claim_ = Clock::now() + 30s;
    return;
  }
  if (error.kind == Kind::refused && error.message == "unknown worker") enlist_again_ = true;
  if (!away_) log_("database away", {{"reason", error.message}});
  away_ = true;
  pause_ = std::clamp<Milliseconds>(2 * pause_, kFirstPause, kLongestPause);
  next_try_ = Clock::now() + pause_;
}

void Worker::send_results(bool all) {
  std::vector<HeldPtr> due;
  {
    const std::scoped_lock lock(mutex_);
    for (const HeldPtr& held : held_)
      if (!held->finished.empty() && !held->dropped &&
          (all || held->open.empty() || held->finished.size() >= kMaxSent ||
           Clock::now() - held->sent >= kSendEvery))
        due.push_back(held);
  }
  for (const HeldPtr& held : due)
    while (is_online() && send(held)) {
    }
}

/// True if there is more to send.
bool Worker::send(const HeldPtr& held) {
  std::vector<UnitResult> results;
  {
    const std::scoped_lock lock(mutex_);
    const std::size_t count = std::min(kMaxSent, held->finished.size());
    results.assign(held->finished.begin(),
                   held->finished.begin() + static_cast<std::ptrdiff_t>(count));
  }
  if (results.empty()) return false;
  const auto state = store_->complete(key_, held->lease, results);
  if (!state && state.error().kind != Kind::refused) {
    failed(state.error());
    return false;
  }
  if (std::exchange(away_, false)) log_("database back", json::Value::object());
  pause_ = 0ms;
  if (!state && state.error().message == "unknown worker") enlist_again_ = true;
  const std::scoped_lock lock(mutex_);
  held->sent = Clock::now();
  if (state && (*state == LeaseState::valid || *state == LeaseState::paused)) {
    held->finished.erase(held->finished.begin(),
                         held->finished.begin() + static_cast<std::ptrdiff_t>(results.size()));
    held->spooled -= std::min(held->spooled, results.size());
    return !held->finished.empty();
  }
  log_("results not taken",
       {{"test", held->lease.test},
        {"units", held->finished.size()},
        {"reason", !state                        ? state.error().message
                   : *state == LeaseState::ended ? "the test has ended"
                                                 : "the lease ran out and others have it"}});
  drop(held);
  return false;
}

void Worker::beat() {
  if (!is_online() || Clock::now() < next_beat_) return;
  std::vector<HeldPtr> all;
  std::vector<Lease> leases;
  {
    const std::scoped_lock lock(mutex_);
    for (const HeldPtr& held : held_) {
      all.push_back(held);
      leases.push_back(held->lease);
    }
  }
  const auto states = store_->beat(key_, leases, settings_.lease);
  if (!states) return failed(states.error());
  if (std::exchange(away_, false)) log_("database back", json::Value::object());
  pause_ = 0ms;
  next_beat_ = Clock::now() + std::min<Milliseconds>(settings_.lease / 4, 30s);
  const std::scoped_lock lock(mutex_);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if ((*states)[i] == LeaseState::paused) return_unbegun(all[i], "the test is paused");
    if ((*states)[i] != LeaseState::ended && (*states)[i] != LeaseState::stale) continue;
    log_("lease lost",
         {{"test", all[i]->lease.test},
          {"reason", (*states)[i] == LeaseState::ended ? "the test has ended" : "it ran out"}});
    drop(all[i]);
  }
}

void Worker::claim() {
  if (!is_online() || Clock::now() < next_claim_) return;
  const auto threads = static_cast<double>(settings_.threads);
  int want = settings_.threads;
  std::vector<Id> except;
  {
    const std::scoped_lock lock(mutex_);
    const double each = std::max(unit_seconds_, 1e-3);
    // Short units are fetched ahead; of long ones nobody should hold more than he plays.
    const auto idle =
        std::count_if(seats_.begin(), seats_.end(), [](const auto& seat) { return !seat->held; });
    const bool is_short = unit_seconds_ > 0 && each < kLeaseSeconds;
    const double low =
        is_short ? std::clamp(threads / each, threads, 128.0) : static_cast<double>(idle);
    if (static_cast<double>(ready_.size()) >= low) return;
    if (unit_seconds_ > 0)
      want = static_cast<int>(std::clamp(threads * kLeaseSeconds / each, threads, 256.0));
    std::erase_if(excepted_, [](const auto& e) { return e.second < Clock::now(); });
    for (const auto& [test, until] : excepted_) except.push_back(test);
  }
  auto lease = store_->claim(key_, want, settings_.lease, except);
  if (!lease) return failed(lease.error());
  if (std::exchange(away_, false)) log_("database back", json::Value::object());
  pause_ = 0ms;
  if (!*lease) {
    idle_ = std::clamp<Milliseconds>(2 * idle_, 100ms, 2s);
    next_claim_ = Clock::now() + idle_;
    return;
  }
  idle_ = 0ms;
  auto test = test_of(**lease);
  if (!test) {
    log_("cannot play", {{"test", (*lease)->test}, {"reason", test.error().message}});
    {
      const std::scoped_lock lock(mutex_);
      excepted_[(*lease)->test] = Clock::now() + kExcepted;
    }
    if (auto back = store_->give_back(key_, **lease, test.error().message); !back)
      failed(back.error());
    return;
  }
  log_("lease", {{"test", (*lease)->test}, {"units", (*lease)->units.size()}});
  auto held = std::make_shared<Held>();
  held->lease = std::move(**lease);
  held->test = std::move(*test);
  held->sent = Clock::now();
  {
    const std::scoped_lock lock(mutex_);
    held->open.insert(held->lease.units.begin(), held->lease.units.end());
    for (const std::int64_t unit : held->lease.units) ready_.emplace_back(held, unit);
    held_.push_back(std::move(held));
  }
  for_players_.notify_all();
}

Result<std::shared_ptr<Worker::Test>, Error> Worker::test_of(const Lease& lease) {
  if (const auto found = tests_.find(lease.test); found != tests_.end()) return found->second;
  const auto spec = store_->test_spec(key_, lease.test);
  if (!spec) return Unexpected{Error{spec.error().message}};
  WorkNeeds needs;
  needs.nps = nps_;
  needs.file = [this](const std::string& hash) -> Result<std::string, Error> {
    if (auto file = home_->file(hash)) return *file;
    return Unexpected{Error{"the file " + hash + " is not here"}};
  };
  auto work = make_work(spec->first, spec->second, needs);
  if (!work) return Unexpected{work.error()};
  for (const std::string& hash : (*work)->files())
    if (auto fetched = fetch(hash); !fetched) return Unexpected{fetched.error()};
  auto test = std::make_shared<Test>();
  test->work = std::move(*work);
  if (tests_.size() >= kMaxTests) tests_.clear();  // those in use live on with their leases
  tests_[lease.test] = test;
  return test;
}

Result<Ok, Error> Worker::fetch(const std::string& hash) {
  if (home_->file(hash)) return Ok{};
  const auto bytes = store_->blob(key_, hash);
  if (!bytes) return Unexpected{Error{bytes.error().message}};
  if (!*bytes) return Unexpected{Error{"the queue has no file " + hash}};
  return home_->keep_file(hash, **bytes);
}

/// Forgets leases that are done with, and gives back what is left of those that end early.
void Worker::settle() {
  std::vector<HeldPtr> back;
  {
    const std::scoped_lock lock(mutex_);
    std::erase_if(held_, [&](const HeldPtr& held) {
      if (held->dropped) return held->open.empty();
      if (held->returning) {
        // A player that could not go on leaves others waiting.
        return_unbegun(held, *held->returning);
        if (!held->open.empty() || !held->finished.empty() || !is_online()) return false;
        back.push_back(held);
        return true;
      }
      return held->open.empty() && held->finished.empty();
    });
    const bool all_sent =
        std::all_of(held_.begin(), held_.end(), [](const HeldPtr& h) { return h->spooled == 0; });
    if (all_sent && home_->has_spool()) home_->clear_spool();
  }
  for (const HeldPtr& held : back) {
    log_("gave back", {{"test", held->lease.test}, {"reason", *held->returning}});
    if (auto given = store_->give_back(key_, held->lease, *held->returning); !given)
      failed(given.error());
  }
}

void Worker::spool_results() {
  const std::scoped_lock lock(mutex_);
  for (const HeldPtr& held : held_) {
    while (!held->dropped && held->spooled < held->finished.size()) {
      if (!home_->spool(held->lease, held->finished[held->spooled])) {
        if (!std::exchange(spool_full_, true))
          log_("cannot keep results on disk", {{"reason", std::strerror(errno)}});
        return;
      }
      spool_full_ = false;
      ++held->spooled;
    }
  }
}

/// With the lock held.
void Worker::drop(const HeldPtr& held) {
  return_unbegun(held, "");
  held->dropped = true;
  held->finished.clear();
  held->spooled = 0;
  for (auto& seat : seats_)
    if (seat->held == held) {
      seat->hand.abort = true;
      seat->hand.control.stop();
    }
}

/// With the lock held.
void Worker::return_unbegun(const HeldPtr& held, const std::string& reason) {
  std::erase_if(ready_, [&](const auto& waiting) {
    if (waiting.first != held) return false;
    held->open.erase(waiting.second);
    if (!held->returning) held->returning = reason;
    return true;
  });
}

}  // namespace rookery::cluster
