// MatchView: a match as those see it who watch, wherever its games are played.
#pragma once

#include <string>
#include <vector>

#include "match/spec.h"
#include "match/standings.h"

namespace rookery::match {

class MatchView {
 public:
  virtual ~MatchView() = default;
  virtual const MatchSpec& spec() const = 0;
  virtual const Schedule& schedule() const = 0;
  virtual Standings standings() const = 0;
  /// The faults of players since the last call, a text of several lines each.
  virtual std::vector<std::string> take_faults() = 0;
};

}  // namespace rookery::match
