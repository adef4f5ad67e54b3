// PGN through GameTree: nothing is lost, everything comes back.
#include "notation/pgn_tree.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "chess/movegen.h"
#include "notation/pgn_comment.h"
#include "notation/pgn_writer.h"

namespace rookery::notation {
namespace {

using namespace chess;
using namespace std::chrono_literals;

ReadGame read_one(std::string_view text) {
  PgnReader reader(text);
  auto game = read_game_tree(reader);
  EXPECT_TRUE(game) << text;
  return game ? std::move(*game) : ReadGame{};
}

TEST(PgnTree, HoldsTheWholeGame) {
  PgnReader reader(
      "[White \"A\"]\n{start [%csl Ra1]} 1. e4 $1 {[%eval 0.35,20] [%clk 1:02:03] good} (1. d4 "
      "{[%eval #-3]} d5) ({why} 1. c4) {after} e5 {[%clk 0:00:04.5] [%emt 0:00:02] [%cal "
      "Ge2e4,Rd1h5] [%csl Ge4] [%mdl 4] [%tqu \"En\",\"a\"]} 1/2-1/2");
  const auto game = read_game_tree(reader);
  ASSERT_TRUE(game);
  EXPECT_FALSE(game->error);
  const GameTree& tree = game->tree;
  EXPECT_EQ(tree.tag("White"), "A");
  EXPECT_EQ(tree.tag("Black"), "");
  EXPECT_EQ(tree.note(kRoot).comment, "start");
  EXPECT_EQ(tree.note(kRoot).shapes, (std::vector<Shape>{{'R', Square::a1, Square::a1}}));
  EXPECT_EQ(tree.result(), "1/2-1/2");
  EXPECT_EQ(tree.game().ply(), 2u);
  const auto first = tree.children(kRoot);
  ASSERT_EQ(first.size(), 3u);
  const Annotation& e4 = tree.note(first[0]);
  EXPECT_EQ(e4.nags, std::vector<std::uint8_t>{1});
  EXPECT_EQ(e4.eval, (EvalNote{35, 0, 20}));
  EXPECT_EQ(e4.clock, 1h + 2min + 3s);
  EXPECT_EQ(e4.comment, "good after");
  EXPECT_EQ(tree.note(first[1]).eval, (EvalNote{0, -3, 0}));
  EXPECT_EQ(tree.note(first[2]).comment_before, "why");
  const Annotation& e5 = tree.note(tree.children(first[0])[0]);
  EXPECT_EQ(e5.clock, 4500ms);
  EXPECT_EQ(e5.elapsed, 2s);
  EXPECT_EQ(e5.comment, "");
  EXPECT_EQ(e5.shapes, (std::vector<Shape>{{'G', Square::e4, Square::e4},
                                           {'G', Square::e2, Square::e4},
                                           {'R', Square::d1, Square::h5}}));
  EXPECT_EQ(e5.commands, (std::vector<std::string>{"mdl 4", "tqu \"En\",\"a\""}));
  EXPECT_FALSE(read_game_tree(reader));
}

TEST(PgnTree, KeepsWhatABrokenGameHadBefore) {
  const ReadGame game = read_one("1. e4 (1. d4 d5 2. Kd5) e5 *");
  ASSERT_TRUE(game.error);
  EXPECT_EQ(game.error->offset, 19u);
  EXPECT_EQ(game.tree.main_line().size(), 1u);
  EXPECT_EQ(game.tree.children(kRoot).size(), 2u);
  EXPECT_EQ(game.tree.size(), 4u);
}

TEST(PgnTree, NoCommentIsLost) {
  const ReadGame game = read_one("{a} 1. e4 {b} ({c}) ({d} 1. d4 {e}) {f} e5 ; g } g\n() *");
  ASSERT_FALSE(game.error);
  const std::string text = to_pgn(game.tree);
  EXPECT_NE(text.find("{ a } 1. e4 { b c f } ({ d } 1. d4 { e }) 1... e5 ; g } g\n*"),
            std::string::npos)
      << text;
}

TEST(PgnTree, TagsInOrderAndTwice) {
  const ReadGame game = read_one("[ECO \"C20\"][White \"A\"][Note \"1\"][Note \"2\"] 1. e4 *");
  const std::string text = to_pgn(game.tree);
  EXPECT_NE(text.find("[ECO \"C20\"]\n[Note \"1\"]\n[Note \"2\"]\n"), std::string::npos) << text;
}

TEST(PgnTree, TooLargeToHold) {
  std::string text;
  for (int i = 0; i < 70'000; ++i) text += "Nf3 Nf6 Ng1 Ng8\n";
  text += "*\n1. d4 {" + std::string(900'000, 'x') + "} ";
  for (int i = 0; i < 20; ++i) text += "{" + std::string(900'000, 'x') + "}";
  text += "*\n1. e4 *";
  PgnReader reader(text);
  const auto moves = read_game_tree(reader), comments = read_game_tree(reader);
  ASSERT_TRUE(moves && moves->error && comments && comments->error);
  EXPECT_EQ(moves->error->message, "more than 262144 moves");
  EXPECT_EQ(moves->error->line, 65'537u);
  EXPECT_EQ(comments->error->message, "more than 16 MB of comments");
  const auto last = read_game_tree(reader);
  ASSERT_TRUE(last);
  EXPECT_FALSE(last->error);
}

/// What people and programs write: read, written and read again it is the same tree, and the
/// writer that works without a tree loses nothing either.
TEST(PgnTree, WhatIsMetInTheWildComesBack) {
  const char* const cases[] = {
      "1.e4 -- 2. -- e5 *",
      "1.e4 Z0 2.@@@@ e5 *",
      "1. e4 (1. d4) 1. ... e5 *",
      "1.e4 d5$1 2.exd5 $13(2. e5$13) 2...Qxd5 *",
      "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. 0-0-0 O-O-O 1/2-1/2",
      "1. e4 {first} $1 e5!? 2. Nf3!! *",
      "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) e5 *",
      "1. e4 ; to the end {of} line\n% escaped 1. d4\ne5 ;last",
      "\xEF\xBB\xBF[White \"Andr\xE9\"]\r\n\r\n1. e4 {caf\xE9}\r\ne5\xA0 2. Nf3 *\r\n",
      "1. e4 e6 2. d4 d5 3. e5 f5 4. exf6 e.p. *",
      "1 e4 e5 2Nf3 1/2",
      "[FEN \"1n5k/P7/8/8/8/8/8/4K3 w - - 0 1\"] 1. a8(Q)(1. axb8(N)) 1-0",
      "[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 40\"] 40...Kd7 41.O-O *",
      "[Event \"A\"]\n[Result \"0-1\"]\n\n1. e4",
      "[Event \"a \\\"b\\\" \\\\ c\"][Round 3]\n*",
      "[Variant \"Chess960\"]\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf "
      "- "
      "2 9\"]\n\n9. Nf3 *",
      "1. e4 {[%clk 0:01:00] [%foo bar] text [%csl Xx9] [%eval] } (1. e4 {again}) *",
      "{[%eval 0.2]} 1. e4 {a [%unclosed} e5 {b] [%x]} *",
      "1. e4 {"
      "[Event \"not a tag\"] % [%csl Ga1,Ra2,Yb3,Bh8][%cal Ga1h8,Ra1a1]} *",
  };
  for (const char* text : cases) {
    const ReadGame first = read_one(text);
    ASSERT_FALSE(first.error) << text << "\n" << first.error->text();
    const std::string written = to_pgn(first.tree);
    const ReadGame second = read_one(written);
    ASSERT_FALSE(second.error) << written << "\n" << second.error->text();
    EXPECT_EQ(to_pgn(second.tree), written);
    ASSERT_EQ(first.tree.size(), second.tree.size()) << written;
    for (std::uint32_t i = 0; i < first.tree.size(); ++i) {
      EXPECT_EQ(first.tree.move(NodeId{i}), second.tree.move(NodeId{i})) << written;
      EXPECT_TRUE(first.tree.note(NodeId{i}) == second.tree.note(NodeId{i})) << written;
    }
    EXPECT_EQ(first.tree.start(), second.tree.start());
    EXPECT_EQ(first.tree.is_chess960(), second.tree.is_chess960());
    EXPECT_EQ(first.tree.result(), second.tree.result());
    for (const auto& [name, value] : first.tree.tags())
      EXPECT_TRUE(name == "FEN" || second.tree.tag(name) == value) << name;
  }
}

Annotation random_note(Rng& rng) {
  Annotation note;
  const auto square = [&] { return square_at(static_cast<int>(rng.below(64))); };
  for (std::uint32_t n = rng.below(4); n > 2; --n)
    note.nags.push_back(static_cast<std::uint8_t>(rng.below(256)));
  if (rng.below(4) == 0) note.comment = "it says " + std::to_string(rng.below(1000)) + " } things";
  if (rng.below(4) == 0) note.comment = "[Event] { " + std::string(1 + rng.below(90), 'w') + " ;%";
  if (rng.below(3) == 0) note.eval = EvalNote{static_cast<int>(rng.below(4000)) - 2000, 0, 9};
  if (rng.below(9) == 0) note.eval = EvalNote{0, static_cast<int>(rng.below(9)) - 10, 0};
  if (rng.below(3) == 0) note.clock = std::chrono::milliseconds(rng.below(5'000'000));
  if (rng.below(5) == 0) note.elapsed = std::chrono::milliseconds(rng.below(50'000));
  if (rng.below(5) == 0) {
    const Square s = square();
    note.shapes.push_back({"GRYB"[rng.below(4)], s, s});
  }
  if (rng.below(5) == 0)
    note.shapes.push_back(
        {"GRYB"[rng.below(4)], Square::c3, rng.below(2) ? Square::e4 : Square::a5});
  if (rng.below(7) == 0) note.commands.push_back("foo " + std::to_string(rng.below(99)));
  return note;
}

/// A random tree of moves with every kind of annotation, null moves too.
GameTree random_tree(Rng& rng, bool chess960) {
  GameTree tree(
      chess960 ? Position::chess960(static_cast<int>(rng.below(960))) : Position::initial(),
      chess960);
  struct Line {
    NodeId at;
    Position position;
    int length, depth;
  };
  std::vector<Line> lines{{kRoot, tree.start(), 60, 0}};
  tree.annotate(kRoot) = random_note(rng);
  tree.annotate(kRoot).nags.clear();
  while (!lines.empty()) {
    auto [at, position, length, depth] = lines.back();
    lines.pop_back();
    for (int i = 0; i < length; ++i) {
      const MoveList moves = legal_moves(position);
      if (moves.empty()) break;
      Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      if (rng.below(50) == 0 && !position.in_check()) move = Move();
      if (i > 0 && depth < 6 && rng.below(6) == 0) {
        // The variation gets the first place half of the time, by coming first.
        lines.push_back({at, position, 1 + static_cast<int>(rng.below(6)), depth + 1});
      }
      at = tree.append(at, move);
      tree.annotate(at) = random_note(rng);
      if (move)
        position.make_move(move);
      else
        position.make_null_move();
    }
  }
  for (std::uint32_t i = 1; i < tree.size(); ++i) {
    const NodeId id{i};
    if (tree.children(tree.parent(id)).front() != id && rng.below(2))
      tree.annotate(id).comment_before = "else [%x 1]";
  }
  return tree;
}

TEST(PgnTree, AThousandRandomTreesComeBackWhole) {
  Rng rng(5);
  std::size_t nodes = 0;
  for (int i = 0; i < 1000; ++i) {
    GameTree tree = random_tree(rng, i % 2);
    for (const char* name : {"Event", "Site", "Date", "Round", "White", "Black"})
      tree.add_tag(name, "the \"" + std::string(name) + "\" \\ " + std::to_string(i));
    tree.add_tag("Result", "1/2-1/2");
    tree.set_result("1/2-1/2");
    nodes += tree.size();
    const std::string text = to_pgn(tree);
    PgnReader reader(text);
    auto again = read_game_tree(reader);
    ASSERT_TRUE(again);
    ASSERT_FALSE(again->error) << again->error->text() << '\n' << text;
    for (const char* made : {"Variant", "SetUp", "FEN"}) again->tree.set_tag(made, "");
    ASSERT_TRUE(again->tree == tree) << text;
    PgnReader rereader(text);
    PgnWriter rewriter;
    rereader.read_game(rewriter);
    ASSERT_EQ(rewriter.text(), text);
    EXPECT_FALSE(read_game_tree(reader));
  }
  EXPECT_GT(nodes, 60'000u);
}

TEST(PgnComment, TakesOutEvalAndClock) {
  Annotation note;
  note.comment = " a [%eval -1.50]b\n[%clk 0:00:01] [%eval 3] [%clk x]";
  split_comment(note);
  EXPECT_EQ(note.eval, (EvalNote{-150, 0, 0}));
  EXPECT_EQ(note.clock, 1s);
  EXPECT_EQ(note.comment, "a b");
  EXPECT_EQ(note.commands, (std::vector<std::string>{"eval 3", "clk x"}));
  Annotation wrong;
  wrong.comment = "[%eval nan] [%eval #0] [%eval 1e9] [%eval 1,x]";
  split_comment(wrong);
  EXPECT_EQ(wrong.eval, std::nullopt);
  EXPECT_EQ(full_comment(wrong), "[%eval nan] [%eval #0] [%eval 1e9] [%eval 1,x]");
}

}  // namespace
}  // namespace rookery::notation
