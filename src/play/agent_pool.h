// AgentPool: agents for everybody who asks, within what the whole program may use.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "play/player_spec.h"
#include "search/agent_runner.h"

namespace rookery::play {

/// The one kind of factory: from who plays to an agent. `make_agent` of play/roster.h is one.
using AgentFactory = std::function<search::MadeAgent(const PlayerSpec& player)>;

/// Bounds for the whole program: a server's many games, a review and hints share one pool.
struct PoolLimits {
  int agents = 64;             ///< lent and kept together
  int searches = 2;            ///< in flight at a time; more wait in the order they came
  std::size_t hash_mb = 1024;  ///< sum over lent and kept agents
  int threads = 8;             ///< sum of the option Threads over searches in flight
  /// The same for questions without an end, which are counted apart: nobody who waits for a move
  /// waits for them.
  int endless_threads = 24;

  /// For one person at their own machine, who asked for just these agents.
  static PoolLimits none();
};

/// Lends agents by spec. An agent that comes back is kept for the next who wants the same player
/// (after a new_game), as long as there is room; the one kept longest goes first. One that failed
/// is not kept.
///
/// Copies are the same pool. Thread-safe. No call waits for an agent. The last copy may go before
/// the loans: they go on, and their agents then end instead of coming back.
class AgentPool {
 public:
  /// One agent, for one game or one question. Destroyed, it stops its search and gives the agent
  /// back; nothing is heard of it afterwards.
  class Loan {
   public:
    ~Loan();
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;

    /// As AgentRunner::ask, and with its promises; but the question may wait for its turn, while
    /// its clock, if it has one, runs (Limits::received is set). Forgets the question before.
    void ask(chess::Game game, search::Limits limits, search::AgentRunner::OnInfo on_info,
             search::AgentRunner::OnResult on_result);
    /// Decide now; a question that still waits for its turn is answered as soon as it has it.
    void stop();
    void ponder_hit();
    /// Stops; no answer comes.
    void forget();
    const PlayerSpec& player() const { return player_; }

   private:
    friend class AgentPool;
    struct State;
    Loan(std::shared_ptr<State> state, PlayerSpec player);
    std::shared_ptr<State> state_;
    PlayerSpec player_;
  };

  explicit AgentPool(AgentFactory factory, PoolLimits limits = {});
  /// Everybody of the roster, for one person at their own machine.
  AgentPool();

  /// The error says which bound is reached, in words for a person. The agent itself is made at its
  /// first question, on its own thread; a failure to make it is that question's answer.
  Result<std::unique_ptr<Loan>, Error> borrow(const PlayerSpec& player) const;

  /// Whether this player would begin at once with a question without an end (Limits::infinite), and
  /// a quarter of the memory would be left for those who play; `is_lent`: the agent is there.
  bool has_room_for_endless(const PlayerSpec& player, bool is_lent) const;

  /// What is in use, for a status page.
  struct Usage {
    int lent = 0, kept = 0, searching = 0, queued = 0;
    std::size_t hash_mb = 0;
    int threads = 0;          ///< of the searches in flight that have an end
    int endless_threads = 0;  ///< of those that have none
  };
  Usage usage() const;

 private:
  struct Core;
  std::shared_ptr<Core> core_;  // closes the pool with its last copy
};

/// The hash memory and threads that a player will take, from its settings or the agent's defaults.
struct Needs {
  std::size_t hash_mb = 0;
  int threads = 1;
};
Needs needs_of(const PlayerSpec& player);

}  // namespace rookery::play
