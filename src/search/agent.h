// Agent: everything that can choose a move — classic AIs, the flagship, external engines, people.
#pragma once

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
#include "search/search_info.h"
#include "search/trace.h"

namespace rookery::search {

/// A setting an agent offers, in UCI's terms.
struct OptionSpec {
  enum class Type { check, spin, combo, button, string };
  std::string name;
  Type type = Type::string;
  std::string default_value;
  int min = 0, max = 0;              ///< spin
  std::vector<std::string> choices;  ///< combo
};

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
  /// From another thread, when think() does not heed Control: ends the program behind an external
  /// engine, so that think() returns. False if there is none to end.
  virtual bool kill() { return false; }
  /// Record the tree of each search from now on (null: stop recording). Not while thinking. False
  /// if the agent cannot.
  virtual bool record(SearchTrace* /*trace*/) { return false; }
  virtual std::vector<OptionSpec> options() const { return {}; }
  /// Not while thinking. The error says what was wrong and what is expected.
  virtual Result<Ok, Error> set_option(std::string_view option, std::string_view /*value*/) {
    return Unexpected{
        Error{"agent " + std::string(name()) + " has no option '" + std::string(option) + "'"}};
  }
};

}  // namespace rookery::search
