// What is in a queue, as JSON: for `rookery queue --json` and for the page.
#pragma once

#include "cluster/job_store.h"
#include "cluster/queued_match.h"
#include "json/value.h"

namespace rookery::cluster {

/// That chance alone makes such results; less is worth a look.
inline constexpr double kSuspicious = 0.001;

/// Alive but without a result for long.
bool is_idle(const WorkerRecord& worker);
/// {"nps", "bench", "version"}, as a worker says them of itself; empty if it says nothing.
json::Value worker_info(const WorkerRecord& worker);

json::Value to_json(const TestRecord& test);
json::Value to_json(const WorkerRecord& worker);
/// The test with its "result" (as `rookery match --json` prints it), "ends" and "workers".
json::Value to_json(const QueuedMatch& match, const std::vector<WorkerRecord>& workers);

}  // namespace rookery::cluster
