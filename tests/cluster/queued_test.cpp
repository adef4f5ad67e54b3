// Matches, self-play and tuning through a queue: the same as on one machine, whoever works.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/wait.h>

#include <random>

#include "base/read_file.h"
#include "base/sha256.h"
#include "cluster/fleet.h"
#include "cluster/proof.h"
#include "cluster/queued_match.h"
#include "cluster/queued_selfplay.h"
#include "cluster/worker.h"
#include "match/report.h"
#include "play/roster.h"
#include "sanitized.h"

namespace rookery::cluster {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

struct Ran {
  int status = 0;
  std::string output;
};
Ran run(const std::string& command) {
  Ran ran;
  FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  char bytes[4096];
  for (std::size_t got; (got = std::fread(bytes, 1, sizeof bytes, pipe)) > 0;)
    ran.output.append(bytes, got);
  ran.status = WEXITSTATUS(::pclose(pipe));
  return ran;
}

class Queued : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const bool on_server = GetParam() == std::string("postgres");
    if (on_server && !shared_postgres())
      GTEST_SKIP() << "PostgreSQL is not installed: apt install postgresql";
    folder_ = temporary_folder("queued");
    url_ = on_server ? shared_postgres()->new_database() : folder_ + "/queue.db";
    store_ = value(JobStore::open(*parse_address(url_), JobStore::Role::owner));
  }
  void TearDown() override {
    store_.reset();
    std::error_code none;
    if (!folder_.empty()) fs::remove_all(folder_, none);
  }

  std::string rookery(const std::string& arguments) const {
    return "HOME='" + folder_ + "' '" ROOKERY_BINARY "' " + arguments;
  }
  std::string worker_command() const {
    return rookery("worker '" + url_ + "' --threads 2 --until-empty");
  }

  /// A small match of classics.
  QueuedMatchSpec small(int games = 8) {
    QueuedMatchSpec spec;
    match::PlayerLimits limits;
    limits.depth = 1;
    match::MatchSpec& m = spec.plan;
    m.players = {{"a", "location", limits, false}, {"b", "michniewski", limits, false}};
    m.games = games;
    m.rules.max_moves = 30;
    for (const match::Player& p : m.players) spec.players.push_back(*to_queue(p, *store_));
    const std::string openings = openings_text(match::builtin_openings());
    spec.openings = sha256(openings);
    EXPECT_TRUE(store_->put_blob(spec.openings, openings));
    spec.date = "2026.01.31";
    return spec;
  }
  std::unique_ptr<QueuedMatch> submit(const QueuedMatchSpec& spec) {
    NewTest test;
    test.kind = "match";
    test.name = "small";
    test.units = spec.units();
    return value(QueuedMatch::submit(*store_, spec, test));
  }
  /// Works until there is nothing to do; what it logged.
  std::string work() {
    WorkerSettings settings;
    settings.queue = *parse_address(url_);
    settings.state = folder_ + "/state";
    settings.name = "honest";
    settings.until_empty = true;
    std::string log;
    Worker worker(settings, [&](const std::string& event, json::Value details) {
      log += event + ' ' + json::to_text(details) + '\n';
    });
    const auto ran = worker.run([] { return Worker::Wish::work; });
    EXPECT_TRUE(ran) << ran.error().message;
    return log;
  }
  /// Starts `rookery worker` as soon as there is a test in the queue.
  std::thread worker_once_needed() {
    return std::thread([this] {
      eventually([&] {
        return !value(value(JobStore::open(*parse_address(url_), JobStore::Role::owner))->tests())
                    .empty();
      });
      const Ran worked = run(worker_command());
      EXPECT_EQ(worked.status, 0) << worked.output;
    });
  }
  WorkerKey enlist(const std::string& name) {
    WorkerRecord w;
    w.instance = w.secret = w.name = name;
    w.info = "{}";
    return {value(store_->register_worker(w)), name};
  }
  static std::string points(int game, const std::string& points) {
    return fmt::format(
        R"({{"game":{},"points":{},"plies":9,"nodes":1,"time_ms":1,"end":"draw by agreement"}})",
        game, points);
  }

  std::string folder_, url_;
  std::unique_ptr<JobStore> store_;
};

TEST_P(Queued, CommandShowsWhatALocalMatchShows) {
  const std::string match =
      "match tuned:Hash=1,name=x quiescent:name=y --nodes 300 --games 10 --max-moves 40 --json ";
  const Ran local = run(rookery(match));
  EXPECT_EQ(local.status, 0) << local.output;
  std::thread worker = worker_once_needed();
  const std::string pgn = folder_ + "/games.pgn";
  const Ran queued = run(rookery(match + "--queue '" + url_ + "' --pgn '" + pgn + "'"));
  worker.join();
  EXPECT_EQ(queued.status, 0);
  EXPECT_EQ(queued.output, local.output);
  EXPECT_EQ(run("'" ROOKERY_BINARY "' pgn '" + pgn + "'").status, 0);
  // The same command finds the same test.
  EXPECT_EQ(run(rookery(match + "--queue '" + url_ + "'")).output, local.output);
  EXPECT_EQ(value(store_->tests()).size(), 1u);
  const std::string queue = "queue '" + url_ + "' ";
  EXPECT_THAT(run(rookery(queue)).output,
              AllOf(HasSubstr("x vs y"), HasSubstr("all games are played")));
  EXPECT_THAT(run(rookery(queue + "show 1")).output,
              AllOf(HasSubstr("x vs y: 10 of 10 games"), HasSubstr("How games ended")));
  EXPECT_THAT(run(rookery(queue + "workers --json")).output, HasSubstr("\"results\":5"));
  EXPECT_EQ(run(rookery(queue + "export 1 --out '" + folder_ + "/again.pgn'")).status, 0);
  EXPECT_EQ(read_file(folder_ + "/again.pgn", FileKind::games).value_or("-"),
            read_file(pgn, FileKind::games).value_or("+"));
  EXPECT_EQ(run(rookery(queue + "pause 1")).status, 1);
  EXPECT_EQ(run(rookery(queue + "purge 1")).status, 2);
  EXPECT_THAT(run(rookery(queue + "purge 1 --reason 'just so'")).output,
              HasSubstr("5 results of worker 1 taken out"));
}

TEST_P(Queued, ProgramsDoNotTravel) {
  const std::string match = "match location cmd=cat --depth 1 --queue '" + url_ + "'";
  const Ran ran = run(rookery(match));
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.output, AllOf(HasSubstr("programs do not travel"), HasSubstr("config.toml")));
  const Ran many =
      run(rookery("match location minimax --depth 1 --games 9000 --queue '" + url_ + "'"));
  EXPECT_EQ(many.status, 2);
  EXPECT_THAT(many.output, HasSubstr("none is played twice"));
}

TEST_P(Queued, HostileResultsAreTakenOutAndPlayedAgain) {
  auto match = submit(small());
  ASSERT_TRUE(match);
  const std::string kWrong[] = {"",
                                "{",
                                "[]",
                                "{\"games\":[]}",
                                "{\"games\":[" + points(0, "1") + "]}",
                                "{\"games\":[" + points(0, "1") + "," + points(0, "1") + "]}",
                                "{\"games\":[" + points(4, "1") + "," + points(5, "1") + "]}",
                                "{\"games\":[" + points(0, "7") + "," + points(1, "1") + "]}",
                                "{\"games\":[" + points(0, "0.3") + "," + points(1, "1") + "]}"};
  int number = 0;
  for (const std::string& summary : kWrong) {
    const WorkerKey liar = enlist(fmt::format("liar {}", ++number));
    const auto lease = value(store_->claim(liar, 1, 60s, {}));
    ASSERT_TRUE(lease) << summary;
    ASSERT_EQ(lease->units[0], 0);
    EXPECT_EQ(
        value(store_->complete(liar, *lease, std::vector<UnitResult>{{0, summary, "\x1b[2J"}})),
        LeaseState::valid);
    EXPECT_TRUE(match->follow(true));
    EXPECT_THAT(match->take_faults(), testing::ElementsAre(HasSubstr("set aside"))) << summary;
    EXPECT_TRUE(match->follow(true));
    EXPECT_EQ(match->standings().games(), 0) << summary;
    EXPECT_FALSE(store_->claim(liar, 1, 60s, {}));
  }
  // One who invents results that could be: its games are no PGN and are not passed on, and its
  // results go when its owner says so.
  const WorkerKey inventor = enlist("inventor");
  const auto lease = value(store_->claim(inventor, 1, 60s, {}));
  ASSERT_TRUE(lease);
  EXPECT_EQ(
      value(store_->complete(
          inventor, *lease,
          std::vector<UnitResult>{
              {0, "{\"games\":[" + points(0, "1") + "," + points(1, "0") + "]}", "\x1b[2J"}})),
      LeaseState::valid);
  EXPECT_TRUE(match->follow(true));
  EXPECT_EQ(match->standings().games(), 2);
  int left_out = 0;
  EXPECT_EQ(value(match->pgn(left_out)), "");
  EXPECT_EQ(left_out, 1);
  EXPECT_EQ(value(store_->purge(inventor.id, std::nullopt, "invented")), 1);
  const std::string log = work();
  EXPECT_TRUE(match->follow(true));
  EXPECT_TRUE(match->is_over()) << log;
  EXPECT_EQ(match->contributions().size(), 1u);
}

TEST_P(Queued, SprtEndsTheTestForAll) {
  QueuedMatchSpec spec = small(400);
  spec.plan.sprt = match::SprtSettings{0, 400, 0.05, 0.05, match::SprtSettings::Model::logistic};
  auto match = submit(spec);
  const WorkerKey winner = enlist("winner");
  std::optional<Lease> last;
  while (!match->is_over()) {
    last = value(store_->claim(winner, 4, 60s, {}));
    ASSERT_TRUE(last);
    std::vector<UnitResult> results;
    for (const auto unit : last->units) {
      const int game = static_cast<int>(2 * unit);
      results.push_back({unit,
                         "{\"games\":[" + points(game, "1") + "," +
                             points(game + 1, unit % 3 ? "0" : "0.5") + "]}",
                         ""});
    }
    EXPECT_EQ(value(store_->complete(winner, *last, results)), LeaseState::valid);
    ASSERT_TRUE(match->follow(true));
  }
  EXPECT_THAT(match->record().why, HasSubstr("H1 accepted"));
  EXPECT_LT(match->standings().games(), 400);
  EXPECT_EQ(value(store_->beat(winner, std::vector<Lease>{*last}, 60s)),
            std::vector<LeaseState>{LeaseState::ended});
  EXPECT_FALSE(value(store_->claim(winner, 1, 60s, {})));
  // Whoever reads it later counts up to the same pair.
  auto later = value(QueuedMatch::attach(*store_, match->id()));
  EXPECT_TRUE(later->follow(true));
  EXPECT_EQ(later->standings().games(), match->standings().games());
}

/// The command that put it in was stopped: workers alone go on, and the test ends where it must.
TEST_P(Queued, SprtIsDecidedWhileNobodyWatches) {
  using Model = match::SprtSettings::Model;
  for (const Model model : {Model::logistic, Model::normalised}) {
    QueuedMatchSpec spec = small(400);
    spec.plan.sprt = match::SprtSettings{-5, 300, 0.05, 0.05, model};
    const Id test = submit(spec)->id();
    const WorkerKey worker = enlist("alone");
    const auto ended = [&] { return value(store_->test(test))->state == "ended"; };
    std::mt19937 random(3);
    EXPECT_TRUE(eventually([&] {
      const auto lease = value(store_->claim(worker, 1, 60s, {}));
      if (!lease) return ended();
      const auto unit = lease->units[0];
      const int game = static_cast<int>(2 * unit);
      const char* const kPoints[] = {"0", "0.5", "1"};
      EXPECT_EQ(
          value(store_->complete(
              worker, *lease,
              std::vector<UnitResult>{{unit,
                                       "{\"games\":[" + points(game, kPoints[2 - random() % 2]) +
                                           "," + points(game + 1, kPoints[random() % 3]) + "]}",
                                       ""}})),
          LeaseState::valid);
      return ended();
    }));
    const auto record = value(store_->test(test));
    EXPECT_LT(record->done, 200);
    auto reader = value(QueuedMatch::attach(*store_, test));
    EXPECT_TRUE(reader->follow(false));
    EXPECT_TRUE(reader->is_over());
    const auto state = match::sprt_state(*spec.plan.sprt, reader->standings().encounter(0).pairs);
    EXPECT_EQ(record->why, match::explain(*spec.plan.sprt, state));
    EXPECT_THAT(record->why, HasSubstr("accepted"));
  }
}

TEST_P(Queued, EndsAfterItsLastGameWhileNobodyWatches) {
  for (const bool sprt : {false, true}) {
    QueuedMatchSpec spec = small(7);  // the last unit is a single game
    if (sprt)
      spec.plan.sprt = match::SprtSettings{0, 1, 0.05, 0.05, match::SprtSettings::Model::logistic};
    const Id test = submit(spec)->id();
    EXPECT_TRUE(eventually([&] {
      work();
      return value(store_->test(test))->state == "ended";
    }));
    const auto record = value(store_->test(test));
    EXPECT_EQ(record->why, "all games are played");
    EXPECT_EQ(record->done, 4);
    // Taking its results out lets it go on.
    EXPECT_EQ(value(store_->purge(value(store_->workers())[0].id, test, "to try")), 4);
    EXPECT_EQ(value(store_->test(test))->state, "running");
    EXPECT_TRUE(eventually([&] {
      work();
      return value(store_->test(test))->state == "ended";
    }));
    EXPECT_EQ(value(store_->test(test))->done, 4);
  }
}

/// Who sends what is no result while nobody watches is taken out by the store itself.
TEST_P(Queued, HostileResultsAreTakenOutWhileNobodyWatches) {
  QueuedMatchSpec spec = small();
  spec.plan.sprt = match::SprtSettings{0, 1, 0.05, 0.05, match::SprtSettings::Model::logistic};
  const Id test = submit(spec)->id();
  int number = 0;
  for (const std::string& summary :
       {std::string("{"), std::string("{\"games\":7}"),
        "{\"games\":[" + points(0, "1") + "," + points(0, "1") + "]}",
        "{\"games\":[" + points(0, "7") + "," + points(1, "1") + "]}",
        "{\"games\":[" + points(0, "\"x\"") + "," + points(1, "1") + "]}"}) {
    SCOPED_TRACE(summary);
    const WorkerKey liar = enlist(fmt::format("liar {}", ++number));
    std::optional<Lease> lease;
    ASSERT_TRUE(eventually([&] {
      lease = value(store_->claim(liar, 1, 60s, {}));
      return lease && lease->units[0] == 0;
    }));
    EXPECT_EQ(value(store_->complete(liar, *lease, std::vector<UnitResult>{{0, summary, ""}})),
              LeaseState::valid);
    const WorkerKey honest = enlist("honest");
    const std::vector<Id> none_of_it{test};
    EXPECT_TRUE(eventually([&] {
      EXPECT_FALSE(value(store_->claim(honest, 1, 60s, none_of_it)));
      return value(store_->test(test))->done == 0;
    }));
    const auto refused = store_->claim(liar, 1, 60s, {});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("set aside: unit 0 of test"));
  }
}

TEST_P(Queued, OnlyTheSameEnginePlays) {
  QueuedMatchSpec spec = small();
  ++spec.players[1].signature;
  submit(spec);
  const std::string log = work();
  EXPECT_THAT(log, AllOf(HasSubstr("cannot play"), HasSubstr("another version here")));
  EXPECT_EQ(value(store_->test(1))->done, 0);
  EXPECT_THAT(value(store_->workers())[0].note, HasSubstr("another version here"));
}

TEST_P(Queued, QueueCannotNamePathsOrPrograms) {
  const json::Value good = to_json(small());
  EXPECT_TRUE(parse_match_spec(json::to_text(good)));
  for (const char* agent :
       {"cmd=/bin/sh", "rookery:EvalFile=/etc/passwd", "rookery:Hash=100000", "nobody"}) {
    QueuedMatchSpec spec = small();
    spec.players[0].agent = agent;
    const auto parsed = parse_match_spec(json::to_text(to_json(spec)));
    ASSERT_TRUE(parsed) << agent;
    EXPECT_FALSE(LocalPlayer::check(parsed->players[0], "")) << agent;
  }
  const std::pair<const char*, json::Value> kWrong[] = {{"openings", "../../etc/passwd"},
                                                        {"games", 0},
                                                        {"games", 2e9},
                                                        {"players", json::Value::array()},
                                                        {"seed", "x"},
                                                        {"speed", -1},
                                                        {"sprt", 5},
                                                        {"max_moves", "many"}};
  for (const auto& [key, wrong] : kWrong) {
    json::Value bad = good;
    bad[key] = wrong;
    EXPECT_FALSE(parse_match_spec(json::to_text(bad))) << key;
  }
}

TEST_P(Queued, NetworksTravelByHash) {
  std::string net;
  std::ifstream(ROOKERY_NETS "/default") >> net;
  net = ROOKERY_NETS "/" + net;
  match::PlayerLimits limits;
  limits.nodes = 100;
  const auto player =
      to_queue({"n", "rookery:EvalFile=" + net + ",Hash=1", limits, false}, *store_);
  ASSERT_TRUE(player) << player.error().message;
  EXPECT_EQ(player->agent, "rookery:Hash=1");
  EXPECT_EQ(player->network, sha256(*read_file(net, FileKind::network)));
  QueuedMatchSpec spec = small(2);
  spec.players[0] = *player;
  auto match = submit(spec);
  const std::string log = work();
  EXPECT_TRUE(match->follow(true));
  EXPECT_TRUE(match->is_over()) << log;
  EXPECT_TRUE(fs::exists(folder_ + "/state/files/" + player->network));
}

TEST_P(Queued, SelfplayMakesTheSameBytes) {
  const std::string selfplay =
      "selfplay --games 40 --threads 2 --nodes 60 --seed 5 --chess960 0.3 ";
  const Ran local = run(rookery(selfplay + "--out '" + folder_ + "/local'"));
  ASSERT_EQ(local.status, 0) << local.output;
  std::thread worker = worker_once_needed();
  const Ran queued =
      run(rookery(selfplay + "--out '" + folder_ + "/queued' --queue '" + url_ + "'"));
  worker.join();
  EXPECT_EQ(queued.status, 0) << queued.output;
  for (int thread = 0; thread < 2; ++thread) {
    const auto one =
        read_file(train::selfplay_path(folder_ + "/local", 5, thread), FileKind::games);
    const auto two =
        read_file(train::selfplay_path(folder_ + "/queued", 5, thread), FileKind::games);
    ASSERT_TRUE(one && two);
    EXPECT_GT(one->size(), 500u);
    EXPECT_TRUE(*one == *two);
  }
  EXPECT_EQ(run(rookery("queue '" + url_ + "' export 1 --out '" + folder_ + "/again'")).status, 0);
  EXPECT_TRUE(*read_file(train::selfplay_path(folder_ + "/again", 5, 1), FileKind::games) ==
              *read_file(train::selfplay_path(folder_ + "/local", 5, 1), FileKind::games));
}

TEST_P(Queued, SpsaTakesTheSameSteps) {
  fs::create_directories(folder_ + "/.config/rookery");
  std::ofstream(folder_ + "/.config/rookery/config.toml")
      << "[engines.mine]\ncmd = \"" ROOKERY_BINARY
         "\"\nargs = [\"uci\", \"--agent\", \"rookery\"]\noptions = { UCI_LimitStrength = true }\n";
  const std::string tune =
      "tune --spsa --engine mine --param UCI_Elo=1500,1400,1900,50 --nodes 50 --iterations 2 "
      "--pairs 2 ";
  const Ran local = run(rookery(tune + "--state '" + folder_ + "/local.csv'"));
  ASSERT_EQ(local.status, 0) << local.output;
  std::thread worker([&] {
    // There is more to come while the tuning goes on.
    eventually(
        [&] {
          const Ran worked = run(worker_command());
          EXPECT_EQ(worked.status, 0) << worked.output;
          const auto tests =
              value(value(JobStore::open(*parse_address(url_), JobStore::Role::owner))->tests());
          return !tests.empty() && tests[0].state == "ended";
        },
        300s);
  });
  const Ran queued =
      run(rookery(tune + "--state '" + folder_ + "/queued.csv' --queue '" + url_ + "'"));
  worker.join();
  EXPECT_EQ(queued.status, 0) << queued.output;
  EXPECT_EQ(read_file(folder_ + "/local.csv", FileKind::state).value_or("-"),
            read_file(folder_ + "/queued.csv", FileKind::state).value_or("+"));
}

TEST_P(Queued, WorkerFinishesOrLeavesAtOnce) {
  QueuedMatchSpec spec = small(400);
  for (std::size_t i = 0; i < 2; ++i) {
    match::PlayerLimits limits;
    limits.nodes = 300;
    spec.players[i].limits = limits;
  }
  spec.plan.rules.max_moves = 0;
  auto match = submit(spec);
  for (const int signals : {1, 2}) {
    SCOPED_TRACE(signals);
    const std::int64_t before = value(store_->test(match->id()))->done;
    Fleet fleet(url_, 1);
    // One is played and one waits.
    ASSERT_TRUE(eventually([&] {
      const auto workers = value(store_->workers());
      return !workers.empty() && workers.back().leased_units >= 2;
    })) << fleet.logs();
    for (int i = 0; i < signals; ++i) fleet.signal(0, SIGTERM);
    if (signals == 2) fleet.signal(0, SIGINT);  // two equal signals may become one
    EXPECT_EQ(fleet.finish(0), "exited with status 0") << fleet.logs();
    const auto test = value(store_->test(match->id()));
    EXPECT_EQ(test->leased_threads, 0) << fleet.logs();
    if (signals == 1) {
      EXPECT_GT(test->done, before) << fleet.logs();
    }
    EXPECT_THAT(fleet.log(0), AllOf(HasSubstr("gave back"), HasSubstr("\"left\"")));
  }
}

INSTANTIATE_TEST_SUITE_P(Both, Queued, testing::Values("sqlite", "postgres"),
                         [](const auto& parameter) { return std::string(parameter.param); });

TEST(Outliers, AreThoseWhoseResultsDoNotFit) {
  std::map<Id, Contribution> workers;
  workers[1].pairs = {10, 40, 100, 45, 12};
  workers[2].pairs = {12, 38, 95, 50, 10};
  workers[3].pairs = {60, 50, 60, 20, 5};
  workers[4].pairs = {0, 1, 2, 0, 0};  // too few to tell
  const auto list = outliers(workers);
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list[0].worker, 3);
  EXPECT_LT(list[0].probability, 1e-6);
  workers.erase(3);
  for (const Outlier& o : outliers(workers)) EXPECT_GT(o.probability, 0.05);
  // By hand: two columns of 30 and 70 against 50 and 50 have chi-square 8.33, tail 0.00389.
  workers = {{1, {}}, {2, {}}};
  workers[1].pairs = {30, 0, 0, 0, 70};
  workers[2].pairs = {50, 0, 0, 0, 50};
  EXPECT_NEAR(outliers(workers)[0].chi_square, 8.333, 0.001);
  EXPECT_NEAR(outliers(workers)[0].probability, 0.003892, 1e-5);
}

}  // namespace
}  // namespace rookery::cluster
