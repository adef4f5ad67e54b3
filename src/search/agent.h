// Agent: everything that can choose a move — classic AIs, the flagship, external engines, people.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/game.h"
#include "eval/breakdown.h"
#include "search/control.h"
#include "search/limits.h"
#include "search/option.h"
#include "search/search_info.h"
#include "search/trace.h"

namespace rookery::search {

/// Not thread-safe: one caller at a time, except that Control may be used from another thread while
/// think() runs.
class Agent {
 public:
  virtual ~Agent() = default;
  virtual std::string_view name() const = 0;
  /// Forget what was learned from earlier positions.
  virtual void new_game() {}
  /// Blocks until the decision. Never throws. Reports go to `sink` on the calling thread.
  virtual SearchResult think(const chess::Game& game, const Limits& limits, Control& control,
                             InfoSink& sink) = 0;
  /// The static evaluation of a position, term by term; none if the agent has no evaluation.
  virtual std::optional<eval::Breakdown> explain(const chess::Position& /*position*/) const {
    return std::nullopt;
  }
  /// The name of the network that judges its positions; empty if none does.
  virtual std::string network() const { return ""; }
  /// From another thread, when think() does not heed Control: ends the program behind an external
  /// engine, so that think() returns. False if there is none to end.
  virtual bool kill() { return false; }
  /// Record the tree of each search from now on (null: stop recording). Not while thinking. False
  /// if the agent cannot.
  virtual bool record(SearchTrace* /*trace*/) { return false; }
  /// Starts what must run before the agent can tell its options: the program behind an external
  /// engine. Otherwise it starts when it is needed.
  virtual Result<Ok, Error> start() { return Ok{}; }
  /// Ends what start() started; returns what there is to tell of its end: "stall: ..." for a
  /// program that had to be killed.
  virtual std::optional<std::string> quit() { return std::nullopt; }

  virtual std::vector<OptionSpec> options() {
    std::vector<OptionSpec> specs;
    for (Option& option : option_table()) specs.push_back(std::move(option.spec));
    return specs;
  }
  /// Not while thinking. The error says what was wrong and what is expected.
  virtual Result<Ok, Error> set_option(std::string_view option, std::string_view value) {
    return search::set_option(option_table(), "agent " + std::string(name()), option, value);
  }

 protected:
  /// Everything that can be set.
  virtual std::vector<Option> option_table() { return {}; }
};

using MadeAgent = Result<std::unique_ptr<Agent>, Error>;
using AgentMaker = std::function<MadeAgent()>;

}  // namespace rookery::search
