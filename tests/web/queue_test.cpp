// The Arena's queue: looked at by everybody who has the page, changed only with the queue's token.
#include "base/sha256.h"
#include "cluster/queued_match.h"
#include "cluster/worker.h"
#include "web/app_fixture.h"

namespace rookery::web {
namespace {

using cluster::JobStore;
using json::Value;
using testing::Page;

class WebQueue : public testing::WebApp {
 protected:
  void SetUp() override {
    WebApp::SetUp();
    stop();
    address_ = {false, (state_ / "queue.db").string()};
    store_ = std::move(*JobStore::open(address_, JobStore::Role::owner));
    ASSERT_TRUE(store_->add_token(sha256("right")));
  }
  void begin(const std::string& token) {
    stop();
    queue_ = QueueSetup{address_, token};
    start();
  }
  static Value spec(int games = 4) {
    return {{"players", {"location", "michniewski"}}, {"games", games}, {"depth", 1}};
  }
  /// The next state in which `holds`.
  template <class Holds>
  static Value state(Page& page, const Holds& holds) {
    for (;;) {
      const Value event = page.event("queue");
      if (event.is_null() || (event["online"] == true && holds(event))) return event;
    }
  }
  void work() const {
    cluster::WorkerSettings settings;
    settings.queue = address_;
    settings.state = state_ / "worker";
    settings.name = "<b>honest</b>";
    settings.until_empty = true;
    cluster::Worker worker(settings, [](const std::string&, const Value&) {});
    EXPECT_TRUE(worker.run([] { return cluster::Worker::Wish::work; }));
  }

  cluster::Address address_;
  std::unique_ptr<JobStore> store_;
};

TEST_F(WebQueue, IsNotThereUnlessAskedFor) {
  start();
  Page page = this->page();
  EXPECT_EQ(page.hello()["queue"], false);
  EXPECT_EQ(page.ask("watch", {{"ch", "queue"}})["ok"], false);
  EXPECT_EQ(page.ask("queue_test", {{"test", 1}})["ok"], false);
}

TEST_F(WebQueue, CanOnlyBeLookedAtWithoutTheToken) {
  ASSERT_TRUE(store_->submit({"t", "match", "someone's", "{}", "", 4, 0, 1}));
  for (const char* token : {"", "wrong", "Right", "right "}) {
    SCOPED_TRACE(token);
    begin(token);
    Page page = this->page();
    EXPECT_EQ(page.hello()["queue"], true);
    EXPECT_EQ(page.ask("watch", {{"ch", "queue"}})["ok"], true);
    const Value seen = state(page, [](const Value&) { return true; });
    EXPECT_EQ(seen["writable"], false);
    EXPECT_EQ(seen["tests"][0]["name"], "someone's");
    const std::pair<const char*, Value> kWrites[] = {
        {"queue_start", {{"spec", spec()}}},
        {"queue_change", {{"test", 1}, {"to", "ended"}}},
        {"queue_aside", {{"worker", 1}, {"reason", "x"}}},
        {"queue_purge", {{"worker", 1}, {"reason", "x"}}}};
    for (const auto& [type, fields] : kWrites)
      EXPECT_EQ(page.ask(type, fields)["error"]["code"], "read_only") << type;
    EXPECT_EQ(store_->test(1)->value().state, "running");
    EXPECT_EQ(store_->tests()->size(), 1u);
  }
}

TEST_F(WebQueue, StartsShowsAndStopsTests) {
  begin("right");
  Page page = this->page();
  page.hello();
  page.ask("watch", {{"ch", "queue"}});
  EXPECT_EQ(state(page, [](const Value&) { return true; })["writable"], true);
  Value wanted = spec();
  wanted["sprt"] = {{"elo0", 0}, {"elo1", 5}};
  wanted["priority"] = 3;
  const Value started = page.ask("queue_start", {{"spec", wanted}});
  ASSERT_EQ(started["ok"], true) << started;
  const auto id = started["test"].get<int>();
  const Value row = state(page, [](const Value& s) { return !s["tests"].empty(); })["tests"][0];
  EXPECT_EQ(row["name"], "location vs michniewski");
  EXPECT_EQ(row["priority"], 3);
  EXPECT_EQ(row["scheduled"], 4);
  const auto change = [&](const char* to) {
    return page.ask("queue_change", {{"test", id}, {"to", to}});
  };
  EXPECT_EQ(change("running")["error"]["code"], "illegal");
  EXPECT_EQ(change("paused")["ok"], true);
  EXPECT_EQ(store_->test(id)->value().state, "paused");
  EXPECT_EQ(change("running")["ok"], true);
  EXPECT_EQ(change("over")["error"]["code"], "bad_message");

  work();
  const Value done = state(page, [](const Value& s) {
    return s["tests"][0]["games"] == 4 && s["workers"][0]["results"] == 2;
  });
  EXPECT_EQ(done["workers"][0]["name"], "<b>honest</b>");
  EXPECT_GT(done["workers"][0]["nps"], 0);
  EXPECT_EQ(done["workers"][0]["faults"], 0);
  EXPECT_TRUE(done["tests"][0]["sprt"]["llr"].is_number());
  EXPECT_EQ(done["tests"][0]["pentanomial"].size(), 5u);
  const Value detail = page.ask("queue_test", {{"test", id}});
  int ends = 0;
  for (const auto& [end, count] : detail["ends"].items()) ends += count.get<int>();
  EXPECT_EQ(ends, 4);
  ASSERT_EQ(detail["games"].size(), 4u) << detail;
  EXPECT_EQ(detail["workers"][0]["games"], 4);
  for (const Value& game : detail["games"]) {
    const Value one = page.ask("queue_game", {{"test", id}, {"n", game["n"]}});
    const std::string pgn = one.value("pgn", "");
    EXPECT_NE(pgn.find("[GameNumber \"" + std::to_string(game["n"].get<int>()) + "\"]"), pgn.npos)
        << one;
    EXPECT_EQ(pgn.find("[Event ", 1), pgn.npos) << "more than one game";
    EXPECT_EQ(page.ask("open_analysis", {{"pgn", pgn}})["ok"], true);
  }
  EXPECT_EQ(page.ask("queue_game", {{"test", id}, {"n", 5}})["error"]["code"], "no_such");
  EXPECT_EQ(page.ask("queue_test", {{"test", 99}})["error"]["code"], "no_such");

  EXPECT_EQ(page.ask("queue_purge", {{"worker", 1}, {"reason", ""}})["error"]["code"],
            "bad_message");
  EXPECT_EQ(page.ask("queue_purge", {{"worker", 1}, {"reason", "to try"}})["purged"], 2);
  EXPECT_EQ(page.ask("queue_aside", {{"worker", 1}, {"reason", "odd"}})["ok"], true);
  EXPECT_EQ(store_->workers()->at(0).aside, "odd");
  EXPECT_EQ(page.ask("queue_aside", {{"worker", 1}, {"reason", ""}})["ok"], true);
  EXPECT_EQ(change("ended")["ok"], true);
  EXPECT_EQ(store_->test(id)->value().why, "cancelled: from the page");
}

TEST_F(WebQueue, RefusesWhatIsNoTest) {
  begin("right");
  Page page = this->page();
  page.hello();
  Value backwards = spec(), three = spec(), path = spec(), many = spec(100'00);
  backwards["sprt"] = {{"elo0", 5}, {"elo1", 0}};
  three["players"].push_back("minimax");
  three["sprt"] = {{"elo0", 0}, {"elo1", 5}};
  path["players"][0] = "cmd=/bin/sh";
  for (const Value& wrong : {backwards, three, path, Value("text"), Value(nullptr)}) {
    const Value reply = page.ask("queue_start", {{"spec", wrong}});
    EXPECT_EQ(reply["error"]["code"], "bad_message") << wrong << reply;
  }
  const Value reply = page.ask("queue_start", {{"spec", many}});
  EXPECT_NE(reply["error"]["text"].get<std::string>().find("none is played twice"),
            std::string::npos)
      << reply;
  EXPECT_TRUE(store_->tests()->empty());
}

TEST_F(WebQueue, ThatIsAwayIsSaidToBe) {
  address_ = *cluster::parse_address("postgresql://nobody@/none?host=" + state_.string());
  begin("right");
  Page page = this->page();
  page.hello();
  page.ask("watch", {{"ch", "queue"}});
  for (;;) {
    const Value event = page.event("queue");
    ASSERT_FALSE(event.is_null());
    EXPECT_EQ(event["online"], false);
    if (!event.value("text", "").empty()) break;
  }
  EXPECT_EQ(page.ask("queue_test", {{"test", 1}})["error"]["code"], "queue");
}

}  // namespace
}  // namespace rookery::web
