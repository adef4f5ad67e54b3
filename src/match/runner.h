// Runner: plays the games of a source on several threads.
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
#include "match/source.h"

namespace rookery::match {

/// What this machine ran out of: a game that is lost because no further process could be started is
/// nobody's loss.
std::optional<std::string> lack_behind(const play::PlayedGame& game);

struct RunnerSettings {
  std::vector<Player> players;
  std::function<Opening(const Fixture&)> opening;  ///< called by several threads at once
  GameRules rules;
  std::function<search::MadeAgent(const Player&)> make_agent;  ///< as well
  int concurrency = 1;
  /// Every position of every game, for those who look on; called by several threads at once.
  std::function<void(const Fixture&, const chess::Game&)> watch = {};
};

/// Each thread plays one game at a time with agents of its own, which it keeps from game to game.
/// An in-process agent thinks on that thread. Where memory, threads or processes run out, fewer
/// games are played at a time, and those that could not be played are given back to the source.
class Runner {
 public:
  /// Something to tell outside of a game: an engine that crashed when told to quit. One call at a
  /// time.
  using Incident = std::function<void(const std::string&)>;

  Runner(RunnerSettings settings, GameSource& source, Incident incident);
  ~Runner();

  void start();
  /// Waits for the end, at most `time`; true if it has come.
  bool wait(std::chrono::milliseconds time);
  /// Breaks off the running games, which are given back. Call wait() until it is true.
  void stop();
  /// What the machine ran out of, if that ended the run before its time; once wait() was true.
  const std::optional<std::string>& lack() const { return lack_; }

 private:
  struct Worker {
    std::thread thread;
    search::Control control;
    std::vector<std::unique_ptr<search::Agent>> agents;
  };
  void work(Worker& worker);
  void play_games(Worker& worker, std::optional<Fixture>& fixture);
  std::optional<Fixture> claim();
  std::optional<play::PlayedGame> play(Worker& worker, const Fixture& fixture);
  void send_home(Worker& worker, const Fixture& fixture, play::PlayedGame& game);
  void tell(const std::string& text);

  const RunnerSettings settings_;
  GameSource& source_;
  const Incident incident_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::mutex mutex_;
  std::condition_variable done_;
  int running_ = 0;
  std::optional<std::string> lack_;
  std::atomic<bool> abort_{false};
};

}  // namespace rookery::match
