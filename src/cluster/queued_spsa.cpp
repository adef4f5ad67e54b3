#include "cluster/queued_spsa.h"

#include <fmt/format.h>

#include "base/sha256.h"

namespace rookery::cluster {

namespace {

using Kind = StoreError::Kind;

}  // namespace

QueuedSpsa::QueuedSpsa(JobStore& store, QueuedMatchSpec spec, TestRecord record, int pairs)
    : store_(store),
      spec_(std::move(spec)),
      schedule_(spec_.plan.schedule()),
      record_(std::move(record)),
      pairs_(pairs),
      purges_(record_.purges) {}

Stored<std::unique_ptr<QueuedSpsa>> QueuedSpsa::submit(JobStore& store, const QueuedMatchSpec& spec,
                                                       NewTest test, int pairs) {
  json::Value value = to_json(spec);
  test.spec = json::to_text(value);
  for (const char* const passing : {"date", "speed"}) value.erase(passing);
  test.token = sha256(test.kind + json::to_text(value) + test.tags + std::to_string(pairs));
  const auto id = store.submit(test);
  if (!id) return Unexpected{id.error()};
  auto record = store.test(*id);
  if (!record) return Unexpected{record.error()};
  if (!*record) return Unexpected{StoreError{Kind::broken, "the test is gone"}};
  return std::unique_ptr<QueuedSpsa>(new QueuedSpsa(store, spec, std::move(**record), pairs));
}

Stored<std::optional<QueuedSpsa::Played>> QueuedSpsa::play(int iteration,
                                                           const SpsaDetail& detail) {
  auto record = store_.test(record_.id);
  if (!record) return Unexpected{record.error()};
  if (!*record) return Unexpected{StoreError{Kind::broken, "the test is gone"}};
  record_ = std::move(**record);
  if (record_.purges != purges_) {
    purges_ = record_.purges;
    cursor_ = 0;
    units_.clear();
  }
  const std::int64_t first = std::int64_t{iteration} * pairs_, end = first + pairs_;
  if (record_.units < end)
    if (auto grown = store_.extend(record_.id, end, json::to_text(to_json(detail))); !grown)
      return Unexpected{grown.error()};
  auto page = store_.results_after(record_.id, cursor_);
  if (!page) return Unexpected{page.error()};
  for (const StoredResult& result : page->results) {
    const auto problem = take(result);
    if (!problem) continue;
    const std::string reason =
        fmt::format("unit {} of test {}: {}", result.unit, record_.id, *problem);
    if (auto aside = store_.set_aside(result.worker, reason); !aside)
      return Unexpected{aside.error()};
    if (auto purged = store_.purge(result.worker, record_.id, reason); !purged)
      return Unexpected{purged.error()};
    return std::optional<Played>();
  }
  cursor_ = page->cursor;
  Played played;
  for (std::int64_t unit = first; unit < end; ++unit) {
    const auto found = units_.find(unit);
    if (found == units_.end()) return std::optional<Played>();
    double sum = 0;
    bool faulty = false;
    for (const GameSummary& game : found->second) {
      const double points = schedule_.fixture(game.game).white == 0 ? game.points : 1 - game.points;
      sum += 2 * points - 1;
      faulty |= !game.fault.empty();
      if (!game.fault.empty()) played.faults.push_back(game.fault);
    }
    // A game lost to a busy machine says nothing about the numbers.
    if (!faulty) played.result += sum;
  }
  return std::optional(std::move(played));
}

std::optional<std::string> QueuedSpsa::take(const StoredResult& result) {
  auto games = spec_.games_in(result, schedule_);
  if (!games) return games.error().message;
  units_.emplace(result.unit, std::move(*games));
  return std::nullopt;
}

Stored<Ok> QueuedSpsa::end(const std::string& why) {
  auto ended = store_.change_state(record_.id, {"running", "paused"}, "ended", why);
  if (!ended) return Unexpected{ended.error()};
  return Ok{};
}

}  // namespace rookery::cluster
