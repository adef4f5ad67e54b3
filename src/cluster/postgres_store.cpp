#include <fmt/format.h>

#include <charconv>

#include "cluster/postgres_schema.h"
#include "cluster/sql_store.h"

namespace rookery::cluster {
namespace {

using Kind = StoreError::Kind;

/// "{1,2,3}".
std::vector<std::int64_t> numbers_of(const std::string& list) {
  std::vector<std::int64_t> numbers;
  for (const char *at = list.data(), *end = at + list.size(); at < end;) {
    std::int64_t number = 0;
    const auto read = std::from_chars(at, end, number);
    if (read.ec == std::errc{}) numbers.push_back(number);
    at = read.ec == std::errc{} ? read.ptr : at + 1;
  }
  return numbers;
}

template <class Range, class Text>
std::string list_of(const Range& range, const Text& text) {
  std::vector<std::string> items;
  for (const auto& item : range) items.push_back(text(item));
  return postgres_list(items);
}

std::string bytea_text(const std::string& bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text = "\\x";
  text.reserve(2 + 2 * bytes.size());
  for (const char c : bytes) {
    text += kDigits[static_cast<unsigned char>(c) >> 4];
    text += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return text;
}

LeaseState lease_state_of(std::string_view text) {
  return text == "valid"    ? LeaseState::valid
         : text == "paused" ? LeaseState::paused
         : text == "ended"  ? LeaseState::ended
                            : LeaseState::stale;
}

/// Workers call the functions of postgres_schema.cpp, which is all that their role may do.
class PostgresStore final : public SqlStore {
 public:
  using SqlStore::SqlStore;

  Stored<Id> register_worker(const WorkerRecord& w) override {
    auto rows = run("select rookery.register_worker($1, $2, $3, $4, $5, $6)",
                    {w.instance, w.secret, w.name, w.tags, w.info, std::int64_t{w.threads}});
    if (!rows) return Unexpected{rows.error()};
    return rows->integer(0, 0);
  }

  Stored<std::optional<Lease>> claim(const WorkerKey& key, int want, Milliseconds time,
                                     std::span<const Id> except) override {
    auto rows = run("select * from rookery.claim($1, $2, $3, $4, $5)",
                    {key.id, key.secret, std::int64_t{want}, std::int64_t{time.count()},
                     list_of(except, [](Id id) { return std::to_string(id); })});
    if (!rows) return Unexpected{rows.error()};
    if (rows->empty()) return std::optional<Lease>();
    Lease lease;
    lease.job = rows->integer(0, 0);
    lease.generation = static_cast<int>(rows->integer(0, 1));
    lease.key = rows->text(0, 2);
    lease.test = rows->integer(0, 3);
    lease.detail = rows->text(0, 4);
    lease.units = numbers_of(rows->text(0, 5));
    return std::optional(std::move(lease));
  }

  Stored<std::vector<LeaseState>> beat(const WorkerKey& key, std::span<const Lease> leases,
                                       Milliseconds time) override {
    auto rows = run("select unnest(rookery.beat($1, $2, $3, $4, $5, $6))",
                    {key.id, key.secret, std::int64_t{time.count()},
                     list_of(leases, [](const Lease& l) { return std::to_string(l.job); }),
                     list_of(leases, [](const Lease& l) { return std::to_string(l.generation); }),
                     list_of(leases, [](const Lease& l) { return l.key; })});
    if (!rows) return Unexpected{rows.error()};
    std::vector<LeaseState> states;
    for (std::size_t i = 0; i < rows->size(); ++i)
      states.push_back(lease_state_of(rows->text(i, 0)));
    states.resize(leases.size(), LeaseState::stale);
    return states;
  }

  Stored<LeaseState> complete(const WorkerKey& key, const Lease& lease,
                              std::span<const UnitResult> results) override {
    auto rows = run("select rookery.complete($1, $2, $3, $4, $5, $6, $7, $8)",
                    {key.id, key.secret, lease.job, std::int64_t{lease.generation}, lease.key,
                     list_of(results, [](const UnitResult& r) { return std::to_string(r.unit); }),
                     list_of(results, [](const UnitResult& r) { return r.summary; }),
                     list_of(results, [](const UnitResult& r) { return bytea_text(r.data); })});
    if (!rows) return Unexpected{rows.error()};
    return lease_state_of(rows->text(0, 0));
  }

  Stored<Ok> give_back(const WorkerKey& key, const Lease& lease,
                       const std::string& reason) override {
    auto rows = run("select rookery.give_back($1, $2, $3, $4, $5)",
                    {key.id, key.secret, lease.job, lease.key, reason});
    if (!rows) return Unexpected{rows.error()};
    return Ok{};
  }

  Stored<std::pair<std::string, std::string>> test_spec(const WorkerKey& key, Id id) override {
    auto rows = run("select * from rookery.test_spec($1, $2, $3)", {key.id, key.secret, id});
    if (!rows) return Unexpected{rows.error()};
    if (rows->empty()) return Unexpected{StoreError{Kind::refused, "no such test"}};
    return std::pair(rows->text(0, 0), rows->text(0, 1));
  }

  Stored<std::optional<std::string>> blob(const WorkerKey& key, const std::string& hash) override {
    auto rows = run("select rookery.blob($1, $2, $3)", {key.id, key.secret, hash});
    if (!rows) return Unexpected{rows.error()};
    if (rows->empty() || rows->is_null(0, 0)) return std::optional<std::string>();
    return std::optional(rows->text(0, 0));
  }

  Stored<ResultPage> results_after(Id id, std::int64_t cursor) override {
    // Goes on behind the last transaction that was read, not behind the snapshot: a server that
    // crashes may forget claims, which nobody waits for, and give their numbers to results.
    auto rows =
        run("select tx, unit, worker, summary from results where test = $1 and tx > $2 "
            "and tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint order by tx, unit",
            {id, cursor});
    if (!rows) return Unexpected{rows.error()};
    return page_of(*rows, cursor);
  }

  Stored<Ok> allow_worker(const std::string& role) override {
    auto rows = run("select rookery.allow_worker($1)", {role});
    if (!rows) return Unexpected{rows.error()};
    return note_event(fmt::format("role '{}' may work", role));
  }

  Stored<Ok> set_up(Role role) {
    if (role == Role::owner) {
      auto transaction = Transaction::begin(database());
      if (!transaction) return Unexpected{transaction.error()};
      // Two who make the tables at once: the second one waits and finds them.
      if (auto locked = run("select pg_advisory_xact_lock(7411920651)"); !locked)
        return Unexpected{locked.error()};
      if (auto ready = bring_up_to_date(); !ready) return ready;
      if (auto done = transaction->commit(); !done) return done;
    }
    auto version = run("select rookery.queue_version()");
    if (!version) {
      const StoreError& e = version.error();
      if (e.kind == Kind::away) return Unexpected{e};
      return Unexpected{StoreError{
          Kind::refused,
          e.message + " (no queue here, or not for this role: its owner runs 'rookery queue URL "
                      "allow ROLE')"}};
    }
    if (const auto problem = version_problem(version->empty() ? 0 : version->integer(0, 0)))
      return Unexpected{StoreError{Kind::refused, *problem}};
    return Ok{};
  }

 private:
  /// In a transaction.
  Stored<Ok> bring_up_to_date() {
    auto there = run("select 1 from pg_namespace where nspname = 'rookery'");
    if (!there) return Unexpected{there.error()};
    std::int64_t version = 0;
    if (!there->empty()) {
      auto found = run("select version from rookery.schema_version");
      if (!found) return Unexpected{found.error()};
      version = found->empty() ? 0 : found->integer(0, 0);
      if (version < 1) return Unexpected{StoreError{Kind::refused, *version_problem(version)}};
    }
    return raise_version(version, kPostgresSteps);
  }
};

}  // namespace

Stored<std::unique_ptr<JobStore>> open_postgres_store(const std::string& url, JobStore::Role role) {
  auto store = std::make_unique<PostgresStore>(open_postgres(url));
  if (auto ready = store->set_up(role); !ready) return Unexpected{ready.error()};
  return std::unique_ptr<JobStore>(std::move(store));
}

}  // namespace rookery::cluster
