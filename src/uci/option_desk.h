// OptionDesk: the options of a UCI engine, its own and those of whichever agent thinks.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "search/agent.h"
#include "uci/words.h"

namespace rookery::uci {

/// What follows `setoption`.
struct SetOption {
  std::string name, value;
};
Result<SetOption, Error> parse_set_option(Words words);

class OptionDesk {
 public:
  explicit OptionDesk(std::vector<search::Option> own) : own_(std::move(own)) {}

  /// An "option" line for each that chess GUIs are told of.
  std::vector<std::string> announce() const;
  /// Another agent thinks from now on: what was set for agents before is set in it. Returns what
  /// it did not take.
  std::vector<Error> take_over(search::Agent& agent);
  Result<Ok, Error> set(search::Agent& agent, const SetOption& option);

 private:
  const std::vector<search::Option> own_;
  std::vector<search::OptionSpec> offered_;  // by the agent
  std::vector<search::OptionSpec> known_;    // of every agent so far
  std::map<std::string, std::string> settings_;
};

}  // namespace rookery::uci
