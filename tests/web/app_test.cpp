// The requests of docs/web-api.md, over real sockets.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/rng.h"
#include "play/preferences.h"
#include "web/app_fixture.h"

namespace rookery::web {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using json::Value;
using testing::Page;
using WebApp = testing::WebApp;

constexpr const char* kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

TEST_F(WebApp, HelloComesFirst) {
  Page one = page();
  EXPECT_EQ(one.ask("ping")["error"]["code"], "bad_message");
  const Value welcome = one.hello();
  EXPECT_EQ(welcome["ok"], true);
  EXPECT_EQ(welcome["t"], "welcome");
  EXPECT_EQ(welcome["fresh"], true);
  EXPECT_EQ(welcome["levels"].size(), 12u);
  EXPECT_EQ(welcome["levels"][2]["name"], "Sparrow");
  EXPECT_GT(welcome["agents"].size(), 10u);
  EXPECT_TRUE(one.ask("ping")["now"].is_number());
  EXPECT_EQ(one.ask("no_such_thing")["error"]["code"], "bad_message");
  Page old = page("page-two-12");
  old.send("hello", {{"proto", {7}}, {"client", "page-two-12"}}, 1);
  EXPECT_TRUE(old.next().is_null());
  EXPECT_EQ(old.socket().close_code(), kBadVersion);
}

TEST_F(WebApp, PeoplePlayToMate) {
  Page one = page(), two = page("page-two-12");
  one.hello(), two.hello();
  const std::string game = one.ask("new_game", {{"white", "human"}, {"black", "human"}})["game"];
  EXPECT_EQ(one.ask("watch", {{"ch", "game/" + game}})["ok"], true);
  const Value state = one.event("game");
  EXPECT_EQ(state["pos"]["legal"].size(), 20u);
  EXPECT_EQ(state["start_fen"], kStartFen);
  two.ask("watch", {{"ch", "game/" + game}});
  int ply = 0;
  for (const char* move : {"f2f3", "e7e5", "g2g4"}) {
    EXPECT_EQ(one.ask("move", {{"game", game}, {"ply", ply++}, {"uci", move}})["ok"], true);
    EXPECT_EQ(two.event("moved")["uci"], move);
  }
  EXPECT_EQ(one.ask("move", {{"game", game}, {"ply", 0}, {"uci", "d8h4"}})["error"]["code"],
            "stale_ply");
  EXPECT_EQ(one.ask("move", {{"game", game}, {"ply", 3}, {"uci", "d8h5"}})["error"]["code"],
            "illegal");
  EXPECT_TRUE(fs::exists(state_ / "current" / (game + ".pgn")));
  one.ask("move", {{"game", game}, {"ply", 3}, {"uci", "d8h4"}});
  EXPECT_EQ(one.event("ended")["outcome"]["text"], "Checkmate! Black wins, 0-1.");
  EXPECT_TRUE(fs::exists(state_ / "archive" / (game + ".pgn")));
  // Taken back, it goes on.
  EXPECT_EQ(one.ask("takeback", {{"game", game}, {"ply", 4}})["ok"], true);
  Value last;
  do last = one.event("game");
  while (last["status"] == "ended");
  EXPECT_EQ(last["moves"].size(), 3u);
  EXPECT_EQ(last["can"]["redo"], true);
  EXPECT_TRUE(fs::exists(state_ / "current" / (game + ".pgn")));
  EXPECT_FALSE(fs::exists(state_ / "archive" / (game + ".pgn")));
}

TEST_F(WebApp, AgentAnswersAfterItsPause) {
  Page one = page();
  one.hello();
  const std::string game =
      one.ask("new_game", {{"white", "human"}, {"black", "rookery:level=1"}})["game"];
  one.ask("watch", {{"ch", "game/" + game}});
  const auto asked = std::chrono::steady_clock::now();
  one.ask("move", {{"game", game}, {"ply", 0}, {"uci", "e2e4"}});
  EXPECT_EQ(one.event("moved")["ply"], 1);
  EXPECT_EQ(one.ask("move", {{"game", game}, {"ply", 1}, {"uci", "e7e5"}})["error"]["code"],
            "not_your_turn");
  EXPECT_EQ(one.event("moved")["ply"], 2);
  EXPECT_GE(std::chrono::steady_clock::now() - asked, 400ms);
  const Value hint = one.ask("hint", {{"game", game}, {"ply", 2}, {"step", 1}});
  EXPECT_EQ(hint["ok"], true) << hint;
  EXPECT_EQ(hint["text"].get<std::string>().substr(0, 11), "Look at the");
  const Value second = one.ask("hint", {{"game", game}, {"ply", 2}, {"step", 2}});
  EXPECT_EQ(second["text"].get<std::string>().substr(0, 6), "Hint: ");
  EXPECT_EQ(one.ask("resign", {{"game", game}, {"ply", 2}})["ok"], true);
  EXPECT_EQ(one.event("ended")["outcome"]["reason"], "resignation");
}

TEST_F(WebApp, PagesNameNoPrograms) {
  Page one = page();
  one.hello();
  const fs::path marker = state_ / "was-run";
  for (const std::string& spec :
       {"cmd=/usr/bin/touch " + marker.string(), std::string("cmd=stockfish"),
        std::string("rookery:SyzygyPath=/etc"), std::string("rookery:EvalFile=/etc/passwd"),
        std::string("../../bin/sh"), std::string("nobody")}) {
    const Value reply = one.ask("new_game", {{"white", "human"}, {"black", spec}});
    EXPECT_EQ(reply["ok"], false) << spec;
  }
  EXPECT_FALSE(fs::exists(marker));
}

TEST_F(WebApp, FlagFalls) {
  Page one = page();
  one.hello();
  const std::string game =
      one.ask("new_game", {{"white", "human"},
                           {"black", "human"},
                           {"clock", {{"base_ms", 300}, {"inc_ms", 0}}}})["game"];
  one.ask("watch", {{"ch", "game/" + game}});
  EXPECT_EQ(one.event("game")["clock"]["running"], "white");
  EXPECT_EQ(one.event("ended")["outcome"]["reason"], "time");
}

TEST_F(WebApp, RequestsAreDoneOnce) {
  Page one = page();
  const std::string session = one.hello()["session"];
  const std::string game = one.ask("new_game", {{"white", "human"}, {"black", "human"}})["game"];
  one.ask("watch", {{"ch", "game/" + game}});
  one.ask("move", {{"game", game}, {"ply", 0}, {"uci", "e2e4"}});
  const int id = one.last_id();
  const Value seen = one.event("moved");
  one.socket().connection().drop();

  Page again = page();
  again.send("hello",
             {{"proto", {1}},
              {"client", "page-one-12"},
              {"session", session},
              {"resume", {{"game/" + game, seen["q"].get<int>() - 1}}}},
             100);
  EXPECT_EQ(again.reply(100)["fresh"], false);
  EXPECT_EQ(again.event("moved"), seen);  // what it had missed
  again.send("move", {{"game", game}, {"ply", 0}, {"uci", "e2e4"}}, id);
  EXPECT_EQ(again.reply(id)["ok"], true);  // not stale_ply: it was this very request
  again.send("move", {{"game", game}, {"ply", 0}, {"uci", "e2e4"}}, 101);
  EXPECT_EQ(again.reply(101)["error"]["code"], "stale_ply");
}

TEST_F(WebApp, GameSurvivesTheServer) {
  std::string game;
  {
    Page one = page();
    one.hello();
    game = one.ask("new_game", {{"white", "human"},
                                {"black", "human"},
                                {"clock", {{"base_ms", 60000}, {"inc_ms", 0}}}})["game"];
    one.ask("move", {{"game", game}, {"ply", 0}, {"uci", "e2e4"}});
  }
  stop();
  start();
  Page one = page();
  const Value welcome = one.hello({{"session", "other"}, {"resume", {{"game/" + game, 3}}}});
  EXPECT_EQ(welcome["fresh"], true);
  EXPECT_EQ(welcome["current"][0]["id"], game);
  const Value state = one.event("game");
  EXPECT_EQ(state["moves"].size(), 1u);
  EXPECT_EQ(state["status"], "paused");
  EXPECT_TRUE(state["clock"]["running"].is_null());
  EXPECT_EQ(one.ask("move", {{"game", game}, {"ply", 1}, {"uci", "e7e5"}})["ok"], true);
  EXPECT_EQ(one.event("moved")["status"], "running");
}

TEST_F(WebApp, GameOfATerminalIsWatchedAndCopied) {
  const std::string id = "20260101-000000-000-1";
  write_game(id, "1. e4 e5");
  const std::string lock = (state_ / "current" / (id + ".pgn.lock")).string();
  const int held = open(lock.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  ASSERT_EQ(flock(held, LOCK_EX | LOCK_NB), 0);
  Page one = page();
  one.hello();
  one.ask("watch", {{"ch", "game/" + id}});
  EXPECT_EQ(one.event("game")["lock"], "This game is open in a terminal.");
  EXPECT_EQ(one.ask("move", {{"game", id}, {"ply", 2}, {"uci", "g1f3"}})["error"]["code"],
            "locked");
  const std::string copy = one.ask("adopt", {{"game", id}, {"copy", true}})["game"];
  EXPECT_NE(copy, id);
  EXPECT_EQ(one.ask("move", {{"game", copy}, {"ply", 2}, {"uci", "g1f3"}})["ok"], true);
  // The terminal moves, then ends.
  write_game(id, "1. e4 e5 2. d4");
  Value state;
  do state = one.event("game");
  while (state["moves"].size() < 3);
  EXPECT_TRUE(state.contains("lock"));
  close(held);
  do state = one.event("game");
  while (state.contains("lock"));
  EXPECT_EQ(one.ask("move", {{"game", id}, {"ply", 3}, {"uci", "e5d4"}})["ok"], true);
}

TEST_F(WebApp, IdsLeadNowhereElse) {
  std::ofstream(state_ / "secret.pgn") << "1. e4 *\n";
  Page one = page();
  one.hello();
  for (const char* id : {"../secret", "..", "", "a/b", "x.pgn", "%2e%2e"}) {
    EXPECT_EQ(one.ask("watch", {{"ch", std::string("game/") + id}})["error"]["code"], "no_such");
    EXPECT_EQ(one.ask("watch", {{"ch", std::string("analysis/") + id}})["error"]["code"],
              "no_such");
    EXPECT_EQ(one.ask("game_put_away", {{"game", id}})["ok"], false);
  }
  EXPECT_TRUE(fs::exists(state_ / "secret.pgn"));
}

constexpr const char* kPgn =
    "[Event \"Test <b>\"]\n[Site \"?\"]\n[Date \"2026.11.18\"]\n[Round \"?\"]\n"
    "[White \"<script>alert(1)</script>\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n"
    "{ opening } 1. e4 $1 { [%cal Ge2e4,Rd1h5] good } 1... e5 ( 1... c5 2. Nf3 ( 2. c3 d5 ) 2... "
    "d6 )\n"
    "2. Nf3 { [%clk 0:04:58] } 2... Nc6 1-0\n\n";

TEST_F(WebApp, TreeIsEditedUndoneAndExportedAsItCame) {
  Page one = page(), two = page("page-two-12");
  one.hello(), two.hello();
  const std::string id = one.ask("open_analysis", {{"pgn", kPgn}})["analysis"];
  one.ask("watch", {{"ch", "analysis/" + id}});
  two.ask("watch", {{"ch", "analysis/" + id}});
  const Value tree = one.event("tree");
  EXPECT_EQ(tree["nodes"].size(), 10u) << tree;
  EXPECT_EQ(tree["nodes"][1]["san"], "e4");
  EXPECT_EQ(tree["nodes"][1]["shapes"][0], "Ge2e4");
  const std::string before = one.ask("export", {{"analysis", id}})["pgn"];

  const auto edit = [&](Value fields) {
    fields["analysis"] = id;
    fields["rev"] = 0;
    return one.ask("tree_edit", fields);
  };
  EXPECT_EQ(edit({{"op", "add"}, {"path", "e2e4"}, {"uci", "e7e6"}})["path"], "e2e4.e7e6");
  EXPECT_EQ(edit({{"op", "promote"}, {"path", "e2e4.e7e6"}})["ok"], true);
  EXPECT_EQ(edit({{"op", "comment"}, {"path", "e2e4.e7e6"}, {"text", "French {x}"}})["ok"], true);
  EXPECT_EQ(edit({{"op", "nags"}, {"path", "e2e4.e7e6"}, {"nags", {1, 14}}})["ok"], true);
  EXPECT_EQ(edit({{"op", "shapes"}, {"path", ""}, {"shapes", {"Gd4", "Rd2d4"}}})["ok"], true);
  EXPECT_EQ(edit({{"op", "shapes"}, {"path", ""}, {"shapes", {"Xd4"}}})["ok"], false);
  EXPECT_EQ(
      edit({{"op", "tags"}, {"tags", Value::array({Value::array({"White", "Somebody"})})}})["ok"],
      true);
  EXPECT_EQ(edit({{"op", "insert_line"}, {"path", "e2e4.c7c5"}, {"uci", {"b1c3", "b8c6"}}})["ok"],
            true);
  EXPECT_EQ(edit({{"op", "delete"}, {"path", "e2e4.c7c5"}})["count"], 7);
  EXPECT_EQ(edit({{"op", "comment"}, {"path", "e2e4.c7c5"}, {"text", "gone"}})["error"]["code"],
            "stale_ply");
  EXPECT_EQ(edit({{"op", "add"}, {"path", ""}, {"uci", "e2e5"}})["error"]["code"], "illegal");
  int undone = 0;
  while (edit({{"op", "undo"}})["ok"] == true) ++undone;
  EXPECT_EQ(undone, 8);
  EXPECT_EQ(one.ask("export", {{"analysis", id}})["pgn"], before);
  Value last;
  do last = two.event("tree");
  while (last["can"]["undo"] == true || last["can"]["redo"] == false);
  EXPECT_EQ(last["nodes"], tree["nodes"]);
}

TEST_F(WebApp, AnalysisSurvivesTheServer) {
  std::string id;
  {
    Page one = page();
    one.hello();
    id = one.ask("open_analysis")["analysis"];
    one.ask("tree_edit", {{"analysis", id}, {"op", "add"}, {"path", ""}, {"uci", "d2d4"}});
    // On the disk within half a second, without anybody saying goodbye.
    const fs::path file = state_ / "opened" / (id + ".pgn");
    for (int i = 0; i < 1000 && !fs::exists(file); ++i) std::this_thread::sleep_for(10ms);
    EXPECT_TRUE(fs::exists(file));
  }
  stop();
  start();
  Page one = page();
  one.hello();
  EXPECT_EQ(one.ask("watch", {{"ch", "analysis/" + id}})["ok"], true);
  const Value tree = one.event("tree");
  EXPECT_EQ(tree["nodes"][1]["uci"], "d2d4");
  EXPECT_EQ(tree["current"], "d2d4");
}

TEST_F(WebApp, SearchTellsItsLines) {
  Page one = page();
  one.hello();
  const std::string id = one.ask("open_analysis")["analysis"];
  one.ask("watch", {{"ch", "analysis/" + id}});
  const Value started =
      one.ask("analyse_start",
              {{"analysis", id}, {"path", ""}, {"slot", 0}, {"agent", "rookery"}, {"lines", 3}});
  ASSERT_EQ(started["ok"], true) << started;
  Value lines;
  do lines = one.event("lines");
  while (lines["infos"].size() < 3);
  EXPECT_EQ(lines["run"], started["run"]);
  EXPECT_FALSE(lines.contains("q"));
  EXPECT_EQ(lines["infos"][2]["multipv"], 3);
  one.ask("analyse_start", {{"analysis", id},
                            {"path", ""},
                            {"slot", 1},
                            {"agent", "minimax"},
                            {"limits", {{"depth", 2}}},
                            {"lines", 1}});
  do lines = one.event("lines");
  while (lines["slot"] != 1 || lines["state"] != "done");
  EXPECT_EQ(one.ask("analyse_stop", {{"analysis", id}, {"slot", 0}})["ok"], true);
  do lines = one.event("lines");
  while (lines["slot"] != 0 || lines["running"] == true);
  EXPECT_EQ(lines["state"], "stopped");
  const Value threat = one.ask("threat", {{"analysis", id}, {"path", ""}});
  EXPECT_EQ(threat["text"].get<std::string>().substr(0, 8), "Threat: ") << threat;
  const Value terms = one.ask("terms", {{"fen", kStartFen}, {"agent", "seven-terms"}});
  EXPECT_GT(terms["terms"].size(), 3u) << terms;
  EXPECT_EQ(one.ask("terms", {{"fen", "x"}, {"agent", "rookery"}})["error"]["code"], "bad_fen");
}

TEST_F(WebApp, AnalysesShareOneBoundAndNoGameWaitsForThem) {
  Page one = page();
  one.hello();
  const auto start_one = [&](const std::string& id) {
    return one.ask(
        "analyse_start",
        {{"analysis", id}, {"path", ""}, {"slot", 0}, {"agent", "rookery"}, {"lines", 1}});
  };
  one.ask("settings_set", {{"patch", {{"threads", 24}, {"hash_mb", 1}, {"human_pause", false}}}});
  const std::string first = one.ask("open_analysis")["analysis"];
  const std::string second = one.ask("open_analysis")["analysis"];
  for (const auto& id : {first, second}) one.ask("watch", {{"ch", "analysis/" + id}});
  EXPECT_EQ(start_one(first)["ok"], true);
  EXPECT_EQ(start_one(first)["ok"], true);  // again, as after every step
  EXPECT_EQ(start_one(second)["error"]["code"], "busy");
  const std::string game =
      one.ask("new_game", {{"white", "human"}, {"black", "rookery:level=1"}})["game"];
  one.ask("watch", {{"ch", "game/" + game}});
  EXPECT_EQ(one.ask("move", {{"game", game}, {"ply", 0}, {"uci", "e2e4"}})["ok"], true);
  while (one.event("moved")["ply"] != 2) {
  }
  one.ask("analyse_stop", {{"analysis", first}, {"slot", 0}});
  EXPECT_EQ(start_one(second)["ok"], true);
}

/// The thread that makes an agent outlives the App that asked for it; ASan tells if it reads there.
TEST_F(WebApp, MayGoWhileAnAgentIsBeingMade) {
  for (int i = 0; i < 8; ++i) {
    Page one = page();
    one.hello();
    const std::string id = one.ask("open_analysis")["analysis"];
    const Value started =
        one.ask("analyse_start",
                {{"analysis", id}, {"path", ""}, {"slot", 0}, {"agent", "rookery"}, {"lines", 1}});
    EXPECT_EQ(started["ok"], true) << started;
    stop();
    start();
  }
}

TEST_F(WebApp, FilesOfManyGames) {
  std::string pgn;
  for (int i = 0; i < 5; ++i) pgn += kPgn;
  pgn += "[White \"Broken\"]\n\n1. e4 e5 2. Nf6 *\n\n";
  const auto reply = testing::post(server_->port(), "/api/import", own_,
                                   json::to_text({{"name", "games.pgn"}, {"pgn", pgn}}));
  ASSERT_EQ(reply.status, 200);
  const Value file = Value::parse(reply.body);
  EXPECT_EQ(file["count"], 6);
  EXPECT_EQ(file["broken"][0]["n"], 6);
  Page one = page();
  one.hello();
  const Value rows = one.ask("games_query", {{"file", file["file"]}, {"q", "script"}});
  EXPECT_EQ(rows["total"], 5);
  EXPECT_EQ(rows["rows"][2]["n"], 3);
  const Value opened = one.ask("import_open", {{"file", file["file"]}, {"n", 3}});
  const std::string out = one.ask("export", {{"analysis", opened["analysis"]}})["pgn"];
  const Value alone = one.ask("open_analysis", {{"pgn", kPgn}});
  EXPECT_EQ(out, one.ask("export", {{"analysis", alone["analysis"]}})["pgn"].get<std::string>());
  EXPECT_EQ(one.ask("open_analysis", {{"pgn", pgn}})["count"], 6);
  EXPECT_EQ(one.ask("open_analysis", {{"pgn", "hello"}})["ok"], false);
  for (const char* bad : {"", "[]", "{", "{\"pgn\":5}", "{\"pgn\":\"\"}"}) {
    const auto refused = testing::post(server_->port(), "/api/import", own_, bad);
    EXPECT_EQ(Value::parse(refused.body)["ok"], false) << bad;
  }
}

TEST_F(WebApp, GamesAreListedPutAwayAndBack) {
  write_game("20260101-000000-000-1", "1. e4 e5");
  write_game("20260102-000000-000-1", "1. d4 d5 2. c4");
  Page one = page();
  one.hello();
  one.ask("watch", {{"ch", "games"}});
  Value rows = one.ask("games_query", {{"q", ""}, {"kind", "running"}});
  EXPECT_EQ(rows["total"], 2);
  EXPECT_EQ(rows["rows"][0]["id"], "20260102-000000-000-1");
  EXPECT_EQ(rows["rows"][0]["moves"], 2);
  EXPECT_EQ(one.ask("game_put_away", {{"game", "20260102-000000-000-1"}})["ok"], true);
  EXPECT_EQ(one.event("changed")["ch"], "games");
  EXPECT_EQ(one.ask("games_query", {{"q", "human"}})["total"], 1);
  one.ask("game_put_away", {{"game", "20260102-000000-000-1"}, {"undo", true}});
  EXPECT_EQ(one.ask("games_query", {{"q", "player:human"}})["total"], 2);
  EXPECT_EQ(one.ask("games_query", {{"q", "player:nobody"}})["total"], 0);
}

TEST_F(WebApp, GameIsReviewedAndPractised) {
  const std::string id = "20260101-000000-000-1", channel = "review/" + id;
  write_game(id, "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5#");
  Page one = page();
  one.hello();
  EXPECT_EQ(one.ask("watch", {{"ch", channel}})["ok"], true);
  Value review = one.event("review");
  EXPECT_EQ(review["moves"].size(), 13u);
  EXPECT_EQ(review["moves"][0]["san"], "e4");
  while (!review.is_null() && !review["done"].get<bool>()) review = one.event("review");
  ASSERT_FALSE(review.is_null());
  const Value queen = review["moves"][9];  // 5... Bxd1
  EXPECT_EQ(queen["judgement"], "blunder");
  EXPECT_EQ(queen["proof_steps"].size(), 4u);
  EXPECT_EQ(queen["proof_steps"][3]["san"], "Nd5#");
  EXPECT_EQ(queen["proof_steps"][3]["fen"], review["moves"][12]["fen"]);
  EXPECT_GT(review["white"]["accuracy"], review["black"]["accuracy"]);

  // The better move is found, or not, without being told before.
  const Value field = {{"review", id}, {"ply", 10}};
  const auto attempt = [&](const char* uci) {
    Value fields = field;
    fields["uci"] = uci;
    return one.ask("review_try", fields);
  };
  EXPECT_EQ(attempt("g4d1")["right"], false);
  EXPECT_EQ(attempt("d6e5")["right"], true);
  EXPECT_EQ(attempt("e8e1")["error"]["code"], "illegal");
  EXPECT_NE(
      one.ask("review_export", {{"review", id}, {"as", "html"}})["text"].get<std::string>().find(
          "Content-Security-Policy"),
      std::string::npos);
  EXPECT_NE(
      one.ask("review_export", {{"review", id}, {"as", "pgn"}})["text"].get<std::string>().find(
          "[%eval"),
      std::string::npos);
  EXPECT_EQ(one.ask("review_export", {{"review", id}, {"as", "exe"}})["ok"], false);

  const Value added = one.ask("practice_add", {{"review", id}});
  ASSERT_GE(added["added"], 1) << added;
  const Value next = one.ask("practice_next");
  EXPECT_EQ(next["total"], added["added"]);
  const std::string exercise = next["exercise"]["id"];
  EXPECT_GT(next["exercise"]["pos"]["legal"].size(), 10u);
  EXPECT_EQ(one.ask("practice_try", {{"exercise", exercise}, {"uci", "h7h5"}})["right"], false);
  EXPECT_FALSE(one.ask("practice_hint", {{"exercise", exercise}, {"step", 1}}).contains("uci"));
  const Value shown = one.ask("practice_hint", {{"exercise", exercise}, {"step", 3}});
  EXPECT_EQ(shown["again"], "It comes back in ten minutes.");
  const Value after = one.ask("practice_next")["exercise"];  // null: no other is due
  EXPECT_TRUE(after.is_null() || after["id"] != exercise) << after;
  EXPECT_EQ(one.ask("practice_try", {{"exercise", "none"}, {"uci", "e2e4"}})["error"]["code"],
            "no_such");

  // It is kept: another visit has it at once.
  one.ask("unwatch", {{"ch", channel}});
  one.events.clear();
  stop();
  start();
  Page again = page();
  again.hello();
  again.ask("watch", {{"ch", channel}});
  Value kept = again.event("review");
  while (!kept.is_null() && !kept["done"].get<bool>()) kept = again.event("review");
  EXPECT_EQ(kept["moves"], review["moves"]);
  for (const Value& event : again.events) EXPECT_NE(event["t"], "judged") << "not searched again";
  for (const char* bad : {"review/none", "review/../keys", "review/"})
    EXPECT_EQ(again.ask("watch", {{"ch", bad}})["ok"], false) << bad;
}

TEST_F(WebApp, SettingsAreKept) {
  {
    Page one = page(), two = page("page-two-12");
    one.hello(), two.hello();
    two.ask("watch", {{"ch", "settings"}});
    two.event("settings");
    one.ask("settings_set", {{"patch", {{"lines", 3}, {"page", {{"a", 1}, {"b", 2}}}}}});
    EXPECT_EQ(two.event("settings")["settings"]["lines"], 3);
    one.ask("settings_set", {{"patch", {{"page", {{"a", nullptr}}}}}});
    for (const Value& bad : {Value{{"page", {{"x", std::string(70'000, 'x')}}}},
                             Value{{"lines", 9}}, Value{{"nobody_knows", 1}}, Value{{"page", 5}}})
      EXPECT_EQ(one.ask("settings_set", {{"patch", bad}})["ok"], false) << bad;
  }
  stop();
  // The terminal's preferences are these.
  EXPECT_EQ(play::load_preferences(state_).lines, 3);
  ASSERT_TRUE(play::change_preferences(state_, {{"color", "black"}}));
  start();
  Page one = page();
  const Value settings = one.hello()["settings"];
  EXPECT_EQ(settings["lines"], 3);
  EXPECT_EQ(settings["color"], "black");
  EXPECT_EQ(settings["page"], Value({{"b", 2}}));
}

TEST_F(WebApp, ManyRequestsAreTooMany) {
  stop();
  start(50);
  Page one = page();
  one.hello();
  for (int i = 2; i < 300; ++i) one.send("ping", Value::object(), i);
  int refused = 0;
  for (int i = 2; i < 300; ++i) {
    const Value reply = one.next();
    refused += reply["ok"] == false && reply["error"]["code"] == "rate";
  }
  EXPECT_GT(refused, 100);
  EXPECT_LT(refused, 298);
}

/// Requests with every kind of fault: fields missing, of another type, too large, in the wrong
/// place.
Value random_request(Rng& rng, const std::string& game, const std::string& analysis) {
  static const char* const kTypes[] = {
      "hello",         "ping",          "watch",        "unwatch",       "new_game",
      "adopt",         "move",          "takeback",     "redo",          "draw",
      "claim_draw",    "resign",        "move_now",     "pause",         "hint",
      "settings_set",  "open_analysis", "set_position", "node",          "tree_edit",
      "analyse_start", "analyse_stop",  "threat",       "terms",         "games_query",
      "game_put_away", "import_open",   "export",       "check_fen",     "describe",
      "match_start",   "match_stop",    "match_resume", "matches",       "nonsense",
      "review_try",    "review_export", "practice_add", "practice_next", "practice_try",
      "practice_hint"};
  static const char* const kKeys[] = {
      "game",   "analysis", "ply",    "uci",     "path",  "op",     "white",    "black",
      "clock",  "start",    "fen",    "pgn",     "ch",    "patch",  "step",     "on",
      "agent",  "lines",    "slot",   "limits",  "tags",  "shapes", "nags",     "text",
      "q",      "sort",     "offset", "count",   "file",  "n",      "chess960", "proto",
      "client", "match",    "spec",   "players", "games", "depth",  "now",      "square"};
  static const char* const kTexts[] = {"",
                                       "e2e4",
                                       "e7e5",
                                       "e2e4.e7e5",
                                       "human",
                                       "minimax:depth=1",
                                       "random",
                                       "add",
                                       "undo",
                                       "redo",
                                       "delete",
                                       "main",
                                       "promote",
                                       "comment",
                                       "tags",
                                       "shapes",
                                       "Ge2e4",
                                       "games",
                                       "settings",
                                       kStartFen,
                                       "8/8/8/8/8/8/8/8 w - - 0 1",
                                       "1. e4 e5 *",
                                       "\xff\xfe",
                                       "<script>",
                                       "../../etc/passwd"};
  const auto pick = [&](const auto& list) {
    return list[rng.below(static_cast<std::uint32_t>(std::size(list)))];
  };
  const auto value = [&]() -> Value {
    switch (rng.below(10)) {
      case 0:
        return nullptr;
      case 1:
        return rng.below(2) == 0;
      case 2:
        return static_cast<int>(rng.below(10)) - 2;
      case 3:
        return 1e300;
      case 4:
        return Value::array({1, "x", nullptr});
      case 5:
        return {{"fen", kStartFen}, {"base_ms", 1000}, {"inc_ms", -1}};
      case 6:
        return Value::array({Value::array({"White", "x"})});
      case 7:
        return rng.below(2) ? "game/" + game : "analysis/" + analysis;
      default:
        return pick(kTexts);
    }
  };
  Value request = {{"t", pick(kTypes)}};
  if (rng.below(3)) request["game"] = game;
  if (rng.below(3)) request["analysis"] = analysis;
  for (std::uint32_t i = rng.below(6); i > 0; --i) request[pick(kKeys)] = value();
  return request;
}

void send_random_requests(Page& page, int requests) {
  Rng rng(7);
  page.hello();
  const std::string game = page.ask("new_game", {{"white", "human"}, {"black", "human"}})["game"];
  const std::string analysis = page.ask("open_analysis")["analysis"];
  for (int i = 0; i < requests; ++i) {
    Value request = random_request(rng, game, analysis);
    const int id = 10 + i;
    if (request["t"] == "hello") request["client"] = "page-one-12";
    request["id"] = id;
    std::string text = json::to_text(request);
    const bool damaged = rng.below(20) == 0;
    if (damaged) {
      // Not inside a longer character: what is no UTF-8 ends the connection, as WebSockets want it.
      char* at = &text[rng.below(static_cast<std::uint32_t>(text.size()))];
      if (static_cast<unsigned char>(*at) < 128) *at = static_cast<char>(rng.below(128));
    }
    ASSERT_TRUE(page.socket().send(text));
    // Every request has one answer, also one that cannot be read.
    for (;;) {
      const Value reply = page.next();
      ASSERT_FALSE(reply.is_null()) << "closed " << page.socket().close_code() << " after " << text;
      if (!reply.contains("re")) continue;
      if (damaged || reply["re"].is_null() || reply["re"] == id) break;
    }
  }
}

TEST_F(WebApp, RandomRequests) {
  Page one = page();
  send_random_requests(one, 3000);
  Page two = page("page-two-12");
  EXPECT_EQ(two.hello()["ok"], true);
}

class DeepWebApp : public WebApp {};

TEST_F(DeepWebApp, ManyRandomRequests) {
  Page one = page();
  send_random_requests(one, 300'000);
}

}  // namespace
}  // namespace rookery::web
