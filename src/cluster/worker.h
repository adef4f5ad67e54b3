// Worker: takes leases from a queue, plays their units on several threads, and sends what came out.
#pragma once

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "cluster/job_store.h"
#include "cluster/work.h"
#include "cluster/worker_home.h"
#include "json/value.h"

namespace rookery::cluster {

struct WorkerSettings {
  Address queue;
  int threads = 1;
  std::string name, tags, version;
  std::filesystem::path state;  ///< where its home is
  Milliseconds lease{120'000};
  bool until_empty = false;  ///< leave when there is nothing to do
};

/// Those who play never wait for the database: one thread talks to it, fetches ahead, and keeps on
/// disk what it cannot send.
class Worker {
 public:
  enum class Wish {
    work,
    finish,     ///< end the units that are being played, send them, give back the rest
    leave_now,  ///< give everything back at once
  };
  /// Called on the thread of run().
  using Log = std::function<void(const std::string& event, json::Value details)>;

  Worker(WorkerSettings settings, Log log);
  ~Worker();
  /// Until `wish` says otherwise; it is asked several times a second. The error says why this
  /// queue can never be worked for.
  Result<Ok, Error> run(const std::function<Wish()>& wish);

 private:
  using Clock = std::chrono::steady_clock;

  /// A test whose units are here.
  struct Test {
    std::unique_ptr<Work> work;
    std::mutex proving;
    std::optional<Result<Ok, Error>> proof;
  };
  /// A lease and what became of its units.
  struct Held {
    Lease lease;
    std::shared_ptr<Test> test;
    std::set<std::int64_t> open;  ///< waiting or being played
    std::vector<UnitResult> finished;
    std::size_t spooled = 0;               ///< so many of the finished are on disk too
    std::optional<std::string> returning;  ///< what is not begun goes back, for this reason
    bool dropped = false;                  ///< nothing of it counts any more
    Clock::time_point sent{};
  };
  using HeldPtr = std::shared_ptr<Held>;
  struct Seat {
    Hand hand;
    HeldPtr held;  ///< what it plays
    std::thread thread;
  };

  void play(Seat& seat);
  Result<std::optional<UnitResult>, Error> play_unit(Seat& seat, const HeldPtr& held,
                                                     std::int64_t unit,
                                                     std::shared_ptr<Test>& current,
                                                     std::unique_ptr<Player>& player);

  // On the thread of run().
  Result<Ok, Error> connect(const std::function<Wish()>& wish);
  Stored<Ok> enlist();
  void load_spool();
  bool step(Wish wish);
  void send_results(bool all);
  bool send(const HeldPtr& held);
  void beat();
  void claim();
  Result<std::shared_ptr<Test>, Error> test_of(const Lease& lease);
  Result<Ok, Error> fetch(const std::string& hash);
  void settle();
  void spool_results();
  void drop(const HeldPtr& held);
  void return_unbegun(const HeldPtr& held, const std::string& reason);
  void failed(const StoreError& error);
  bool is_online() const { return Clock::now() >= next_try_; }

  const WorkerSettings settings_;
  const Log log_;
  std::unique_ptr<WorkerHome> home_;
  std::unique_ptr<JobStore> store_;
  WorkerKey key_;
  double nps_ = 0;
  std::string info_;
  std::map<Id, std::shared_ptr<Test>> tests_;
  std::map<Id, Clock::time_point> excepted_;  ///< tests that this machine could not play
  Clock::time_point next_try_{}, next_claim_{}, next_beat_{};
  Milliseconds pause_{0}, idle_{0};
  bool away_ = false, enlist_again_ = false, spool_full_ = false;

  std::mutex mutex_;
  std::condition_variable for_players_, for_messenger_;
  std::deque<std::pair<HeldPtr, std::int64_t>> ready_;
  std::vector<HeldPtr> held_;
  std::vector<std::unique_ptr<Seat>> seats_;
  std::vector<std::string> told_;  ///< of the players, for the log
  double unit_seconds_ = 0;
  bool closing_ = false;
};

}  // namespace rookery::cluster
