// `rookery match --queue` and the like: the games are played by workers, wherever they are.
#pragma once

#include <string>
#include <vector>

#include "cli/arena.h"
#include "cluster/job_store.h"
#include "match/spec.h"

namespace rookery::cli {

void add_queue_options(Parser& parser, QueueOptions& options);

/// For its owner. Prints what is wrong and ends the command if it cannot be reached.
Result<std::unique_ptr<cluster::JobStore>, Error> open_queue(const std::string& url);

/// Puts the match into the queue, or finds it there, and shows it to its end; the exit status.
int run_queued_arena(const ArenaOptions& options, match::MatchSpec spec,
                     std::vector<match::Opening> openings);

}  // namespace rookery::cli
