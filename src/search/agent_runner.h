// AgentRunner: an agent on a thread of its own, for callers that must never wait for it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "base/result.h"
#include "search/agent.h"

namespace rookery::search {

/// One question at a time, asked from any thread. No call waits for the agent, not even the
/// destructor.
///
/// Callbacks come on the agent's thread, one at a time, and only for the newest question: once
/// ask(), forget() or the destructor has returned, nothing of an older one is heard any more. They
/// must be short, and must not call the runner (put the answer somewhere and wake whoever waits).
///
/// An agent that has not answered 5 s after it was told to stop is given up: a program is killed,
/// an agent of this process is left behind on its thread and counted. A question that still stands
/// gets a failure; the next one gets a new agent if there is a maker.
class AgentRunner {
 public:
  using Ticket = std::uint64_t;  ///< never 0
  using OnInfo = std::function<void(const SearchInfo&)>;
  using OnResult = std::function<void(SearchResult)>;

  static constexpr Milliseconds kPatience{5'000};

  /// The agent is made on its own thread at the first question, so that a screen can be drawn
  /// before a network is loaded or an engine is started. `make` may be called after the runner is
  /// gone, and has to own what it reads.
  explicit AgentRunner(AgentMaker make, Milliseconds patience = kPatience);
  explicit AgentRunner(std::unique_ptr<Agent> agent, Milliseconds patience = kPatience);
  ~AgentRunner();
  AgentRunner(const AgentRunner&) = delete;
  AgentRunner& operator=(const AgentRunner&) = delete;

  /// Forgets the question before, whose search is stopped. `on_info` hears every line of every
  /// MultiPV; if it is empty the agent need not report. `on_progress` as in InfoSink. Should no
  /// thread be had, `on_result` hears of it before this returns. One that runs out of memory
  /// (bad_alloc) is called again, with a failure.
  Ticket ask(chess::Game game, Limits limits, OnInfo on_info, OnResult on_result,
             OnInfo on_progress = {});
  /// Work that belongs between the questions: new_game, options, a measurement. Queued like one.
  /// `on_done` hears why it was not done, if so.
  using OnDone = std::function<void(const std::optional<std::string>& failure)>;
  Ticket perform(std::function<void(Agent&, Control&)> work, OnDone on_done);

  /// The next question belongs to a new game: Agent::new_game comes before it, on the agent's
  /// thread.
  void new_game();

  /// Decide now: the answer comes soon. Nothing happens if the ticket is old.
  void stop(Ticket ticket);
  void ponder_hit(Ticket ticket);
  /// Stops whatever is going on; no answer comes.
  void forget();

  bool is_busy() const;
  /// The agent, for its options and explanations, while no question is open; else null, also before
  /// it was made and after it was given up. Valid until the next question.
  Agent* idle_agent();

  /// Agents of this process that were given up and still run.
  static int left_behind();
  /// For the end of the program: gives those that were told to stop a moment to put their things
  /// away and kills the programs of the others. False: threads still run, and the process should
  /// end without destroying what they may use (std::_Exit).
  static bool wind_up(Milliseconds moment = Milliseconds(200));

 private:
  struct Core;
  std::shared_ptr<Core> core_;
};

}  // namespace rookery::search
