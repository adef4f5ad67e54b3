// SelfplayCollector: brings the games of a queued self-play home, into the files that one machine
// would have written.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cluster/job_store.h"
#include "cluster/wire.h"
#include "train/data.h"

namespace rookery::cluster {

class SelfplayCollector {
 public:
  /// The same spec again is the same test.
  static Stored<Id> submit(JobStore& store, const QueuedSelfplay& spec, NewTest test);
  /// Goes on with the files in `folder`, or begins them.
  static Stored<std::unique_ptr<SelfplayCollector>> open(JobStore& store, Id test,
                                                         const std::string& folder);

  /// Writes what has come since, in order; true once all games are in the files. With `decide` ends
  /// the test then, and takes out whoever sent what are no games.
  Stored<bool> fetch(bool decide);

  const TestRecord& record() const { return record_; }
  std::uint64_t games() const;  ///< in the files
  std::uint64_t earlier() const { return earlier_; }
  std::uint64_t wanted() const {
    return spec_.options.games * static_cast<std::uint64_t>(spec_.files);
  }
  std::uint64_t positions() const { return positions_; }
  std::uint64_t kept() const { return kept_; }

 private:
  SelfplayCollector(JobStore& store, QueuedSelfplay spec, TestRecord record)
      : store_(store), spec_(std::move(spec)), record_(std::move(record)) {}
  Stored<Ok> fetch_file(int file, bool decide);

  JobStore& store_;
  const QueuedSelfplay spec_;
  TestRecord record_;
  std::vector<train::GameWriter> writers_;
  std::uint64_t earlier_ = 0, positions_ = 0, kept_ = 0;
};

}  // namespace rookery::cluster
