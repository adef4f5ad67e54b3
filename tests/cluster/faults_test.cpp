// Three workers play a match while things go wrong. At the end every game is there once, and the
// table is that of a local run.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <set>

#include "base/sha256.h"
#include "cluster/fleet.h"
#include "cluster/proof.h"
#include "cluster/queued_match.h"
#include "match/local_match.h"
#include "match/report.h"
#include "match/runner.h"
#include "play/roster.h"
#include "sanitized.h"

namespace rookery::cluster {
namespace {

using namespace std::chrono_literals;
using testing::AnyOf;
using testing::HasSubstr;

/// Small, and the same wherever it is played.
match::MatchSpec small_match() {
  match::MatchSpec spec;
  match::PlayerLimits limits;
  limits.nodes = 400;
  spec.players = {{"tuned", "tuned:Hash=1", limits, false},
                  {"quiescent", "quiescent", limits, false}};
  spec.games = 24;
  spec.rules.max_moves = 60;
  spec.openings.seed = 7;
  return spec;
}

/// The table of the same match on this machine.
const std::string& local_table() {
  static const std::string table = [] {
    auto opened = match::LocalMatch::open(small_match(), match::builtin_openings(), {});
    match::LocalMatch& match = **opened;
    match::RunnerSettings settings;
    settings.players = match.spec().players;
    settings.opening = [&](const match::Fixture& f) { return match.opening(f); };
    settings.rules = match.spec().rules;
    settings.make_agent = [](const match::Player& p) {
      return play::make_agent(*play::NamedSpec::parse(p.agent));
    };
    match::Runner runner(settings, match, nullptr);
    runner.start();
    while (!runner.wait(1s)) {
    }
    return match::json_report(match.spec().players, match.schedule(), match.standings(), {});
  }();
  return table;
}

class Faults : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (kSanitized || PostgresServer::programs().empty()) return;
    server_ = PostgresServer::start();
    if (!server_) return;
    proxy_ = std::make_unique<Proxy>(server_->folder());
    const std::string direct = server_->new_database();
    address_ = *parse_address(direct);
    store_ = value(JobStore::open(address_, JobStore::Role::owner));
    std::string through = direct;
    through.replace(through.find(server_->folder()), server_->folder().size(), proxy_->folder());
    fleet_ = std::make_unique<Fleet>(through, 3);
    // Made once: it costs a few searches.
    match::MatchSpec match = small_match();
    for (const match::Player& p : match.players) spec_.players.push_back(*to_queue(p, *store_));
    const std::string openings = openings_text(match::builtin_openings());
    spec_.openings = sha256(openings);
    ASSERT_TRUE(store_->put_blob(spec_.openings, openings));
    spec_.plan = std::move(match);
    spec_.date = "2026.01.31";
  }
  static void TearDownTestSuite() {
    fleet_.reset();
    store_.reset();
    proxy_.reset();
    server_.reset();
  }
  void SetUp() override {
    if (kSanitized) GTEST_SKIP() << "the same programs run in the plain build";
    if (!server_) GTEST_SKIP() << "PostgreSQL is not installed: apt install postgresql";
  }

  static std::unique_ptr<QueuedMatch> submit() {
    QueuedMatchSpec spec = spec_;
    spec.plan.event = fmt::format("match {}", ++matches_);  // another test, the same games
    NewTest test;
    test.kind = "match";
    test.name = spec.plan.event;
    test.units = spec.units();
    return value(QueuedMatch::submit(*store_, spec, test));
  }

  /// Follows until so many games are there, or the end.
  static bool follow(QueuedMatch& match, int games) {
    return eventually(
        [&] {
          if (auto followed = match.follow(true); !followed) {
            EXPECT_EQ(followed.error().kind, StoreError::Kind::away) << followed.error().message;
          }
          return match.is_over() || match.standings().games() >= games;
        },
        180s);
  }

  static void check(QueuedMatch& match) {
    ASSERT_TRUE(follow(match, 1'000'000)) << fleet_->logs();
    EXPECT_EQ(match.record().why, "all games are played");
    EXPECT_EQ(match::json_report(match.spec().players, match.schedule(), match.standings(), {}),
              local_table());
    int left_out = 0;
    const std::string pgn = value(match.pgn(left_out));
    EXPECT_EQ(left_out, 0);
    std::multiset<std::string> numbers;
    for (auto at = pgn.find("[GameNumber "); at != pgn.npos; at = pgn.find("[GameNumber ", at + 1))
      numbers.insert(pgn.substr(at, pgn.find('\n', at) - at));
    EXPECT_EQ(numbers.size(), 24u);
    for (int game = 1; game <= 24; ++game)
      EXPECT_EQ(numbers.count(fmt::format("[GameNumber \"{}\"]", game)), 1u) << game;
  }

  /// A match in which `fault` happens at a random moment, `times` times over.
  static void trouble(int times, const std::function<void(QueuedMatch&, int worker)>& fault) {
    const unsigned seed = std::random_device{}();
    std::mt19937 random(seed);
    for (int i = 0; i < times && !HasFatalFailure(); ++i) {
      auto match = submit();
      const int moment = static_cast<int>(random() % 20);
      SCOPED_TRACE(fmt::format("seed {}, moment {}: after {} games", seed, i, moment));
      ASSERT_TRUE(follow(*match, moment)) << fleet_->logs();
      fault(*match, static_cast<int>(random() % 3));
      check(*match);
    }
  }

  static void kill_worker(int times) {
    trouble(times, [](QueuedMatch&, int worker) {
      fleet_->kill(worker);
      fleet_->start(worker);
    });
  }
  static void freeze_worker(int times) {
    trouble(times, [](QueuedMatch& match, int worker) {
      const auto before = fleet_->log(worker).size();
      fleet_->signal(worker, SIGSTOP);
      // What it had sent is done, and what it holds from then on it cannot send.
      EXPECT_TRUE(eventually([&] {
        return value(server_->admin().run(
                         "select 1 from pg_stat_activity where state = 'active' and backend_type = "
                         "'client backend' and pid <> pg_backend_pid()"))
            .empty();
      }));
      // Past its lease: the others take what it had and end the match without it.
      const bool had_work = holds_work(worker);
      check(match);
      fleet_->signal(worker, SIGCONT);
      if (had_work) {
        EXPECT_TRUE(eventually([&] {
          const std::string log = fleet_->log(worker).substr(before);
          return log.find("lease lost") != log.npos || log.find("results not taken") != log.npos;
        })) << fleet_->log(worker);
      }
    });
  }
  static void kill_database(int times) {
    trouble(times, [](QueuedMatch&, int) {
      server_->kill();
      ASSERT_TRUE(server_->run());
    });
  }
  /// How often workers have said that the database is away.
  static int noticed() {
    const std::string logs = fleet_->logs();
    int count = 0;
    for (auto at = logs.find("database away"); at != logs.npos;
         at = logs.find("database away", at + 1))
      ++count;
    return count;
  }
  static void cut_connection(int times) {
    trouble(times, [](QueuedMatch&, int) {
      const int before = noticed();
      proxy_->cut();
      EXPECT_TRUE(eventually([&] { return noticed() > before; })) << fleet_->logs();
      proxy_->mend();
    });
  }
  static void two_coordinators(int times) {
    trouble(times, [](QueuedMatch& match, int) {
      const auto other_store = value(JobStore::open(address_, JobStore::Role::owner));
      const auto other = value(QueuedMatch::attach(*other_store, match.id()));
      std::thread second([&] { check(*other); });
      check(match);
      second.join();
      const auto events = value(store_->events());
      const std::string end = fmt::format("test {}: ended", match.id());
      EXPECT_EQ(std::count_if(events.begin(), events.end(),
                              [&](const Event& e) { return e.what.starts_with(end); }),
                1);
    });
  }
  static void fill_disk(int times) {
    trouble(times, [](QueuedMatch&, int worker) {
      fleet_->fill_disk(worker, true);
      const int before = noticed();
      server_->kill();
      // Results wait from now on; one whose disk is full cannot even write that into its log.
      EXPECT_TRUE(eventually([&] { return noticed() > before; })) << fleet_->logs();
      ASSERT_TRUE(server_->run());
      fleet_->fill_disk(worker, false);
    });
  }

  static bool holds_work(int worker) {
    const std::string name = fmt::format("worker{}", worker);
    for (const WorkerRecord& w : value(store_->workers()))
      if (w.name == name) return w.leased_units > 0;
    return false;
  }

  static inline std::unique_ptr<PostgresServer> server_;
  static inline std::unique_ptr<Proxy> proxy_;
  static inline Address address_;
  static inline std::unique_ptr<JobStore> store_;
  static inline std::unique_ptr<Fleet> fleet_;
  static inline QueuedMatchSpec spec_;
  static inline int matches_ = 0;
};
using DeepFaults = Faults;

TEST_F(Faults, WorkerKilled) { kill_worker(2); }
TEST_F(Faults, WorkerFrozenPastItsLease) { freeze_worker(2); }
TEST_F(Faults, DatabaseKilled) { kill_database(2); }
TEST_F(Faults, ConnectionCut) { cut_connection(2); }
TEST_F(Faults, TwoCoordinators) { two_coordinators(2); }
TEST_F(Faults, DiskFullAtTheWorker) { fill_disk(2); }

TEST_F(DeepFaults, WorkerKilled50) { kill_worker(50); }
TEST_F(DeepFaults, WorkerFrozenPastItsLease50) { freeze_worker(50); }
TEST_F(DeepFaults, DatabaseKilled50) { kill_database(50); }
TEST_F(DeepFaults, ConnectionCut50) { cut_connection(50); }
TEST_F(DeepFaults, TwoCoordinators50) { two_coordinators(50); }
TEST_F(DeepFaults, DiskFullAtTheWorker50) { fill_disk(50); }

}  // namespace
}  // namespace rookery::cluster
