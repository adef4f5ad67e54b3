// Thinking: an agent's searches with the manners of UCI: one bestmove for each `go`, and not before
// the GUI wants it.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "chess/game.h"
#include "search/agent_runner.h"

namespace rookery::uci {

/// One `go`.
struct Question {
  chess::Game game;
  search::Limits limits;
  chess::Move book_move;  ///< null: the agent thinks
  bool show_wdl = false;
};

/// Each line of the text as an `info string`.
std::string complaint(std::string_view text);

/// Driven by one thread. What is to be said goes to `send`, whole lines, from any thread.
class Thinking {
 public:
  using Send = std::function<void(std::string_view lines)>;

  explicit Thinking(Send send) : send_(std::move(send)) {}
  ~Thinking() { finish(); }
  Thinking(const Thinking&) = delete;
  Thinking& operator=(const Thinking&) = delete;

  // Not while busy; see finish().
  void set_agent(std::unique_ptr<search::Agent> agent);
  /// Null if it heeded nothing any more and was given up.
  search::Agent* agent();
  void go(Question question);
  void count_moves(const chess::Game& game, int depth);
  /// The text that `work` returns is sent.
  void perform(std::function<std::string(search::Control&)> work);

  void stop();
  void ponder_hit();
  /// Stops what goes on; its answer is out when this returns.
  void finish();
  /// Waits for the answer, at most so long; none: as long as it takes.
  void wait(std::optional<search::Milliseconds> time = std::nullopt);

  bool is_busy() const;
  /// Busy, and told to stop.
  bool is_stopping() const;
  bool is_pondering() const;

 private:
  class Reporter;
  void begin(bool infinite, bool ponder);
  /// There is nothing to wait for.
  void abandon();
  /// Sends it, or keeps it until the GUI may hear it.
  void answer(std::string text);
  /// The lock is held.
  void send_answer_if_wanted();

  const Send send_;
  std::unique_ptr<search::AgentRunner> runner_;
  search::AgentRunner::Ticket ticket_ = 0;

  mutable std::mutex mutex_;  // guards all below
  std::condition_variable answered_;
  bool busy_ = false, stopped_ = false, infinite_ = false, pondering_ = false;
  std::optional<std::string> answer_;
};

}  // namespace rookery::uci
