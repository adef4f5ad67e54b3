// Thinker: a borrowed agent for callers that look when they are woken, as screens do.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "play/agent_pool.h"

namespace rookery::play {

/// Used from one thread; no call waits for the agent. `wake` is called on the agent's thread (in
/// start(), if no agent can be had), at most ten times a second for reports and once for the
/// decision; it must not call back into the Thinker.
class Thinker {
 public:
  /// The agent is borrowed at the first start(), and made on its own thread. If it cannot be had,
  /// that is the result.
  Thinker(AgentPool pool, PlayerSpec player, std::function<void()> wake);

  /// Cancels whatever was going on.
  void start(const chess::Game& game, const search::Limits& limits);
  /// Asks for the decision now; take_result() will have it soon.
  void move_now();
  /// Stops and forgets.
  void cancel();

  /// From start() until the decision is taken or canceled.
  bool is_busy() const { return busy_; }
  /// The newest report about the best line, also after the decision, until the next start().
  std::optional<search::SearchInfo> latest_info() const;
  /// The newest report of each line, best line first; as long kept.
  std::vector<search::SearchInfo> lines() const;
  /// The decision, once.
  std::optional<search::SearchResult> take_result();

 private:
  /// What the agent's thread has told.
  struct News {
    std::function<void()> wake;
    std::mutex mutex;
    std::vector<search::SearchInfo> lines;  ///< by number; those not told yet have no moves
    std::optional<search::SearchResult> result;
    std::chrono::steady_clock::time_point last_wake{};
  };
  static void note(News& news, const search::SearchInfo& info);
  static void conclude(News& news, search::SearchResult result);

  std::shared_ptr<News> news_ = std::make_shared<News>();
  const AgentPool pool_;
  const PlayerSpec player_;
  std::unique_ptr<AgentPool::Loan> agent_;
  bool busy_ = false;
};

}  // namespace rookery::play
