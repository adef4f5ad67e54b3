// `rookery selfplay --queue`: workers play, the files grow here.
#pragma once

#include <string>

#include "cli/arena.h"
#include "cluster/job_store.h"
#include "train/selfplay.h"

namespace rookery::cli {

/// What the end of a run says.
struct SelfplayTotals {
  std::uint64_t games = 0, positions = 0, kept = 0;
};
/// Puts the games into the queue, or finds them there, and writes them to `folder` as they come.
/// `player` is what the user typed; `options.games` are those of each of `files` files.
Result<SelfplayTotals, Error> run_queued_selfplay(const QueueOptions& queue,
                                                  const std::string& folder, int files,
                                                  const std::string& player,
                                                  const train::SelfplayOptions& options);
/// What is there of a test; the exit status.
int export_selfplay(cluster::JobStore& store, const cluster::TestRecord& test,
                    const std::string& folder);

}  // namespace rookery::cli
