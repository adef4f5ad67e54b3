#include "cluster/queue_json.h"

#include <algorithm>

#include "json/door.h"
#include "match/report.h"

namespace rookery::cluster {

using json::Value;

bool is_idle(const WorkerRecord& w) {
  constexpr std::int64_t kLong = 30 * 60'000;
  return w.leased_units > 0 && w.last_seen - w.oldest_lease > kLong &&
         w.last_seen - w.last_result > kLong;
}

Value worker_info(const WorkerRecord& w) {
  const auto parsed = json::parse_untrusted(w.info, {.bytes = 4000, .depth = 2, .values = 50});
  Value info = Value::object();
  if (!parsed) return info;
  json::Fields fields(*parsed, "info");
  info["nps"] = fields.optional_integer("nps", 0, INT64_MAX).value_or(0);
  info["bench"] = fields.optional_integer("bench", 0, INT64_MAX).value_or(0);
  info["version"] = fields.optional_text("version", 100).value_or("");
  return info;
}

Value to_json(const TestRecord& t) {
  return {{"test", t.id},
          {"kind", t.kind},
          {"name", t.name},
          {"state", t.state},
          {"why", t.why},
          {"priority", t.priority},
          {"share", t.share},
          {"tags", t.tags},
          {"units", t.units},
          {"done", t.done},
          {"threads", t.leased_threads},
          {"created_ms", t.created},
          {"ended_ms", t.ended}};
}

Value to_json(const WorkerRecord& w) {
  Value out = {{"worker", w.id},
               {"name", w.name},
               {"tags", w.tags},
               {"threads", w.threads},
               {"last_seen_ms", w.last_seen},
               {"last_result_ms", w.last_result},
               {"results", w.results},
               {"refused", w.refused},
               {"units", w.leased_units},
               {"idle", is_idle(w)},
               {"note", w.note}};
  out.update(worker_info(w));
  if (w.aside) out["aside"] = *w.aside;
  return out;
}

Value to_json(const QueuedMatch& match, const std::vector<WorkerRecord>& workers) {
  Value out = to_json(match.record());
  out["result"] = Value::parse(match::json_report(match.spec().players, match.schedule(),
                                                  match.standings(), match.spec().sprt));
  out["ends"] = match.terminations();
  out["workers"] = Value::array();
  const auto suspects = outliers(match.contributions());
  for (const auto& [id, b] : match.contributions()) {
    Value w = {{"worker", id},           {"name", ""},          {"games", b.games},
               {"pentanomial", b.pairs}, {"faults", b.faults},  {"time_losses", b.time_losses},
               {"nodes", b.nodes},       {"time_ms", b.time_ms}};
    for (const WorkerRecord& record : workers)
      if (record.id == id) w["name"] = record.name;
    for (const Outlier& o : suspects)
      if (o.worker == id) w["chance"] = o.probability;
    out["workers"].push_back(std::move(w));
  }
  return out;
}

}  // namespace rookery::cluster
