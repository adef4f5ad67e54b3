// QueuedSpsa: the iterations of SPSA, played by whoever works for a queue.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cluster/job_store.h"
#include "cluster/wire.h"

namespace rookery::cluster {

/// The test grows by one iteration at a time, so that its detail is that of all open units.
class QueuedSpsa {
 public:
  /// `spec` has all games of all iterations, two players and `pairs` pairs for each. The same spec
  /// again is the same test.
  static Stored<std::unique_ptr<QueuedSpsa>> submit(JobStore& store, const QueuedMatchSpec& spec,
                                                    NewTest test, int pairs);

  struct Played {
    double result = 0;  ///< games won minus lost by the first player
    std::vector<std::string> faults;
  };
  /// Puts the iteration into the queue; none until all of it was played.
  Stored<std::optional<Played>> play(int iteration, const SpsaDetail& detail);
  Stored<Ok> end(const std::string& why);
  const TestRecord& record() const { return record_; }

 private:
  QueuedSpsa(JobStore& store, QueuedMatchSpec spec, TestRecord record, int pairs);
  std::optional<std::string> take(const StoredResult& result);

  JobStore& store_;
  const QueuedMatchSpec spec_;
  const match::Schedule schedule_;
  TestRecord record_;
  const int pairs_;
  std::int64_t cursor_ = 0;
  int purges_ = 0;
  std::map<std::int64_t, std::vector<GameSummary>> units_;
};

}  // namespace rookery::cluster
