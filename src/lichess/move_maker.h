// MoveMaker: the thread of one game that thinks and posts moves, so that the game's own thread can
// always listen.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <variant>

#include "lichess/api.h"
#include "search/agent.h"

namespace rookery::lichess {

struct ThinkDone {
  int ticket = 0;
  search::SearchResult result;
};
struct PostDone {
  int ticket = 0;
  HttpReply reply;
};

/// One task at a time, for one caller. A task's end is reported on the maker's thread, unless it
/// was canceled before; the ticket tells which task it was.
class MoveMaker {
 public:
  using Report = std::function<void(std::variant<ThinkDone, PostDone>)>;
  MoveMaker(Api& api, std::string game, Report report);
  ~MoveMaker();
  MoveMaker(const MoveMaker&) = delete;

  /// Only while idle.
  void set_agent(std::unique_ptr<search::Agent> agent);
  int think(chess::Game game, search::Limits limits);
  int post(std::string uci, bool offer_draw);

  /// Decide now.
  void stop_thinking() { control_.stop(); }
  void ponder_hit() { control_.ponder_hit(); }
  /// Drops the task, if there is one, and waits until the thread is idle.
  void cancel();

 private:
  struct ThinkTask {
    chess::Game game;
    search::Limits limits;
  };
  struct PostTask {
    std::string uci;
    bool offer_draw = false;
  };
  using Task = std::variant<std::monostate, ThinkTask, PostTask>;
  int start(Task task);
  void run();

  Api& api_;
  const std::string game_;
  const Report report_;
  std::unique_ptr<search::Agent> agent_;
  search::Control control_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  Task task_;
  std::stop_source stop_;
  int ticket_ = 0;
  bool busy_ = false;
  bool quit_ = false;
  std::thread thread_;
};

}  // namespace rookery::lichess
