// PGN export: exact text, and games that come back.
#include "notation/pgn_writer.h"

#include <gtest/gtest.h>

#include <sstream>

#include "base/rng.h"
#include "chess/movegen.h"
#include "notation/fen.h"

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
  PgnGame pgn = PgnGame::from_game(game);
  pgn.set_tag("White", "w");
  pgn.set_tag("White", "Ann");
  pgn.set_tag("TimeControl", "60+1");
  pgn.comment = "a } brace";
  pgn.moves[0].eval = PgnEval{-5, 0, 12};
  pgn.moves[0].clock = 59s + 500ms;
  pgn.moves[1].eval = PgnEval{0, 4, 0};
  pgn.moves[1].clock = 1h + 1ms;
  pgn.moves[1].comment = "hm";
  pgn.moves[1].nags = {2};
  EXPECT_EQ(to_pgn(pgn),
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Ann\"]\n"
            "[Black \"?\"]\n[Result \"0-1\"]\n[TimeControl \"60+1\"]\n\n"
            "{ a ) brace } 1. e4 { [%eval -0.05,12] [%clk 0:00:59.5] } 1... e5 $2 {\n"
            "[%eval #4] [%clk 1:00:00.001] hm } 0-1\n\n");
}

/// A random tree of moves with every kind of annotation.
std::vector<PgnMove> random_line(Rng& rng, Position position, int length, int depth) {
  std::vector<PgnMove> line;
  for (int i = 0; i < length; ++i) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) break;
    const auto random_move = [&] {
      return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    };
    PgnMove m(random_move());
    if (rng.below(4) == 0) m.nags.push_back(static_cast<std::uint8_t>(rng.below(140)));
    if (rng.below(4) == 0) m.comment = "it says " + std::to_string(rng.below(1000)) + " things";
    if (rng.below(3) == 0) m.eval = PgnEval{static_cast<int>(rng.below(4000)) - 2000, 0, 9};
    if (rng.below(3) == 0) m.clock = std::chrono::milliseconds(rng.below(5'000'000));
    if (i == 0 && depth > 0 && rng.below(2) == 0) m.comment_before = "else";
    if (depth < 4 && rng.below(6) == 0)
      m.variations.push_back(
          random_line(rng, position, 1 + static_cast<int>(rng.below(6)), depth + 1));
    position.make_move(m.move);
    line.push_back(std::move(m));
  }
  return line;
}

TEST(PgnWriter, RandomTreesComeBackWhole) {
  Rng rng(5);
  for (int i = 0; i < 300; ++i) {
    PgnGame game;
    game.chess960 = i % 2;
    if (game.chess960) game.start = Position::chess960(static_cast<int>(rng.below(960)));
    game.set_tag("Event", "random \"tree\" \\ " + std::to_string(i));
    game.comment = "begin";
    game.moves = random_line(rng, game.start, 60, 0);
    game.result = "1/2-1/2";
    const std::string text = to_pgn(game);
    PgnReader reader(text);
    const auto again = read_pgn_game(reader);
    ASSERT_TRUE(again);
    ASSERT_FALSE(again->error) << again->error->text() << '\n' << text;
    ASSERT_TRUE(again->moves == game.moves) << text;
    EXPECT_EQ(again->start, game.start);
    EXPECT_EQ(again->chess960, game.chess960);
    EXPECT_EQ(again->tag("Event"), game.tag("Event"));
    EXPECT_EQ(again->comment, "begin");
    EXPECT_EQ(again->result, game.result);
    ASSERT_EQ(rewritten(text), text);
    EXPECT_FALSE(read_pgn_game(reader));
  }
}

}  // namespace
}  // namespace rookery::notation
