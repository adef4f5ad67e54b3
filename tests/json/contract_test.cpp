// The contract: docs/json.md has a sample of each object, and each is what the program writes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "chess/movegen.h"
#include "json/chess.h"
#include "json/search.h"
#include "json/tree.h"
#include "notation/fen.h"
#include "notation/pgn_tree.h"
#include "notation/uci_move.h"
#include "play/game_library.h"
#include "play/json.h"
#include "play/opening_names.h"
#include "play/preferences.h"

namespace rookery::json {
namespace {

using chess::Color;
using chess::Game;
using chess::Position;

Game game_of(std::initializer_list<const char*> moves, const Position& start = Position::initial(),
             bool chess960 = false) {
  Game game(start, chess960);
  for (const char* uci : moves) game.play(*notation::parse_uci_move(game.position(), uci));
  return game;
}

Position fen(const char* text) { return *notation::parse_fen(text); }

/// After 1. e4 e5 2. Nf3, Black thinks.
const Game& black_to_move() {
  static const Game kGame = game_of({"e2e4", "e7e5", "g1f3"});
  return kGame;
}

search::SearchInfo sample_info() {
  search::SearchInfo info;
  info.depth = 12;
  info.selective_depth = 19;
  info.score = {-31, 0, -31};
  info.bound = search::Bound::lower;
  info.nodes = 84'210;
  info.time = std::chrono::milliseconds(105);
  info.hash_full = 4;
  info.wdl = search::WinDrawLoss{310, 330, 360};
  const Position& root = black_to_move().position();
  Game line(root);
  for (const char* uci : {"b8c6", "f1b5"}) {
    info.pv.push_back(*notation::parse_uci_move(line.position(), uci));
    line.play(info.pv.back());
  }
  return info;
}

/// The heading of docs/json.md, and what the program writes for it.
const std::map<std::string, std::function<Value()>> kSamples = {
    {"score",
     [] {
       return to_json(search::Score{-31, 0, -31}, Color::black);
     }},
    {"score: mate",
     [] {
       return to_json(search::Score{31'995, 3, 1'000'000}, Color::black);
     }},
    {"info", [] { return to_json(sample_info(), black_to_move().position()); }},
    {"terms",
     [] {
       eval::Breakdown b;
       b.unit = "tenths of a pawn";
       b.terms = {{"material", 390, 390}, {"location", -0.5, -3.5}};
       b.total = 3;
       return to_json(b);
     }},
    {"terms: network",
     [] {
       eval::Breakdown b;
       b.unit = "centipawns";
       b.terms = {{"material", 100, 0}};
       b.total = 112;
       b.pieces = {{chess::Piece::white_pawn, chess::Square::e4, 104}};
       b.bucket_outputs = {112, 87};
       b.bucket = 0;
       b.classical_total = 100;
       return to_json(b);
     }},
    {"pos",
     [] {
       return position_to_json(game_of({"e1e2", "e8d8"}, fen("4k3/P7/8/8/8/8/4n3/4K3 w - - 0 1")),
                               true);
     }},
    {"outcome",
     [] {
       return to_json(chess::Outcome{Color::white, chess::EndReason::time});
     }},
    {"game",
     [] {
       Game game = game_of({"f2f3", "e7e5"});
       game.end({Color::black, chess::EndReason::resignation});
       return to_json(game);
     }},
    {"player",
     [] {
       Value player = play::to_json(play::PlayerSpec(play::NamedSpec::of_level(3, 7)));
       EXPECT_EQ(player["elo"], play::levels()[2].measured());
       player["elo"] = 1000;  // may be measured anew
       return player;
     }},
    {"level",
     [] {
       return play::to_json(play::Level{3, "Sparrow", "quick and cheeky", 1000, 1000, 0, {}});
     }},
    {"agent",
     [] {
       return play::to_json(play::RosterEntry{"seven-terms", "ceng461", "seven evaluation terms",
                                              "document 001", 24});
     }},
    {"tree",
     [] {
       notation::PgnReader reader(
           "[White \"Ann\"]\n\n{Before the game.} 1. e4! {[%eval 0.35,12] [%clk 0:05:00] [%csl "
           "Ge4] "
           "[%cal Re2e4]} e5 {Solid. [%foo bar]} ({Sharper:} 1... c5) *\n");
       return to_json(notation::read_game_tree(reader)->tree);
     }},
    {"library entry",
     [] {
       play::LibraryEntry entry;
       entry.id = "archive/20261118-120000-123-77";
       entry.shelf = play::Shelf::archive;
       entry.white = "Ann";
       entry.black = "Bob";
       entry.result = "1-0";
       entry.date = "2026.11.18";
       entry.event = "Rookery game";
       const Game game = game_of({"d2d4", "d7d5", "c2c4"});
       entry.opening = play::opening_name(game);
       entry.fen = notation::to_fen(game.position());
       entry.moves = 2;
       return play::to_json(entry);
     }},
    {"settings", [] { return play::to_json(play::Preferences{}); }},
    {"control",
     [] {
       return play::to_json(
           play::TimeControl{std::chrono::minutes(5), std::chrono::milliseconds(3000)});
     }},
};

/// The blocks ```json of the page, by the heading (###) above them.
std::map<std::string, Value> documented() {
  std::ifstream in(ROOKERY_DOCS "/json.md");
  EXPECT_TRUE(in) << "docs/json.md";
  std::map<std::string, Value> samples;
  std::string line, heading, block;
  bool inside = false;
  while (std::getline(in, line)) {
    if (line.starts_with("### ")) heading = line.substr(4);
    if (inside && line == "```") {
      EXPECT_FALSE(samples.contains(heading)) << heading;
      samples[heading] = Value::parse(block);
      inside = false;
    } else if (inside) {
      block += line + '\n';
    } else if (line == "```json") {
      inside = true;
      block.clear();
    }
  }
  return samples;
}

TEST(Contract, EverySampleOfThePageIsWhatTheProgramWrites) {
  const auto page = documented();
  for (const auto& [name, sample] : page) {
    const auto known = kSamples.find(name);
    if (known == kSamples.end())
      ADD_FAILURE() << "docs/json.md: '" << name << "' is not written by anything";
    else
      EXPECT_EQ(known->second(), sample) << "docs/json.md: " << name << "\n"
                                         << known->second().dump(2);
  }
  for (const auto& [name, make] : kSamples)
    EXPECT_TRUE(page.contains(name)) << "docs/json.md lacks '" << name << "'\n" << make().dump(2);
}

TEST(Contract, ReportsAreFromWhitesViewAndComeBackUnchanged) {
  const Position root = black_to_move().position();
  const search::SearchInfo info = sample_info();
  const Value value = to_json(info, root);
  EXPECT_EQ(value["score"]["cp"], 31);
  EXPECT_EQ(value["bound"], "upper");
  EXPECT_EQ(value["wdl"], Value({360, 330, 310}));
  const auto back = info_from_json(Fields(value, "info"), root);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->score.centipawns, -31);
  EXPECT_EQ(back->bound, search::Bound::lower);
  EXPECT_EQ(back->wdl->win, 310);
  EXPECT_EQ(back->pv, info.pv);
  EXPECT_EQ(back->time, info.time);
  EXPECT_EQ(to_json(*back, root), value);
}

TEST(Contract, MatesComeBackAsValuesOfTheSameMate) {
  for (const Color turn : chess::kColors)
    for (const int mate : {1, 3, -1, -4}) {
      search::SearchInfo info = sample_info();
      info.pv.clear();
      info.score = {0, mate, mate > 0 ? 1e6 : -1e6};
      Position root = Position::initial();
      if (turn == Color::black) root = black_to_move().position();
      const Value value = to_json(info, root);
      EXPECT_EQ(value["score"]["mate"], turn == Color::white ? mate : -mate);
      EXPECT_FALSE(value["score"].contains("cp"));
      const auto back = info_from_json(Fields(value, "info"), root);
      ASSERT_TRUE(back) << back.error().message;
      EXPECT_EQ(back->score.mate, mate);
      EXPECT_EQ(eval::mate_moves(back->score.centipawns), mate);
    }
}

TEST(Contract, BadReportsAreRefusedByName) {
  const Position root = black_to_move().position();
  const auto refusal = [&](const char* key, Value with) {
    Value value = to_json(sample_info(), root);
    value[key] = std::move(with);
    const auto back = info_from_json(Fields(value, "info"), root);
    return back ? "accepted" : back.error().message;
  };
  EXPECT_THAT(refusal("depth", 1e9), testing::HasSubstr("info.depth"));
  EXPECT_THAT(refusal("depth", -1), testing::HasSubstr("info.depth"));
  EXPECT_THAT(refusal("score", 5), testing::HasSubstr("info.score"));
  EXPECT_THAT(refusal("bound", "most"), testing::HasSubstr("info.bound"));
  EXPECT_THAT(refusal("wdl", {1, 2, 3}), testing::HasSubstr("info.wdl"));
  EXPECT_THAT(refusal("pv", {"e2e4"}), testing::HasSubstr("info.pv"));
  EXPECT_THAT(refusal("time_ms", 1e300), testing::HasSubstr("info.time_ms"));
}

TEST(Contract, GamesComeBackWithTheirMovesAndTheirEnd) {
  const Position start = Position::chess960(0);
  Game game(start, true);
  for (int i = 0; i < 30 && !game.outcome(); ++i) {
    const auto moves = chess::legal_moves(game.position());
    game.play(moves[static_cast<std::size_t>(i * 7) % moves.size()]);
  }
  game.end({Color::white, chess::EndReason::agreement});
  const Value value = to_json(game);
  const auto back = game_from_json(Fields(value, "game"));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->position(), game.position());
  EXPECT_TRUE(back->is_chess960());
  EXPECT_EQ(to_json(*back), value);

  Value bad = value;
  bad["moves"][3]["uci"] = "a1a1";
  EXPECT_THAT(game_from_json(Fields(bad, "game")).error().message,
              testing::HasSubstr("game.moves[3].uci"));
  bad = value;
  bad["outcome"]["reason"] = "boredom";
  EXPECT_EQ(game_from_json(Fields(bad, "game")).error().message,
            "game.outcome.reason: is not a known reason");
}

TEST(Contract, EveryReasonHasAKeyOfItsOwn) {
  std::set<std::string> keys;
  for (int i = 0; i <= static_cast<int>(chess::EndReason::forfeit); ++i)
    keys.insert(to_json(chess::Outcome{std::nullopt, static_cast<chess::EndReason>(i)})["reason"]);
  EXPECT_EQ(keys.size(), static_cast<std::size_t>(chess::EndReason::forfeit) + 1);
}

TEST(Contract, PositionsSayWhatABoardCanNotKnow) {
  const Value castling = position_to_json(Game(fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")));
  const auto find = [](const Value& pos, const char* uci) {
    for (const Value& move : pos["legal"])
      if (move["uci"] == uci) return move;
    return Value();
  };
  EXPECT_EQ(find(castling, "e1g1")["rook"], "h1");
  EXPECT_EQ(find(castling, "e1g1")["after"], "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
  EXPECT_FALSE(find(castling, "e1e2").contains("after"));
  const Value in_960 = position_to_json(Game(fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), true));
  EXPECT_EQ(find(in_960, "e1h1")["san"], "O-O");
  const Value castled = position_to_json(game_of({"e1g1"}, fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")));
  EXPECT_EQ(castled["last"], Value({"e1", "g1"}));
  const Value mated = position_to_json(game_of({"f2f3", "e7e5", "g2g4", "d8h4"}));
  EXPECT_EQ(mated["check"], "e1");
  EXPECT_TRUE(mated["legal"].empty());
  const Value taken = position_to_json(game_of({"e2e4", "d7d5", "e4d5", "d8d5"}));
  EXPECT_EQ(taken["captured"], Value({{"white", "p"}, {"black", "P"}}));
  EXPECT_EQ(taken["balance"], 0);
}

TEST(Contract, EveryLegalReplyIsAPremove) {
  Game game;
  for (int i = 0; i < 120 && !game.outcome(); ++i) {
    const Value pre = position_to_json(game, true)["pre"];
    const std::set<std::string> could(pre.begin(), pre.end());
    const auto moves = chess::legal_moves(game.position());
    game.play(moves[static_cast<std::size_t>(i * 13) % moves.size()]);
    for (const chess::Move reply : chess::legal_moves(game.position()))
      EXPECT_TRUE(could.contains(notation::to_uci(reply, true).substr(0, 4)))
          << notation::to_fen(game.position()) << ' ' << notation::to_uci(reply, true);
  }
}

TEST(Contract, TreesOfAnyDepthStayFlat) {
  chess::GameTree tree;
  chess::NodeId at = chess::kRoot;
  for (int i = 0; i < 5000; ++i) {  // each move is a variation inside the last one
    chess::Game game = tree.game_at(at);
    const auto moves = chess::legal_moves(game.position());
    if (moves.size() < 2) break;
    tree.append(at, moves[0]);
    at = tree.append(at, moves[1]);
    if (i % 50 == 49) at = chess::kRoot;
  }
  const Value value = to_json(tree);
  EXPECT_EQ(value["nodes"].size(), tree.size() - 1);
  std::size_t number = 0;
  for (const Value& node : value["nodes"]) EXPECT_LT(node["parent"], ++number);
}

TEST(Contract, TextThatIsNotUtf8IsReplacedNotRefused) {
  EXPECT_EQ(to_text(Value("caf\xe9")), "\"caf\xef\xbf\xbd\"");
  EXPECT_EQ(number(INFINITY), nullptr);
  EXPECT_EQ(number(3.0).dump(), "3");
  EXPECT_EQ(number(0.5).dump(), "0.5");
}

}  // namespace
}  // namespace rookery::json
