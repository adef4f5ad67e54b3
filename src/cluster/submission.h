// Putting a match into a queue: what it takes besides the match itself.
#pragma once

#include "cluster/queued_match.h"

namespace rookery::cluster {

struct SubmissionOptions {
  std::string tags;
  int priority = 0;
  double share = 1;
  double speed = 0;  ///< nodes a second for which time controls are meant; 0 = this machine's
};

/// What workers need to play it. Puts openings and networks into the store; each player is proved
/// by a few searches.
Result<QueuedMatchSpec, Error> make_queued(match::MatchSpec match,
                                           const std::vector<match::Opening>& openings,
                                           double speed, JobStore& store);

/// The same match again is the same test. Refuses more games than there are openings for: none is
/// played twice in a test.
Result<std::unique_ptr<QueuedMatch>, Error> submit_match(
    JobStore& store, match::MatchSpec match, const std::vector<match::Opening>& openings,
    const SubmissionOptions& options);

}  // namespace rookery::cluster
