// One suite for both databases: what a queue promises.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <set>
#include <thread>

#include "cluster/address.h"
#include "cluster/job_store.h"
#include "cluster/postgres_schema.h"
#include "cluster/servers.h"
#include "match/sprt.h"

namespace rookery::cluster {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using Role = JobStore::Role;
using Kind = StoreError::Kind;

class Store : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (GetParam() == std::string("postgres")) {
      if (!shared_postgres()) GTEST_SKIP() << "PostgreSQL is not installed: apt install postgresql";
      address_ = *parse_address(shared_postgres()->new_database());
    } else {
      folder_ = temporary_folder("store");
      address_ = *parse_address(folder_ + "/queue.db");
    }
    store_ = open();
  }
  void TearDown() override {
    store_.reset();
    std::error_code none;
    if (!folder_.empty()) fs::remove_all(folder_, none);
  }
  std::unique_ptr<JobStore> open(Role role = Role::owner) const {
    return value(JobStore::open(address_, role));
  }
  WorkerKey worker(const std::string& name, const std::string& tags = "", int threads = 1) {
    WorkerRecord w;
    w.instance = "instance of " + name;
    w.secret = "secret of " + name;
    w.name = name;
    w.tags = tags;
    w.info = "{}";
    w.threads = threads;
    return {value(store_->register_worker(w)), w.secret};
  }
  Id submit(std::int64_t units, int priority = 0, double share = 1, const std::string& tags = "") {
    return value(store_->submit(
        {random_key(), "match", "a test", "{\"a\":1}", tags, units, priority, share}));
  }
  std::optional<Lease> claim(const WorkerKey& w, int want = 4, Milliseconds time = 60s,
                             std::vector<Id> except = {}) {
    return value(store_->claim(w, want, time, except));
  }
  static std::vector<UnitResult> results_of(const Lease& lease, const std::string& text = "x") {
    std::vector<UnitResult> list;
    for (const auto unit : lease.units) list.push_back({unit, "{\"s\":1}", text});
    return list;
  }
  LeaseState complete(const WorkerKey& w, const Lease& lease, const std::string& text = "x") {
    return value(store_->complete(w, lease, results_of(lease, text)));
  }

  std::string folder_;
  Address address_;
  std::unique_ptr<JobStore> store_;
};

TEST_P(Store, HandsOutEachUnitOnceAndKeepsEachResultOnce) {
  const Id test = submit(10);
  const WorkerKey a = worker("a"), b = worker("b");
  std::set<std::int64_t> units;
  std::size_t handed_out = 0;
  for (bool first = true;; first = !first) {
    const auto lease = claim(first ? a : b, 3);
    if (!lease) break;
    EXPECT_EQ(lease->test, test);
    EXPECT_EQ(lease->generation, 1);
    EXPECT_EQ(lease->key.size(), 32u);
    handed_out += lease->units.size();
    units.insert(lease->units.begin(), lease->units.end());
    EXPECT_EQ(complete(first ? a : b, *lease), LeaseState::valid);
    EXPECT_EQ(complete(first ? a : b, *lease, "again"), LeaseState::valid);  // the answer was lost
  }
  EXPECT_EQ(handed_out, 10u);
  EXPECT_EQ(units.size(), 10u);
  const auto data = value(store_->data(test, 0, 100));
  ASSERT_EQ(data.size(), 10u);
  for (const auto& d : data) EXPECT_EQ(d.data, "x");
  const auto record = value(store_->test(test));
  ASSERT_TRUE(record);
  EXPECT_EQ(record->done, 10);
  EXPECT_EQ(record->handed_out, 10);
}

TEST_P(Store, LeaseThatRanOutIsTakenUpAndItsOldOwnerRefused) {
  submit(2);
  const WorkerKey a = worker("a"), b = worker("b");
  const auto old = claim(a, 1, 1s);
  ASSERT_TRUE(old);
  EXPECT_EQ(old->units.size(), 1u);
  std::optional<Lease> mine;
  EXPECT_TRUE(eventually([&] {
    mine = claim(b, 1);
    return mine && mine->job == old->job;
  }));
  EXPECT_EQ(mine->generation, 2);
  EXPECT_NE(mine->key, old->key);
  EXPECT_EQ(complete(a, *old, "late"), LeaseState::stale);
  EXPECT_THAT(value(store_->beat(a, std::vector{*old}, 60s)), ElementsAre(LeaseState::stale));
  EXPECT_EQ(complete(b, *mine, "in time"), LeaseState::valid);
  EXPECT_EQ(value(store_->data(mine->test, mine->units[0], 1))[0].data, "in time");
  EXPECT_EQ(value(store_->workers())[0].refused, 1);
}

TEST_P(Store, PartOfALeaseMayBeDoneAndTheRestGoesToAnother) {
  const Id test = submit(8);
  const WorkerKey a = worker("a"), b = worker("b");
  const auto lease = claim(a, 4);
  ASSERT_TRUE(lease && lease->units.size() == 4);
  const UnitResult one{lease->units[1], "{}", "one"};
  EXPECT_EQ(value(store_->complete(a, *lease, std::vector{one})), LeaseState::valid);
  EXPECT_TRUE(store_->give_back(a, *lease, "leaving"));
  const auto rest = claim(b, 4);
  ASSERT_TRUE(rest);
  EXPECT_EQ(rest->job, lease->job);
  EXPECT_THAT(rest->units, ElementsAre(lease->units[0], lease->units[2], lease->units[3]));
  EXPECT_EQ(complete(a, *lease), LeaseState::stale);
  EXPECT_EQ(complete(b, *rest), LeaseState::valid);
  EXPECT_EQ(value(store_->test(test))->done, 4);
  EXPECT_EQ(value(store_->workers())[0].note, "leaving");
}

TEST_P(Store, BeatKeepsALease) {
  submit(2);
  const WorkerKey a = worker("a"), b = worker("b");
  const auto lease = claim(a, 1, 1s), silent = claim(a, 1, 1s);
  ASSERT_TRUE(lease && silent);
  EXPECT_THAT(value(store_->beat(a, std::vector{*lease}, 60s)), ElementsAre(LeaseState::valid));
  std::optional<Lease> taken;
  EXPECT_TRUE(eventually([&] { return (taken = claim(b)).has_value(); }));
  EXPECT_EQ(taken->job, silent->job);
  EXPECT_FALSE(claim(b));
  EXPECT_EQ(complete(a, *lease), LeaseState::valid);
}

TEST_P(Store, KeyAndSecretAreNeeded) {
  submit(4);
  const WorkerKey a = worker("a"), b = worker("b");
  const auto lease = claim(a, 1);
  ASSERT_TRUE(lease);
  Lease forged = *lease;
  forged.key = std::string(32, '0');
  EXPECT_EQ(complete(a, forged), LeaseState::stale);
  forged.key = "";
  EXPECT_EQ(complete(a, forged), LeaseState::stale);
  EXPECT_EQ(complete(b, *lease), LeaseState::stale);  // with the key, but not its owner
  const WorkerKey liar{a.id, "guess"};
  const auto refused = store_->complete(liar, *lease, results_of(*lease));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, Kind::refused);
  EXPECT_FALSE(store_->claim(liar, 1, 60s, {}));
  EXPECT_FALSE(store_->blob(liar, "x"));
  EXPECT_FALSE(store_->test_spec(liar, 1));
  WorkerRecord thief;
  thief.instance = "instance of a";
  thief.secret = "another";
  thief.info = "{}";
  EXPECT_FALSE(store_->register_worker(thief));
  EXPECT_EQ(value(store_->test(lease->test))->done, 0);
}

TEST_P(Store, ForeignUnitsAndHugeResultsAreRefusedWhole) {
  const Id test = submit(100);
  const WorkerKey a = worker("a");
  const auto lease = claim(a, 2);
  ASSERT_TRUE(lease);
  const auto refused = [&](std::vector<UnitResult> list) {
    const auto answer = store_->complete(a, *lease, list);
    return !answer && answer.error().kind == Kind::refused;
  };
  const std::int64_t mine = lease->units[0];
  EXPECT_TRUE(refused({{mine, "{}", "x"}, {99, "{}", "x"}}));
  EXPECT_TRUE(refused({{-1, "{}", "x"}}));
  EXPECT_TRUE(refused({{mine, "{}", std::string(kMaxData + 1, 'x')}}));
  EXPECT_TRUE(refused({{mine, std::string(kMaxSummary + 1, 'x'), "x"}}));
  EXPECT_EQ(value(store_->test(test))->done, 0);
  const std::string bytes("\0\1\xff\"\\{},'", 9);
  EXPECT_EQ(value(store_->complete(a, *lease,
                                   std::vector<UnitResult>{{mine, "{\"q\":\"\\\"}{,\"}", bytes}})),
            LeaseState::valid);
  EXPECT_EQ(value(store_->data(test, mine, 1))[0].data, bytes);
  EXPECT_EQ(value(store_->results_after(test, 0)).results[0].summary, "{\"q\":\"\\\"}{,\"}");
}

TEST_P(Store, PriorityThenShareDecides) {
  const Id low = submit(100), a = submit(100, 5, 1), b = submit(100, 5, 3);
  std::map<Id, int> got;
  for (int i = 0; i < 8; ++i) {
    const auto lease = claim(worker("w" + std::to_string(i)), 1);
    ASSERT_TRUE(lease);
    ++got[lease->test];
  }
  EXPECT_EQ(got[low], 0);
  EXPECT_EQ(got[a], 2);
  EXPECT_EQ(got[b], 6);
  EXPECT_TRUE(value(store_->set_priority(low, 9, 1)));
  EXPECT_EQ(claim(worker("x"))->test, low);
  EXPECT_EQ(claim(worker("y"), 1, 60s, {low, b})->test, a);
}

TEST_P(Store, TagsAreNeeded) {
  submit(4, 0, 1, "avx512 big");
  EXPECT_FALSE(claim(worker("plain")));
  EXPECT_FALSE(claim(worker("half", "big")));
  EXPECT_TRUE(claim(worker("both", "big fast avx512")));
}

TEST_P(Store, PausedCancelledAndResumed) {
  const Id test = submit(10);
  const WorkerKey a = worker("a");
  const auto lease = claim(a, 1), other = claim(a, 1);
  EXPECT_TRUE(value(store_->change_state(test, {"running"}, "paused", "")));
  EXPECT_FALSE(value(store_->change_state(test, {"running"}, "paused", "")));
  EXPECT_FALSE(claim(a));
  EXPECT_THAT(value(store_->beat(a, std::vector{*lease}, 60s)), ElementsAre(LeaseState::paused));
  EXPECT_EQ(complete(a, *lease), LeaseState::paused);  // it counts
  EXPECT_TRUE(value(store_->change_state(test, {"paused"}, "running", "")));
  EXPECT_TRUE(claim(a));
  EXPECT_TRUE(value(store_->change_state(test, {"running", "paused"}, "ended", "cancelled")));
  EXPECT_EQ(complete(a, *other), LeaseState::ended);
  const auto record = value(store_->test(test));
  EXPECT_EQ(record->done, 1);
  EXPECT_EQ(record->why, "cancelled");
  EXPECT_GT(record->ended, 0);
  EXPECT_EQ(value(store_->events()).size(), 3u);
}

TEST_P(Store, ReaderMissesNothingAndSeesNothingTwice) {
  const Id test = submit(400);
  std::atomic<bool> done{false};
  std::vector<std::jthread> writers;
  for (int i = 0; i < 3; ++i) {
    const WorkerKey key = worker("w" + std::to_string(i));
    writers.emplace_back([&, key] {
      const auto store = open(Role::worker);
      for (;;) {
        const auto lease = store->claim(key, 3, 60s, {});
        if (!lease && lease.error().kind == Kind::away) continue;
        ASSERT_TRUE(lease) << lease.error().message;
        if (!*lease) return;
        for (;;) {
          const auto state = store->complete(key, **lease, results_of(**lease));
          if (state || state.error().kind != Kind::away) break;
        }
      }
    });
  }
  std::thread closer([&] {
    for (auto& w : writers) w.join();
    done = true;
  });
  std::multiset<std::int64_t> seen;
  std::int64_t cursor = 0;
  for (bool last = false;;) {
    const auto page = value(store_->results_after(test, cursor));
    for (const auto& r : page.results) seen.insert(r.unit);
    cursor = page.cursor;
    if (last) break;
    last = done;
  }
  closer.join();
  EXPECT_EQ(seen.size(), 400u);
  for (int unit = 0; unit < 400; ++unit) EXPECT_EQ(seen.count(unit), 1u) << unit;
}

TEST_P(Store, SubmittingTheSameTwiceMakesOneTest) {
  const NewTest test{"token", "match", "name", "{}", "", 5, 0, 1};
  EXPECT_EQ(value(store_->submit(test)), value(store_->submit(test)));
  EXPECT_EQ(value(store_->tests()).size(), 1u);
}

TEST_P(Store, TestThatGrows) {
  const Id test = value(store_->submit({random_key(), "spsa", "grows", "{}", "", 1, 0, 1}));
  const WorkerKey a = worker("a");
  EXPECT_EQ(complete(a, *claim(a)), LeaseState::valid);
  EXPECT_FALSE(claim(a));
  EXPECT_TRUE(store_->extend(test, 3, "second"));
  const auto lease = claim(a, 1);
  ASSERT_TRUE(lease);
  EXPECT_EQ(lease->detail, "second");
  EXPECT_THAT(lease->units, ElementsAre(1));
}

TEST_P(Store, PurgedResultsArePlayedAgainByOthers) {
  const Id test = submit(20);
  const WorkerKey good = worker("good"), bad = worker("bad");
  for (int i = 0; i < 3; ++i) complete(good, *claim(good, 2)), complete(bad, *claim(bad, 2));
  const auto held = claim(bad, 1);
  EXPECT_TRUE(value(store_->set_aside(bad.id, "does not fit")));
  const auto refused = store_->claim(bad, 1, 60s, {});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("set aside: does not fit"));
  EXPECT_EQ(complete(bad, *held), LeaseState::stale);
  const auto before = value(store_->test(test));
  EXPECT_EQ(value(store_->purge(bad.id, test, "wrong results")), 6);
  const auto after = value(store_->test(test));
  EXPECT_EQ(after->done, before->done - 6);
  EXPECT_EQ(after->purges, before->purges + 1);
  while (const auto lease = claim(good)) complete(good, *lease);
  EXPECT_EQ(value(store_->test(test))->done, 20);
  for (const auto& d : value(store_->data(test, 0, 20))) EXPECT_EQ(d.worker, good.id);
  EXPECT_TRUE(value(store_->set_aside(bad.id, "")));
  EXPECT_FALSE(claim(bad));  // allowed again, and nothing is left
}

TEST_P(Store, BlobsTravelByHash) {
  const WorkerKey a = worker("a");
  const std::string bytes("net\0work\xff", 9);
  EXPECT_TRUE(store_->put_blob("hash", bytes));
  EXPECT_TRUE(store_->put_blob("hash", "other"));  // the first one stays
  EXPECT_EQ(value(store_->blob(a, "hash")), bytes);
  EXPECT_EQ(value(store_->blob(a, "none")), std::nullopt);
  const Id test = submit(1);
  EXPECT_EQ(value(store_->test_spec(a, test)).second, "{\"a\":1}");
}

TEST_P(Store, WorkerThatComesAgainIsTheSame) {
  const WorkerKey a = worker("a");
  EXPECT_EQ(worker("a", "new tags", 7).id, a.id);
  const auto list = value(store_->workers());
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].tags, "new tags");
  EXPECT_EQ(list[0].threads, 7);
  EXPECT_GT(list[0].last_seen, 0);
}

INSTANTIATE_TEST_SUITE_P(Both, Store, testing::Values("sqlite", "postgres"),
                         [](const auto& parameter) { return std::string(parameter.param); });

TEST(Addresses, ArePostgresOrFiles) {
  EXPECT_FALSE(parse_address("queue.db")->is_postgres);
  EXPECT_TRUE(parse_address("postgresql://me@host/rookery?sslmode=verify-full")->is_postgres);
  for (const char* bad : {"postgresql://me:geheim@host/db", "postgres://:geheim@host/db",
                          "postgresql://host/db?password=geheim&user=me", "mysql://geheim@host/x",
                          "postgresql://me:geheim@host:port with space/db?x", ""}) {
    const auto address = parse_address(bad);
    ASSERT_FALSE(address) << bad;
    EXPECT_THAT(address.error().message, testing::Not(HasSubstr("geheim"))) << bad;
  }
}

TEST(Queue, OfAnotherVersionIsRefused) {
  const std::string folder = temporary_folder("version");
  const Address address{false, folder + "/q.db"};
  EXPECT_FALSE(JobStore::open(address, Role::worker));  // there is none
  EXPECT_TRUE(JobStore::open(address, Role::owner));
  EXPECT_TRUE(JobStore::open(address, Role::worker));
  for (const auto& [sql, word] : {std::pair{"update schema_version set version = 99", "newer"},
                                  std::pair{"update schema_version set version = 0", "older"}}) {
    EXPECT_TRUE((*open_sqlite(address.text, false))->run(Sql::of_test(sql)));
    const auto store = JobStore::open(address, Role::worker);
    ASSERT_FALSE(store);
    EXPECT_THAT(store.error().message, HasSubstr(word));
  }
  fs::remove_all(folder);
}

TEST(Queue, OfTheFirstVersionIsBroughtUpToDate) {
  const auto check = [](const Address& address, Database& database) {
    EXPECT_TRUE(database.run("update schema_version set version = 1"));
    const auto old = JobStore::open(address, Role::worker);
    ASSERT_FALSE(old);
    EXPECT_THAT(old.error().message, HasSubstr("older"));
    const auto store = value(JobStore::open(address, Role::owner));
    EXPECT_TRUE(JobStore::open(address, Role::worker));
    EXPECT_EQ(value(store->tests()).size(), 1u);  // nothing is lost
  };
  const NewTest test{"t", "match", "n", "{}", "", 4, 0, 1};
  const std::string folder = temporary_folder("version");
  const Address file{false, folder + "/q.db"};
  EXPECT_TRUE(value(JobStore::open(file, Role::owner))->submit(test));
  const auto sqlite = value(open_sqlite(file.text, false));
  EXPECT_TRUE(sqlite->run_script("drop index tests_open; drop table tokens"));
  check(file, *sqlite);
  fs::remove_all(folder);
  if (!shared_postgres()) GTEST_SKIP() << "PostgreSQL is not installed: apt install postgresql";
  const Address server = *parse_address(shared_postgres()->new_database());
  const auto postgres = open_postgres(server.text);
  EXPECT_TRUE(postgres->run_script(Sql::of_test(
      std::string(kPostgresSteps[0].text()) + "; insert into rookery.schema_version values (1)")));
  EXPECT_TRUE(
      postgres->run("insert into tests (token, kind, name, spec, tags, units, priority, share, "
                    "created) values ('t', 'match', 'n', '{}', '', 4, 0, 1, 0)"));
  check(server, *postgres);
}

/// The database decides what the program would.
TEST(Decisions, HaveTheProgramsLogLikelihoodRatio) {
  if (!shared_postgres()) GTEST_SKIP() << "PostgreSQL is not installed: apt install postgresql";
  const Address address = *parse_address(shared_postgres()->new_database());
  value(JobStore::open(address, Role::owner));
  const auto database = open_postgres(address.text);
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    match::SprtSettings s;
    s.elo0 = static_cast<double>(random() % 40) / 2 - 10;
    s.elo1 = s.elo0 + 0.5 + static_cast<double>(random() % 20);
    const bool normalised = i % 2;
    if (normalised) s.model = match::SprtSettings::Model::normalised;
    match::Pentanomial pairs{};
    for (int& p : pairs)
      p = random() % 4 == 0 ? 0 : static_cast<int>(random() % (i < 100 ? 10 : 3000));
    if (pairs == match::Pentanomial{}) pairs[2] = 1;
    const auto rows = value(database->run(
        "select log_likelihood_ratio(jsonb_build_object('elo0', $1::float8, 'elo1', $2::float8, "
        "'normalised', $3::boolean), $4::float8[])",
        {s.elo0, s.elo1, std::string(normalised ? "t" : "f"),
         fmt::format("{{{}}}", fmt::join(pairs, ","))}));
    const double wanted = match::sprt_state(s, pairs).llr;
    ASSERT_NEAR(rows.real(0, 0), wanted, 1e-6 * (1 + std::abs(wanted)))
        << fmt::format("{} {} {} {}", s.elo0, s.elo1, normalised, fmt::join(pairs, " "));
  }
}

/// Nobody waits until claims are on disk, so a crash takes them back, and with them numbers of
/// transactions that a reader has seen go by.
TEST(Crash, HidesNoResultFromWhoReads) {
  if (!shared_postgres()) GTEST_SKIP() << "PostgreSQL is not installed: apt install postgresql";
  const Address address = *parse_address(shared_postgres()->new_database());
  const auto store = value(JobStore::open(address, Role::owner));
  const Id test = value(store->submit({"t", "match", "n", "{}", "", 1000, 0, 1}));
  WorkerRecord w;
  w.instance = "i", w.secret = "s", w.name = "w", w.info = "{}";
  const WorkerKey key{value(store->register_worker(w)), "s"};
  const auto complete = [&] {
    const auto lease = value(store->claim(key, 1, 60s, {}));
    const UnitResult result{lease->units[0], "{}", "x"};
    EXPECT_EQ(value(store->complete(key, *lease, std::vector{result})), LeaseState::valid);
    return result.unit;
  };
  std::multiset<std::int64_t> wanted{complete()}, seen;
  std::int64_t cursor = 0;
  const auto read = [&] {
    const auto page = value(store->results_after(test, cursor));
    for (const StoredResult& r : page.results) seen.insert(r.unit);
    cursor = page.cursor;
  };
  read();
  for (int i = 0; i < 50; ++i) EXPECT_TRUE(value(store->claim(key, 1, 60s, {})));
  read();
  shared_postgres()->kill();
  ASSERT_TRUE(shared_postgres()->run());
  EXPECT_TRUE(eventually([&] { return store->test(test).has_value(); }));
  EXPECT_LT(value(store->test(test))->handed_out, 51) << "the crash forgot nothing";
  for (int i = 0; i < 3; ++i) wanted.insert(complete());
  EXPECT_TRUE(eventually([&] { return read(), seen.size() >= wanted.size(); }, 10s));
  EXPECT_EQ(seen, wanted);
}

/// What a worker's role may do in PostgreSQL, tried by one that wants more.
TEST(WorkerRole, MayCallItsFunctionsAndNothingElse) {
  if (!shared_postgres()) GTEST_SKIP() << "PostgreSQL is not installed: apt install postgresql";
  const std::string url = shared_postgres()->new_database();
  const std::string name = url.substr(url.rfind('/', url.find('?')) + 1,
                                      url.find('?') - url.rfind('/', url.find('?')) - 1);
  const auto owner = value(JobStore::open(*parse_address(url), Role::owner));
  ASSERT_TRUE(shared_postgres()->admin().run_script("create role hand login"));
  const Address hand = *parse_address(shared_postgres()->url(name, "hand"));
  EXPECT_FALSE(JobStore::open(hand, Role::worker));  // not yet allowed
  ASSERT_TRUE(owner->allow_worker("hand"));
  EXPECT_FALSE(owner->allow_worker("nobody\"; drop table tests; --"));
  const auto store = value(JobStore::open(hand, Role::worker));
  const Id test = value(owner->submit({"t", "match", "n", "{}", "", 4, 0, 1}));
  WorkerRecord w;
  w.instance = "i", w.secret = "s", w.name = "hand", w.info = "{}";
  const WorkerKey key{value(store->register_worker(w)), "s"};
  const auto lease = value(store->claim(key, 2, 60s, {}));
  ASSERT_TRUE(lease);
  EXPECT_EQ(
      value(store->complete(key, *lease, std::vector<UnitResult>{{lease->units[0], "{}", "x"}})),
      LeaseState::valid);

  const auto database = open_postgres(hand.text);
  for (const char* sql :
       {"select * from rookery.tests", "select * from rookery.workers",
        "update rookery.tests set priority = 1", "delete from rookery.results",
        "insert into rookery.blobs values ('a', 'b')", "select rookery.allow_worker('hand')",
        "select rookery.check_worker(1, 's')", "select rookery.lease_state(1, 1, 1, 'x')",
        "create table rookery.mine (a int)", "drop function rookery.now_ms()",
        "create or replace function rookery.now_ms() returns bigint language sql as 'select 1'",
        "alter role hand superuser", "select pg_read_file('/etc/passwd')",
        "copy rookery.tests to program 'true'", "drop schema rookery cascade"}) {
    const auto done = database->run(Sql::of_test(sql));
    EXPECT_FALSE(done) << sql;
    if (!done) {
      EXPECT_EQ(done.error().kind, Kind::refused) << sql << ": " << done.error().message;
    }
  }
  // All there is, not only what was thought of: rights on tables, columns, sequences, functions.
  const auto admin = open_postgres(url);
  const auto of_hand = [&](Sql sql) {
    std::vector<std::string> list;
    const auto rows = value(admin->run(sql));
    for (std::size_t i = 0; i < rows.size(); ++i) list.push_back(rows.text(i, 0));
    return list;
  };
  EXPECT_THAT(of_hand("select c.relname from pg_class c join pg_namespace n on n.oid = "
                      "c.relnamespace where n.nspname = 'rookery' and c.relkind in ('r', 'S') "
                      "and case c.relkind when 'S' then has_sequence_privilege('hand', c.oid, "
                      "'usage, select, update') else has_any_column_privilege('hand', c.oid, "
                      "'select, insert, update, references') or has_table_privilege('hand', "
                      "c.oid, 'delete, truncate, trigger') end"),
              ElementsAre());
  EXPECT_THAT(of_hand("select p.proname::text from pg_proc p join pg_namespace n on n.oid = "
                      "p.pronamespace where n.nspname = 'rookery' and "
                      "has_function_privilege('hand', p.oid, 'execute') order by 1"),
              ElementsAre("beat", "blob", "claim", "complete", "give_back", "queue_version",
                          "register_worker", "test_spec"));
  // Each runs with its owner's rights, and with a search path that nobody else can write to.
  EXPECT_THAT(of_hand("select p.proname::text from pg_proc p join pg_namespace n on n.oid "
                      "= p.pronamespace where n.nspname = 'rookery' and "
                      "has_function_privilege('hand', p.oid, 'execute') <> (p.prosecdef "
                      "and 'search_path=rookery, pg_temp' = any (p.proconfig))"),
              ElementsAre());
  EXPECT_THAT(of_hand("select 'create' where has_schema_privilege('hand', 'rookery', "
                      "'create')"),
              ElementsAre());
  // A table of its own in front of ours changes nothing.
  EXPECT_TRUE(database->run("create temp table workers as select 1 as id, 'x' as secret"));
  EXPECT_TRUE(database->run("set search_path = pg_temp, rookery"));
  EXPECT_FALSE(database->run("select rookery.blob(1, 'x', 'y')"));
  EXPECT_EQ(value(owner->test(test))->done, 1);
}

}  // namespace
}  // namespace rookery::cluster
