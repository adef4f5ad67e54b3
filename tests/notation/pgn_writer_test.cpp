// PGN export: exact text, and games that come back.
#include "notation/pgn_writer.h"

#include <gtest/gtest.h>

#include <sstream>

#include "notation/pgn_tree.h"

namespace rookery::notation {
namespace {

using namespace chess;
using namespace std::chrono_literals;

std::string rewritten(std::string_view text) {
  PgnReader reader(text);
  PgnWriter writer;
  while (reader.read_game(writer)) {
  }
  return std::move(writer.text());
}

constexpr std::string_view kUnknownRoster =
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n"
    "[Black \"?\"]\n";

std::string unknown(std::string_view result, std::string_view moves) {
  return std::string(kUnknownRoster) + "[Result \"" + std::string(result) + "\"]\n\n" +
         std::string(moves) + "\n\n";
}

TEST(PgnWriter, RosterInOrderThenTheRest) {
  EXPECT_EQ(rewritten("[ECO \"C20\"][Black \"B\"][Event \"E \\\"x\\\"\"] 1. e4 e5 1-0"),
            "[Event \"E \\\"x\\\"\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
            "[White \"?\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n\n1. e4 e5 1-0\n\n");
}

TEST(PgnWriter, NumbersAfterInterruptions) {
  EXPECT_EQ(rewritten("1.e4 {a} e5 (1...c5 2.Nf3 (2.d4)) 2.Nf3! Nc6 $13 3.Bb5 (3.Bc4!?) a6 *"),
            unknown("*",
                    "1. e4 { a } 1... e5 (1... c5 2. Nf3 (2. d4)) 2. Nf3 $1 Nc6 $13 3. Bb5 "
                    "(3. Bc4\n$5) 3... a6 *"));
}

TEST(PgnWriter, SetUpIsWrittenForOtherStarts) {
  EXPECT_EQ(rewritten("[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 40\"] 40...Kd7 41.O-O *"),
            std::string(kUnknownRoster) +
                "[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 40\"]\n\n"
                "40... Kd7 41. O-O *\n\n");
}

TEST(PgnWriter, BrokenGamesAreLeftOut) {
  EXPECT_EQ(rewritten("1. e5 * 1. e4 *"), unknown("*", "1. e4 *"));
}

TEST(PgnWriter, NoLineReachesEightyColumns) {
  std::string text = "1. e4 {";
  for (int i = 0; i < 400; ++i) text += std::string(static_cast<std::size_t>(i % 9 + 1), 'w') + " ";
  text += "} (1. d4 (1. c4 (1. b4 (1. a4 {" + std::string(60, 'z') + "})))) ";
  for (int i = 0; i < 60; ++i) text += "Nf6 Nf3 Ng8 Ng1 (1. Nh4 (1. Ng5)) ";
  std::istringstream lines(rewritten(text + "*"));
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) EXPECT_LT(line.size(), 80u) << line;
  EXPECT_GT(count, 40);
}

TEST(PgnWriter, AnnotationsOfAGame) {
  Game game;
  game.play(Move(Square::e2, Square::e4, MoveKind::double_push));
  game.play(Move(Square::e7, Square::e5, MoveKind::double_push));
  game.end({Color::black, EndReason::time});
  GameTree pgn = GameTree::from_game(game);
  pgn.set_tag("White", "w");
  pgn.set_tag("White", "Ann");
  pgn.set_tag("TimeControl", "60+1");
  pgn.annotate(kRoot).comment = "a } brace";
  const std::vector<NodeId> line = pgn.main_line();
  pgn.annotate(line[0]).eval = EvalNote{-5, 0, 12};
  pgn.annotate(line[0]).clock = 59s + 500ms;
  Annotation& e5 = pgn.annotate(line[1]);
  e5.eval = EvalNote{0, 4, 0};
  e5.clock = 1h + 1ms;
  e5.comment = "hm";
  e5.nags = {2};
  EXPECT_EQ(to_pgn(pgn),
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Ann\"]\n"
            "[Black \"?\"]\n[Result \"0-1\"]\n[TimeControl \"60+1\"]\n\n"
            "; a } brace\n1. e4 { [%eval -0.05,12] [%clk 0:00:59.5] } 1... e5 $2 { [%eval #4]\n"
            "[%clk 1:00:00.001] hm } 0-1\n\n");
}

}  // namespace
}  // namespace rookery::notation
