// Work: what a test asks of a machine, unit by unit.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cluster/job_store.h"
#include "search/agent.h"

namespace rookery::cluster {

/// A thread that plays, and how another one breaks it off: sets `abort`, then calls control.stop().
struct Hand {
  search::Control control;
  std::atomic<bool> abort{false};
};

/// Of one thread: agents that are kept from unit to unit.
class Player {
 public:
  virtual ~Player() = default;
  /// None if it was broken off; an error if this machine cannot.
  virtual Result<std::optional<UnitResult>, Error> play(std::int64_t unit,
                                                        const std::string& detail) = 0;
};

class Work {
 public:
  virtual ~Work() = default;
  /// Hashes of what it needs from the store.
  virtual std::vector<std::string> files() const = 0;
  /// Before the first unit: is everything here, and the same as elsewhere? Takes a moment.
  virtual Result<Ok, Error> prove() = 0;
  virtual std::unique_ptr<Player> make_player(Hand& hand) = 0;
};

struct WorkNeeds {
  /// Where a file that was fetched is, by hash. Called by those who play.
  std::function<Result<std::string, Error>(const std::string& hash)> file;
  double nps = 0;  ///< this machine's
};

/// The spec is another's: the error says what cannot be done.
Result<std::unique_ptr<Work>, Error> make_work(const std::string& kind, const std::string& spec,
                                               const WorkNeeds& needs);

}  // namespace rookery::cluster
