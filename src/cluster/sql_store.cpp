#include "cluster/sql_store.h"

#include <fmt/format.h>
#include <sys/random.h>

#include "base/result.h"

namespace rookery::cluster {
namespace {

constexpr Sql kSelectTests =
    "select t.id, t.kind, t.name, t.spec, t.detail, t.tags, t.state, t.why, t.priority, t.share, "
    "t.units, t.handed_out, (select count(*) from results r where r.test = t.id), "
    "(select coalesce(sum(j.threads), 0) from jobs j where j.test = t.id and j.done = 0 and "
    "j.lease_until > now_ms()), t.purges, t.created, t.ended from tests t "
    "where $1 = 0 or t.id = $1 order by t.id";

TestRecord test_of(const Rows& r, std::size_t i) {
  TestRecord t;
  t.id = r.integer(i, 0);
  t.kind = r.text(i, 1);
  t.name = r.text(i, 2);
  t.spec = r.text(i, 3);
  t.detail = r.text(i, 4);
  t.tags = r.text(i, 5);
  t.state = r.text(i, 6);
  t.why = r.text(i, 7);
  t.priority = static_cast<int>(r.integer(i, 8));
  t.share = r.real(i, 9);
  t.units = r.integer(i, 10);
  t.handed_out = r.integer(i, 11);
  t.done = r.integer(i, 12);
  t.leased_threads = r.integer(i, 13);
  t.purges = static_cast<int>(r.integer(i, 14));
  t.created = r.integer(i, 15);
  t.ended = r.integer(i, 16);
  return t;
}

}  // namespace

Stored<Id> SqlStore::submit(const NewTest& t) {
  if (auto put = run(
          "insert into tests (token, kind, name, spec, tags, units, priority, share, "
          "created) values ($1, $2, $3, $4, $5, $6, $7, $8, now_ms()) "
          "on conflict (token) do nothing",
          {t.token, t.kind, t.name, t.spec, t.tags, t.units, std::int64_t{t.priority}, t.share});
      !put)
    return Unexpected{put.error()};
  auto found = run("select id from tests where token = $1", {t.token});
  if (!found) return Unexpected{found.error()};
  return found->integer(0, 0);
}

Stored<std::vector<TestRecord>> SqlStore::tests() {
  auto rows = run(kSelectTests, {std::int64_t{0}});
  if (!rows) return Unexpected{rows.error()};
  std::vector<TestRecord> list;
  for (std::size_t i = 0; i < rows->size(); ++i) list.push_back(test_of(*rows, i));
  return list;
}

Stored<std::optional<TestRecord>> SqlStore::test(Id id) {
  if (id <= 0) return std::optional<TestRecord>();
  auto rows = run(kSelectTests, {id});
  if (!rows) return Unexpected{rows.error()};
  if (rows->empty()) return std::optional<TestRecord>();
  return std::optional(test_of(*rows, 0));
}

Stored<bool> SqlStore::change_state(Id id, const std::vector<std::string>& from,
                                    const std::string& to, const std::string& why) {
  for (const std::string& state : from) {
    auto rows =
        run("update tests set state = $3, why = $4, "
            "ended = case when $3 = 'ended' then now_ms() else 0 end "
            "where id = $1 and state = $2 returning id",
            {id, state, to, why});
    if (!rows) return Unexpected{rows.error()};
    if (rows->empty()) continue;
    if (auto noted =
            note_event(fmt::format("test {}: {}{}{}", id, to, why.empty() ? "" : ": ", why));
        !noted)
      return Unexpected{noted.error()};
    return true;
  }
  return false;
}

Stored<bool> SqlStore::set_priority(Id id, int priority, double share) {
  auto rows = run("update tests set priority = $2, share = $3 where id = $1 returning id",
                  {id, std::int64_t{priority}, share});
  if (!rows) return Unexpected{rows.error()};
  return !rows->empty();
}

Stored<Ok> SqlStore::extend(Id id, std::int64_t units, const std::string& detail) {
  auto rows = run("update tests set units = $2, detail = $3 where id = $1", {id, units, detail});
  if (!rows) return Unexpected{rows.error()};
  return Ok{};
}

Stored<std::vector<StoredData>> SqlStore::data(Id id, std::int64_t first, std::int64_t count) {
  auto rows =
      run("select unit, worker, data from results where test = $1 and unit >= $2 and "
          "unit < $3 order by unit",
          {id, first, first + count});
  if (!rows) return Unexpected{rows.error()};
  std::vector<StoredData> list;
  for (std::size_t i = 0; i < rows->size(); ++i)
    list.push_back({rows->integer(i, 0), rows->integer(i, 1), rows->text(i, 2)});
  return list;
}

Stored<std::vector<WorkerRecord>> SqlStore::workers() {
  auto rows = run(
      "select w.id, w.name, w.tags, w.info, w.threads, w.last_seen, w.last_result, w.results, "
      "w.refused, w.note, w.aside, (select coalesce(sum(j.count), 0) from jobs j where j.worker = "
      "w.id and j.done = 0 and j.lease_until > now_ms()), (select coalesce(min(j.claimed), 0) from "
      "jobs j where j.worker = w.id and j.done = 0 and j.lease_until > now_ms()) "
      "from workers w order by w.id");
  if (!rows) return Unexpected{rows.error()};
  std::vector<WorkerRecord> list;
  for (std::size_t i = 0; i < rows->size(); ++i) {
    WorkerRecord w;
    w.id = rows->integer(i, 0);
    w.name = rows->text(i, 1);
    w.tags = rows->text(i, 2);
    w.info = rows->text(i, 3);
    w.threads = static_cast<int>(rows->integer(i, 4));
    w.last_seen = rows->integer(i, 5);
    w.last_result = rows->integer(i, 6);
    w.results = rows->integer(i, 7);
    w.refused = rows->integer(i, 8);
    w.note = rows->text(i, 9);
    if (!rows->is_null(i, 10)) w.aside = rows->text(i, 10);
    w.leased_units = rows->integer(i, 11);
    w.oldest_lease = rows->integer(i, 12);
    list.push_back(std::move(w));
  }
  return list;
}

Stored<bool> SqlStore::set_aside(Id worker, const std::string& reason) {
  auto transaction = Transaction::begin(database());
  if (!transaction) return Unexpected{transaction.error()};
  auto rows = run("update workers set aside = $2 where id = $1 returning id",
                  {worker, reason.empty() ? Parameter(nullptr) : Parameter(reason)});
  if (!rows) return Unexpected{rows.error()};
  if (rows->empty()) return false;
  if (!reason.empty())  // others may have at once what it holds
    if (auto freed = run("update jobs set lease_until = 0, key = '' where worker = $1 and done = 0",
                         {worker});
        !freed)
      return Unexpected{freed.error()};
  if (auto noted =
          note_event(reason.empty() ? fmt::format("worker {} taken back in", worker)
                                    : fmt::format("worker {} set aside: {}", worker, reason));
      !noted)
    return Unexpected{noted.error()};
  if (auto done = transaction->commit(); !done) return Unexpected{done.error()};
  return true;
}

Stored<std::int64_t> SqlStore::purge(Id worker, std::optional<Id> test, const std::string& reason) {
  auto transaction = Transaction::begin(database());
  if (!transaction) return Unexpected{transaction.error()};
  const Parameters which = {worker, test.value_or(0)};
  // Finished jobs with such results are open again; one that somebody else works on stays with them
  // and is taken up after that, since it is not complete.
  static constexpr Sql kSteps[] = {
      "update jobs set done = 0, lease_until = 0, key = '' where done = 1 and id in "
      "(select job from results where worker = $1 and ($2 = 0 or test = $2))",
      "update jobs set lease_until = 0, key = '' where done = 0 and worker = $1 and "
      "($2 = 0 or test = $2)",
      // What it decided is not decided any more.
      "update tests set state = 'running', why = '', ended = 0 where kind = 'match' and "
      "state = 'ended' and why not like 'cancelled%' and id in "
      "(select test from results where worker = $1 and ($2 = 0 or test = $2))",
      "update tests set purges = purges + 1 where id in "
      "(select test from results where worker = $1 and ($2 = 0 or test = $2))"};
  for (const Sql step : kSteps)
    if (auto done = run(step, which); !done) return Unexpected{done.error()};
  auto removed =
      run("delete from results where worker = $1 and ($2 = 0 or test = $2) returning unit", which);
  if (!removed) return Unexpected{removed.error()};
  const auto count = static_cast<std::int64_t>(removed->size());
  if (auto noted = note_event(fmt::format("{} results of worker {}{} purged: {}", count, worker,
                                          test ? fmt::format(" in test {}", *test) : "", reason));
      !noted)
    return Unexpected{noted.error()};
  if (auto done = transaction->commit(); !done) return Unexpected{done.error()};
  return count;
}

Stored<Ok> SqlStore::put_blob(const std::string& hash, const std::string& data) {
  auto rows = run("insert into blobs (hash, data) values ($1, $2) on conflict (hash) do nothing",
                  {hash, Blob{data}});
  if (!rows) return Unexpected{rows.error()};
  return Ok{};
}

Stored<std::vector<Event>> SqlStore::events() {
  auto rows = run("select at, what from events order by id");
  if (!rows) return Unexpected{rows.error()};
  std::vector<Event> list;
  for (std::size_t i = 0; i < rows->size(); ++i)
    list.push_back({rows->integer(i, 0), rows->text(i, 1)});
  return list;
}

Stored<Ok> SqlStore::add_token(const std::string& hash) {
  auto rows = run("insert into tokens (hash) values ($1)", {hash});
  if (!rows) return Unexpected{rows.error()};
  return note_event("a token for pages was made");
}

Stored<bool> SqlStore::has_token(const std::string& hash) {
  auto rows = run("select 1 from tokens where hash = $1", {hash});
  if (!rows) return Unexpected{rows.error()};
  return !rows->empty();
}

Stored<Ok> SqlStore::note_event(const std::string& what) {
  auto rows = run("insert into events (at, what) values (now_ms(), $1)", {what});
  if (!rows) return Unexpected{rows.error()};
  return Ok{};
}

Stored<Ok> SqlStore::raise_version(std::int64_t found, const Sql (&steps)[kSchemaVersion]) {
  for (std::int64_t version = found; version < kSchemaVersion; ++version) {
    if (auto made = database().run_script(steps[version]); !made) return made;
    auto set = run(version == 0 ? Sql("insert into schema_version values ($1)")
                                : Sql("update schema_version set version = $1"),
                   {version + 1});
    if (!set) return Unexpected{set.error()};
  }
  return Ok{};
}

ResultPage SqlStore::page_of(const Rows& rows, std::int64_t cursor) {
  ResultPage page{{}, cursor};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    page.cursor = rows.integer(i, 0);
    page.results.push_back({rows.integer(i, 1), rows.integer(i, 2), rows.text(i, 3)});
  }
  return page;
}

std::optional<std::string> version_problem(std::int64_t found) {
  if (found > kSchemaVersion)
    return fmt::format(
        "the queue is of a newer Rookery (tables {}, this one knows {}): update this machine",
        found, kSchemaVersion);
  if (found < kSchemaVersion)
    return fmt::format(
        "the queue is of an older Rookery (tables {}, needed are {}): 'rookery queue URL list', "
        "run by its owner with this version, brings it up to date",
        found, kSchemaVersion);
  return std::nullopt;
}

Stored<std::unique_ptr<JobStore>> JobStore::open(const Address& address, Role role) {
  return address.is_postgres ? open_postgres_store(address.text, role)
                             : open_sqlite_store(address.text, role);
}

std::string random_key() {
  unsigned char bytes[16];
  for (std::size_t have = 0; have < sizeof bytes;) {
    const ssize_t got = ::getrandom(bytes + have, sizeof bytes - have, 0);
    if (got > 0) have += static_cast<std::size_t>(got);
  }
  std::string text;
  for (const unsigned char b : bytes) text += fmt::format("{:02x}", b);
  return text;
}

}  // namespace rookery::cluster
