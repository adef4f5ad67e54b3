// The Arena: matches that are started, watched, stopped and gone on with from a page.
#include "web/app_fixture.h"

namespace rookery::web {
namespace {

using json::Value;
using testing::Page;

class WebMatch : public testing::WebApp {
 protected:
  static Value spec(int games, int depth = 1) {
    return {{"players", {"random:seed=1", "minimax"}},
            {"games", games},
            {"depth", depth},
            {"concurrency", 2}};
  }
  static std::string begin(Page& page, Value spec) {
    const Value reply = page.ask("match_start", {{"spec", std::move(spec)}});
    EXPECT_EQ(reply["ok"], true) << reply;
    return reply.value("match", "");
  }
  /// The table adds up: every game gives one point, and the players' results mirror each other.
  static void check_sums(const Value& table) {
    double points = 0;
    int wins = 0, losses = 0, games = 0;
    for (const Value& row : table["standings"]) {
      points += row["points"].get<double>();
      wins += row["wins"].get<int>();
      losses += row["losses"].get<int>();
      games += row["wins"].get<int>() + row["draws"].get<int>() + row["losses"].get<int>();
    }
    EXPECT_EQ(points, table["done"].get<int>());
    EXPECT_EQ(wins, losses);
    EXPECT_EQ(games, 2 * table["done"].get<int>());
  }
  static Value wait_for(Page& page, const std::string& status) {
    for (;;) {
      const Value event = page.event("match_progress");
      if (event.is_null()) return event;
      check_sums(event);
      if (event["status"] == status) return event;
    }
  }
};

TEST_F(WebMatch, IsPlayedToItsEndAndKept) {
  std::string id, pgn;
  {
    Page one = page();
    one.hello();
    id = begin(one, spec(6));
    one.ask("watch", {{"ch", "match/" + id}});
    const Value state = one.event("match");
    EXPECT_EQ(state["players"], Value({"random:seed=1", "minimax"}));
    EXPECT_EQ(state["total"], 6);
    EXPECT_EQ(state["command"],
              "rookery match random:seed=1 minimax --games 6 --depth 1 --concurrency 2");
    Value last = state;
    if (state["status"] != "ended") last = wait_for(one, "ended");
    EXPECT_EQ(last["done"], 6);
    EXPECT_EQ(last["text"].get<std::string>().substr(0, 12), "minimax wins") << last;
    pgn = one.ask("export", {{"match", id}})["pgn"];
    EXPECT_NE(pgn.find("[Round \"3.6\"]"), pgn.npos) << pgn;
    EXPECT_EQ(one.ask("match_resume", {{"match", id}})["error"]["code"], "illegal");
    EXPECT_EQ(one.ask("match_stop", {{"match", id}})["error"]["code"], "illegal");
    const Value row = one.ask("matches")["rows"][0];
    EXPECT_EQ(row["id"], id);
    EXPECT_EQ(row["title"], "random:seed=1 – minimax");
    const Value analysis = one.ask("open_analysis", {{"match", id}, {"n", 2}});
    EXPECT_EQ(analysis["ok"], true) << analysis;
    EXPECT_EQ(one.ask("open_analysis", {{"match", id}, {"n", 7}})["error"]["code"], "no_such");
  }
  stop();
  start();
  Page one = page();
  one.hello();
  EXPECT_EQ(one.ask("matches")["rows"][0]["total"], 6);
  one.ask("watch", {{"ch", "match/" + id}});
  const Value state = one.event("match");
  EXPECT_EQ(state["status"], "ended");
  EXPECT_EQ(state["games"].size(), 6u);
  check_sums(state);
  EXPECT_EQ(one.ask("export", {{"match", id}})["pgn"], pgn);
}

TEST_F(WebMatch, BoardsAreLiveAndAStoppedMatchGoesOn) {
  Page one = page();
  one.hello();
  // Far more games than are waited for.
  const std::string id = begin(one, spec(10'000));
  one.ask("watch", {{"ch", "match/" + id}});
  one.event("match");
  Value boards;
  do boards = one.event("match_boards")["boards"];
  while (boards.size() < 2);
  EXPECT_FALSE(boards[0]["fen"].get<std::string>().empty());
  EXPECT_NE(boards[0]["slot"], boards[1]["slot"]);
  EXPECT_EQ(one.ask("match_stop", {{"match", id}})["ok"], true);
  one.ask("match_stop", {{"match", id}, {"now", true}});
  const Value stopped = wait_for(one, "stopped");
  EXPECT_LT(stopped["done"].get<int>(), 10'000);
  EXPECT_EQ(one.ask("match_resume", {{"match", id}})["ok"], true);
  Value more;
  do more = one.event("match_progress");
  while (more["done"].get<int>() <= stopped["done"].get<int>());
  check_sums(more);
  // The program may end in the middle; what was finished is there.
  stop();
  start();
  Page two = page();
  two.hello();
  two.ask("watch", {{"ch", "match/" + id}});
  const Value state = two.event("match");
  EXPECT_EQ(state["status"], "stopped");
  EXPECT_GE(state["done"].get<int>(), more["done"].get<int>());
}

TEST_F(WebMatch, WrongRequestsSayWhatIsWrong) {
  Page one = page();
  one.hello();
  const auto refuses = [&](Value change, const std::string& field) {
    Value wanted = spec(2);
    wanted.update(change);
    const Value reply = one.ask("match_start", {{"spec", wanted}});
    EXPECT_EQ(reply["ok"], false) << wanted;
    EXPECT_EQ(reply["error"].value("field", ""), field) << reply;
    EXPECT_FALSE(reply["error"]["text"].get<std::string>().empty());
  };
  refuses({{"players", {"minimax"}}}, "players");
  refuses({{"players", {"minimax", "cmd=sh"}}}, "players");
  refuses({{"players", {"minimax", "human"}}}, "players");
  refuses({{"players", {"minimax", "rookery:SyzygyPath=/etc"}}}, "players");
  refuses({{"depth", nullptr}}, "limit");
  refuses({{"depth", 0}}, "");
  refuses({{"games", 0}}, "");
  refuses({{"games", 1'000'000}}, "");
  refuses({{"concurrency", 1000}}, "");
  refuses({{"fen", "8/8/8/8/8/8/8/8 w - - 0 1"}}, "fen");
  refuses({{"fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}}, "fen");  // stalemate
  EXPECT_EQ(one.ask("match_start")["ok"], false);
  EXPECT_EQ(one.ask("watch", {{"ch", "match/../settings"}})["error"]["code"], "no_such");
  EXPECT_EQ(one.ask("matches")["rows"].size(), 0u);
}

TEST_F(WebMatch, FromAPosition) {
  Page one = page();
  one.hello();
  Value wanted = spec(2);
  wanted["fen"] = "7k/8/R7/1R6/8/8/8/6K1 w - - 0 1";
  wanted["players"] = {"minimax", "minimax", "random:seed=4"};
  const std::string id = begin(one, wanted);
  one.ask("watch", {{"ch", "match/" + id}});
  Value state = one.event("match");
  EXPECT_EQ(state["players"][1], "minimax #2");
  EXPECT_EQ(state["total"], 6);
  EXPECT_FALSE(state.contains("command"));
  if (state["status"] != "ended") state = wait_for(one, "ended");
  const std::string pgn = one.ask("export", {{"match", id}})["pgn"];
  EXPECT_NE(pgn.find("7k/8/R7/1R6/8/8/8/6K1 w"), pgn.npos) << pgn;
}

}  // namespace
}  // namespace rookery::web
