// Runner: plays the games of a schedule on several threads.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "match/game.h"
#include "match/schedule.h"

namespace rookery::match {

struct RunnerSettings {
  std::vector<Player> players;
  std::vector<Opening> openings;
  std::vector<std::uint32_t> opening_order;
  GameRules rules;
  int concurrency = 1;
};

/// Makes an agent from Player::agent; called on several threads.
using AgentFactory =
    std::function<Result<std::unique_ptr<search::Agent>, Error>(const std::string&)>;

/// Each thread plays one game at a time with agents of its own, which it keeps from game to game.
/// An in-process agent thinks on that thread.
class Runner {
 public:
  struct Events {
    /// One call at a time. False: enough, no further game (SPRT).
    std::function<bool(const Fixture&, const GameRecord&)> game_over;
    /// Something to tell outside of a game: an engine that crashed when told to quit. One call at
    /// a time.
    std::function<void(const std::string&)> incident;
  };

  Runner(RunnerSettings settings, const Schedule& schedule, AgentFactory factory, Events events);
  ~Runner();

  /// Begins to play all games for which `played` is false.
  void start(const std::function<bool(int)>& played);
  /// Waits for the end, at most `time`; true if it has come.
  bool wait(std::chrono::milliseconds time);
  /// Breaks off the running games, which then do not count. Call wait() until it is true.
  void stop();

  const Opening& opening_of(const Fixture& fixture) const;

 private:
  struct Worker {
    std::thread thread;
    search::Control control;
    std::vector<std::unique_ptr<search::Agent>> agents;
  };
  void work(Worker& worker);
  /// The next game for a worker; -1 if there is none.
  int claim();
  std::optional<GameRecord> play(Worker& worker, const Fixture& fixture);
  /// False: no further game.
  bool count(const Fixture& fixture, const GameRecord& record);
  void send_home(Worker& worker, const Fixture& fixture, GameRecord& record);
  void tell(const std::string& name, const std::string& text);

  const RunnerSettings settings_;
  const Schedule& schedule_;
  const AgentFactory factory_;
  const Events events_;
  std::vector<int> todo_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::mutex mutex_;
  std::condition_variable done_;
  std::size_t next_ = 0;
  int running_ = 0;
  std::atomic<bool> abort_{false};
};

}  // namespace rookery::match
