#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "cluster/queued_match.h"
#include "cluster/sql_store.h"

namespace rookery::cluster {
namespace {

using Kind = StoreError::Kind;

constexpr const char* kSqliteTables = R"(
  create table schema_version (version integer not null);
  create table tests (
    id integer primary key autoincrement,
    token text not null unique,
    kind text not null,
    name text not null,
    spec text not null,
    detail text not null default '',
    tags text not null,
    state text not null default 'running',
    why text not null default '',
    priority integer not null,
    share real not null,
    units integer not null,
    handed_out integer not null default 0,  -- units below this belong to a job
    purges integer not null default 0,
    created integer not null,
    ended integer not null default 0
  );
  create table workers (
    id integer primary key autoincrement,
    instance text not null unique,
    secret text not null,
    name text not null,
    tags text not null,
    info text not null,
    threads integer not null,
    last_seen integer not null default 0,
    last_result integer not null default 0,
    results integer not null default 0,
    refused integer not null default 0,
    note text not null default '',
    aside text
  );
  create table jobs (
    id integer primary key autoincrement,
    test integer not null references tests,
    first integer not null,
    count integer not null,
    generation integer not null default 0,  -- grows with each owner
    key text not null default '',
    worker integer,
    threads integer not null default 0,
    claimed integer not null default 0,
    lease_until integer not null default 0,  -- in the past: free to be taken
    done integer not null default 0
  );
  create index jobs_open on jobs (test, lease_until) where done = 0;
  create table results (
    seq integer primary key autoincrement,  -- one writer at a time: the order of commits
    test integer not null references tests,
    unit integer not null,
    job integer not null,
    worker integer not null,
    summary text not null,
    data blob not null,
    at integer not null,
    unique (test, unit)
  );
  create index results_worker on results (worker);
  create table blobs (hash text primary key, data blob not null);
  create table events (id integer primary key autoincrement, at integer not null, what text not null);
)";

// Who decides is a program here (SqliteStore::decide), not the database.
constexpr Sql kSqliteSteps[kSchemaVersion] = {
    kSqliteTables,
    "create index tests_open on tests (id) where state <> 'ended';"
    "create table tokens (hash text primary key);"};

constexpr auto kDecideEvery = std::chrono::seconds(1);

bool has_tags(const std::string& wanted, const std::string& present) {
  std::istringstream words(wanted);
  for (std::string word; words >> word;)
    if ((' ' + present + ' ').find(' ' + word + ' ') == std::string::npos) return false;
  return true;
}

/// The same as the functions of postgres_schema.cpp, in transactions of our own: who can open the
/// file may do everything anyway.
class SqliteStore final : public SqlStore {
 public:
  using SqlStore::SqlStore;

  Stored<Id> register_worker(const WorkerRecord& w) override {
    auto rows =
        run("insert into workers (instance, secret, name, tags, info, threads, last_seen) "
            "values ($1, $2, $3, $4, $5, $6, now_ms()) on conflict (instance) do update "
            "set name = $3, tags = $4, info = $5, threads = $6, last_seen = now_ms(), "
            "note = '' where secret = $2 returning id",
            {w.instance, w.secret, w.name, w.tags, w.info, std::int64_t{w.threads}});
    if (!rows) return Unexpected{rows.error()};
    if (rows->empty()) return unknown_worker();
    return rows->integer(0, 0);
  }

  Stored<std::optional<Lease>> claim(const WorkerKey& key, int want, Milliseconds lease,
                                     std::span<const Id> except) override {
    decide();
    auto transaction = Transaction::begin(database());
    if (!transaction) return Unexpected{transaction.error()};
    auto worker =
        run("update workers set last_seen = now_ms() where id = $1 and secret = $2 "
            "returning tags, threads, aside",
            {key.id, key.secret});
    if (!worker) return Unexpected{worker.error()};
    if (worker->empty()) return unknown_worker();
    if (!worker->is_null(0, 2)) return set_aside_error(worker->text(0, 2));
    auto tests =
        run("select t.id, t.tags, t.detail, t.units, t.handed_out, (select coalesce(sum(j.threads),"
            " 0) from jobs j where j.test = t.id and j.done = 0 and j.lease_until > now_ms()) / "
            "t.share as load from tests t where t.state = 'running' and (t.handed_out < t.units or "
            "exists (select 1 from jobs j where j.test = t.id and j.done = 0 and j.lease_until <= "
            "now_ms())) order by t.priority desc, load, t.id");
    if (!tests) return Unexpected{tests.error()};
    std::optional<Lease> taken;
    for (std::size_t i = 0; i < tests->size(); ++i) {
      const Id test = tests->integer(i, 0);
      if (std::find(except.begin(), except.end(), test) != except.end() ||
          !has_tags(tests->text(i, 1), worker->text(0, 0)))
        continue;
      auto job = open_job(test, tests->integer(i, 3), tests->integer(i, 4), want);
      if (!job) return Unexpected{job.error()};
      auto leased = take(*job, key.id, worker->integer(0, 1), lease);
      if (!leased) return Unexpected{leased.error()};
      taken = std::move(*leased);
      taken->detail = tests->text(i, 2);
      break;
    }
    if (auto done = transaction->commit(); !done) return Unexpected{done.error()};
    return taken;
  }

  Stored<std::vector<LeaseState>> beat(const WorkerKey& key, std::span<const Lease> leases,
                                       Milliseconds time) override {
    auto transaction = Transaction::begin(database());
    if (!transaction) return Unexpected{transaction.error()};
    if (auto known = check(key); !known) return Unexpected{known.error()};
    std::vector<LeaseState> states;
    for (const Lease& lease : leases) {
      auto state = state_of(key, lease);
      if (!state) return Unexpected{state.error()};
      states.push_back(*state);
      if (*state == LeaseState::stale) continue;
      if (auto kept = run("update jobs set lease_until = now_ms() + $2 where id = $1 and done = 0",
                          {lease.job, bounded(time)});
          !kept)
        return Unexpected{kept.error()};
    }
    if (auto done = transaction->commit(); !done) return Unexpected{done.error()};
    return states;
  }

  Stored<LeaseState> complete(const WorkerKey& key, const Lease& lease,
                              std::span<const UnitResult> results) override {
    auto transaction = Transaction::begin(database());
    if (!transaction) return Unexpected{transaction.error()};
    if (auto known = check(key); !known) return Unexpected{known.error()};
    auto state = state_of(key, lease);
    if (!state) return Unexpected{state.error()};
    if (*state == LeaseState::stale || *state == LeaseState::ended) {
      if (*state == LeaseState::stale)
        if (auto counted = run("update workers set refused = refused + 1 where id = $1", {key.id});
            !counted)
          return Unexpected{counted.error()};
    } else if (auto put = put_results(key, lease, results); !put) {
      return Unexpected{put.error()};
    }
    if (auto done = transaction->commit(); !done) return Unexpected{done.error()};
    return *state;
  }

  Stored<Ok> give_back(const WorkerKey& key, const Lease& lease,
                       const std::string& reason) override {
    if (auto known = check(key); !known) return Unexpected{known.error()};
    if (auto freed = run("update jobs set lease_until = 0, key = '' where id = $1 and key = $2 and "
                         "worker = $3 and done = 0",
                         {lease.job, lease.key, key.id});
        !freed)
      return Unexpected{freed.error()};
    if (auto noted = run("update workers set note = $2 where id = $1", {key.id, reason}); !noted)
      return Unexpected{noted.error()};
    return Ok{};
  }

  Stored<std::pair<std::string, std::string>> test_spec(const WorkerKey& key, Id id) override {
    if (auto known = check(key); !known) return Unexpected{known.error()};
    auto rows = run("select kind, spec from tests where id = $1", {id});
    if (!rows) return Unexpected{rows.error()};
    if (rows->empty()) return Unexpected{StoreError{Kind::refused, "no such test"}};
    return std::pair(rows->text(0, 0), rows->text(0, 1));
  }

  Stored<std::optional<std::string>> blob(const WorkerKey& key, const std::string& hash) override {
    if (auto known = check(key); !known) return Unexpected{known.error()};
    auto rows = run("select data from blobs where hash = $1", {hash});
    if (!rows) return Unexpected{rows.error()};
    if (rows->empty()) return std::optional<std::string>();
    return std::optional(rows->text(0, 0));
  }

  Stored<ResultPage> results_after(Id id, std::int64_t cursor) override {
    auto rows =
        run("select seq, unit, worker, summary from results where test = $1 and seq > $2 "
            "order by seq",
            {id, cursor});
    if (!rows) return Unexpected{rows.error()};
    return page_of(*rows, cursor);
  }

  Stored<Ok> allow_worker(const std::string&) override {
    return Unexpected{StoreError{
        Kind::refused, "a file knows no roles: who may write to it is a worker and an owner"}};
  }

  Stored<Ok> set_up(Role role) {
    if (auto pragmas =
            database().run_script("pragma journal_mode = wal; pragma synchronous = normal;");
        !pragmas)
      return pragmas;
    auto transaction = Transaction::begin(database());
    if (!transaction) return Unexpected{transaction.error()};
    auto there = run("select 1 from sqlite_master where name = 'schema_version'");
    if (!there) return Unexpected{there.error()};
    if (there->empty() && role != Role::owner)
      return Unexpected{StoreError{Kind::refused, "the file is not a queue"}};
    std::int64_t found = 0;
    if (!there->empty()) {
      auto version = run("select version from schema_version");
      if (!version) return Unexpected{version.error()};
      found = version->empty() ? 0 : version->integer(0, 0);
    }
    if (role == Role::owner && (there->empty() || found > 0))
      if (auto raised = raise_version(found, kSqliteSteps); !raised) return raised;
    auto version = run("select version from schema_version");
    if (!version) return Unexpected{version.error()};
    if (const auto problem = version_problem(version->empty() ? 0 : version->integer(0, 0)))
      return Unexpected{StoreError{Kind::refused, *problem}};
    return transaction->commit();
  }

 private:
  /// Ends what is decided, though nobody may watch: who asks for work looks, once a second. What
  /// goes wrong goes wrong for who watches, too, and is told there.
  void decide() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_look_) return;
    next_look_ = now + kDecideEvery;
    const auto open = run("select id from tests where state <> 'ended' and kind = 'match'");
    if (!open) return;
    std::map<Id, std::unique_ptr<QueuedMatch>> watched;
    for (std::size_t i = 0; i < open->size(); ++i) {
      const Id id = open->integer(i, 0);
      auto match = std::move(watched_[id]);
      if (!match)
        if (auto attached = QueuedMatch::attach(*this, id)) match = std::move(*attached);
      if (match) (void)match->follow(true);
      watched[id] = std::move(match);
    }
    watched_ = std::move(watched);
  }

  static Unexpected<StoreError> unknown_worker() {
    return Unexpected{StoreError{Kind::refused, "unknown worker"}};
  }
  static Unexpected<StoreError> set_aside_error(const std::string& reason) {
    return Unexpected{StoreError{Kind::refused, "set aside: " + reason}};
  }
  static std::int64_t bounded(Milliseconds time) {
    return std::clamp<std::int64_t>(time.count(), 1000, 600'000);
  }

  Stored<Ok> check(const WorkerKey& key) {
    auto rows =
        run("update workers set last_seen = now_ms() where id = $1 and secret = $2 "
            "returning id",
            {key.id, key.secret});
    if (!rows) return Unexpected{rows.error()};
    if (rows->empty()) return unknown_worker();
    return Ok{};
  }

  /// The number of a job of this test that is free, made if there is none.
  Stored<Id> open_job(Id test, std::int64_t units, std::int64_t handed_out, int want) {
    auto free =
        run("select id from jobs where test = $1 and done = 0 and lease_until <= now_ms() "
            "order by id limit 1",
            {test});
    if (!free) return Unexpected{free.error()};
    if (!free->empty()) return free->integer(0, 0);
    auto active =
        run("select count(distinct worker) from jobs where test = $1 and done = 0 and "
            "lease_until > now_ms()",
            {test});
    if (!active) return Unexpected{active.error()};
    // Smaller towards the end, so that no one is left alone with much.
    const std::int64_t fair = (units - handed_out) / (2 * (active->integer(0, 0) + 1));
    const std::int64_t count = std::min(std::clamp<std::int64_t>(want, 1, kMaxUnitsOfLease),
                                        std::max<std::int64_t>(1, fair));
    if (auto moved =
            run("update tests set handed_out = $2 where id = $1", {test, handed_out + count});
        !moved)
      return Unexpected{moved.error()};
    auto made = run("insert into jobs (test, first, count) values ($1, $2, $3) returning id",
                    {test, handed_out, count});
    if (!made) return Unexpected{made.error()};
    return made->integer(0, 0);
  }

  Stored<Lease> take(Id job, Id worker, std::int64_t threads, Milliseconds time) {
    Lease lease;
    lease.job = job;
    lease.key = random_key();
    auto row =
        run("update jobs set generation = generation + 1, key = $2, worker = $3, threads = "
            "$4, claimed = now_ms(), lease_until = now_ms() + $5 where id = $1 "
            "returning test, first, count, generation",
            {job, lease.key, worker, threads, bounded(time)});
    if (!row) return Unexpected{row.error()};
    lease.test = row->integer(0, 0);
    const std::int64_t first = row->integer(0, 1), count = row->integer(0, 2);
    lease.generation = static_cast<int>(row->integer(0, 3));
    auto have = run("select unit from results where test = $1 and unit >= $2 and unit < $3",
                    {lease.test, first, first + count});
    if (!have) return Unexpected{have.error()};
    for (std::int64_t unit = first; unit < first + count; ++unit) {
      bool is_there = false;
      for (std::size_t i = 0; i < have->size(); ++i) is_there |= have->integer(i, 0) == unit;
      if (!is_there) lease.units.push_back(unit);
    }
    return lease;
  }

  Stored<LeaseState> state_of(const WorkerKey& key, const Lease& lease) {
    auto rows =
        run("select t.state from jobs j join tests t on t.id = j.test where j.id = $1 and "
            "j.worker = $2 and j.key = $3 and j.generation = $4 and j.key <> ''",
            {lease.job, key.id, lease.key, std::int64_t{lease.generation}});
    if (!rows) return Unexpected{rows.error()};
    if (rows->empty()) return LeaseState::stale;
    const std::string state = rows->text(0, 0);
    return state == "ended"    ? LeaseState::ended
           : state == "paused" ? LeaseState::paused
                               : LeaseState::valid;
  }

  Stored<Ok> put_results(const WorkerKey& key, const Lease& lease,
                         std::span<const UnitResult> results) {
    auto range = run("select test, first, first + count from jobs where id = $1", {lease.job});
    if (!range) return Unexpected{range.error()};
    const std::int64_t first = range->integer(0, 1), end = range->integer(0, 2);
    std::int64_t added = 0;
    for (const UnitResult& r : results) {
      if (r.unit < first || r.unit >= end)
        return Unexpected{StoreError{Kind::refused, "a unit that is not of this lease"}};
      if (r.summary.size() > kMaxSummary || r.data.size() > kMaxData)
        return Unexpected{StoreError{Kind::refused, "a result that is too large"}};
      auto put =
          run("insert into results (test, unit, job, worker, summary, data, at) values "
              "($1, $2, $3, $4, $5, $6, now_ms()) on conflict (test, unit) do nothing "
              "returning unit",
              {range->integer(0, 0), r.unit, lease.job, key.id, r.summary, Blob{r.data}});
      if (!put) return Unexpected{put.error()};
      added += static_cast<std::int64_t>(put->size());
    }
    if (auto counted = run("update workers set results = results + $2, last_result = now_ms() "
                           "where id = $1",
                           {key.id, added});
        !counted)
      return Unexpected{counted.error()};
    if (auto closed =
            run("update jobs set done = 1 where id = $1 and count = (select count(*) from "
                "results r where r.test = jobs.test and r.unit >= jobs.first and r.unit < "
                "jobs.first + jobs.count)",
                {lease.job});
        !closed)
      return Unexpected{closed.error()};
    return Ok{};
  }

  std::chrono::steady_clock::time_point next_look_{};
  std::map<Id, std::unique_ptr<QueuedMatch>> watched_;
};

}  // namespace

Stored<std::unique_ptr<JobStore>> open_sqlite_store(const std::string& path, JobStore::Role role) {
  auto database = open_sqlite(path, role == JobStore::Role::owner);
  if (!database) return Unexpected{database.error()};
  auto store = std::make_unique<SqliteStore>(std::move(*database));
  if (auto ready = store->set_up(role); !ready)
    return Unexpected{StoreError{ready.error().kind,
                                 fmt::format("the queue '{}': {}", path, ready.error().message)}};
  return std::unique_ptr<JobStore>(std::move(store));
}

}  // namespace rookery::cluster
