// MoveMaker: what one game does without holding up its own thread: thinking and posting moves.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <variant>

#include "lichess/api.h"
#include "search/agent_runner.h"

namespace rookery::lichess {

struct ThinkDone {
  int ticket = 0;
  search::SearchResult result;
};
struct PostDone {
  int ticket = 0;
  HttpReply reply;
};

/// One task at a time, for one caller. A task's end is reported on another thread, unless it was
/// canceled before; the ticket tells which task it was.
class MoveMaker {
 public:
  using Report = std::function<void(std::variant<ThinkDone, PostDone>)>;
  MoveMaker(Api& api, std::string game, Report report);
  ~MoveMaker();
  MoveMaker(const MoveMaker&) = delete;

  /// For a new game. Only while idle.
  void set_agent(std::unique_ptr<search::Agent> agent);
  int think(chess::Game game, search::Limits limits);
  int post(std::string uci, bool offer_draw);

  /// Decide now.
  void stop_thinking();
  void ponder_hit();
  /// Drops the task, if there is one. Waits for a post to be called back, never for the agent.
  void cancel();

 private:
  struct PostTask {
    int ticket = 0;
    std::string uci;
    bool offer_draw = false;
  };
  void post_moves();

  Api& api_;
  const std::string game_;
  const Report report_;
  std::unique_ptr<search::AgentRunner> agent_;
  search::AgentRunner::Ticket question_ = 0;
  int ticket_ = 0;

  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::optional<PostTask> task_;
  std::stop_source stop_;
  bool posting_ = false;
  bool quit_ = false;
  std::thread poster_;
};

}  // namespace rookery::lichess
