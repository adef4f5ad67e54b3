// GameTree: lines, edits, and the way back.
#include "chess/game_tree.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "chess/movegen.h"
#include "notation/pgn_tree.h"
#include "notation/tree_path.h"
#include "notation/uci_move.h"

namespace rookery::chess {
namespace {

GameTree tree_of(std::string_view pgn) {
  notation::PgnReader reader(pgn);
  auto game = notation::read_game_tree(reader);
  EXPECT_TRUE(game && !game->error);
  return std::move(game->tree);
}

NodeId at(const GameTree& tree, std::string_view path) {
  const auto node = notation::find_path(tree, path);
  EXPECT_TRUE(node) << path;
  return node ? *node : kRoot;
}

/// The movetext alone.
std::string moves_of(const GameTree& tree) {
  const std::string pgn = notation::to_pgn(tree);
  const std::size_t begin = pgn.find("\n\n") + 2;
  return pgn.substr(begin, pgn.size() - begin - 2);
}

std::vector<Move> moves_from(Position position, std::initializer_list<const char*> texts) {
  std::vector<Move> moves;
  for (const char* text : texts) {
    moves.push_back(*notation::parse_uci_move(position, text));
    position.make_move(moves.back());
  }
  return moves;
}

TEST(GameTree, LinesAndPositions) {
  const GameTree tree = tree_of("1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 *");
  const NodeId c3 = at(tree, "e2e4.c7c5.c2c3");
  EXPECT_EQ(notation::path_text(tree, c3), "e2e4.c7c5.c2c3");
  EXPECT_FALSE(tree.is_main_line(c3));
  EXPECT_TRUE(tree.is_main_line(at(tree, "e2e4.e7e5.g1f3")));
  EXPECT_EQ(tree.line_to(c3).size(), 3u);
  EXPECT_EQ(tree.game().ply(), 3u);
  EXPECT_EQ(tree.game_at(c3).ply(), 3u);
  EXPECT_EQ(tree.game_at(c3).position(), tree.position(c3));
  EXPECT_EQ(tree.parent(kRoot), kRoot);
}

TEST(GameTree, AddReusesWhatIsThere) {
  GameTree tree;
  const auto line = moves_from(tree.start(), {"e2e4", "e7e5", "g1f3"});
  const NodeId nf3 = tree.add(kRoot, line);
  EXPECT_EQ(tree.add(kRoot, line), nf3);
  EXPECT_EQ(tree.size(), 4u);
  tree.add(kRoot, moves_from(tree.start(), {"e2e4", "c7c5"}));
  EXPECT_EQ(moves_of(tree), "1. e4 e5 (1... c5) 2. Nf3 *");
}

TEST(GameTree, PromotesAndDeletes) {
  GameTree tree = tree_of("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5)) (1... e6) 2. Nf3 *");
  const NodeId d5 = at(tree, "e2e4.c7c5.c2c3.d7d5");
  EXPECT_TRUE(tree.promote(d5));
  EXPECT_EQ(moves_of(tree), "1. e4 e5 (1... c5 2. c3 (2. Nf3) 2... d5) (1... e6) 2. Nf3 *");
  EXPECT_TRUE(tree.promote(d5));
  EXPECT_EQ(moves_of(tree), "1. e4 c5 (1... e5 2. Nf3) (1... e6) 2. c3 (2. Nf3) 2... d5 *");
  EXPECT_FALSE(tree.promote(d5));
  tree.make_main_line(at(tree, "e2e4.e7e6"));
  tree.remove(at(tree, "e2e4.c7c5"));
  EXPECT_EQ(moves_of(tree), "1. e4 e6 (1... e5 2. Nf3) *");
  EXPECT_FALSE(tree.contains(d5));
  EXPECT_FALSE(notation::find_path(tree, "e2e4.c7c5"));
  tree.remove(kRoot);
  EXPECT_EQ(moves_of(tree), "*");
}

TEST(GameTree, PathsOfMovesThatStandTwice) {
  const GameTree tree = tree_of("1. e4 (1. e4 c5 2. --) (1. e4 e6) e5 *");
  const NodeId second = at(tree, "e2e4:2.c7c5.0000"), third = at(tree, "e2e4:3.e7e6");
  EXPECT_EQ(notation::path_text(tree, second), "e2e4:2.c7c5.0000");
  EXPECT_EQ(notation::path_text(tree, third), "e2e4:3.e7e6");
  for (const char* wrong :
       {"e2e4:4", "e2e4:0", "e2e4:", "e2e4.e7e6", ".", "e2", "e2e4:2:2x", "e2e4:1", "e2e4:02"})
    EXPECT_FALSE(notation::find_path(tree, wrong)) << wrong;
  EXPECT_EQ(tree.game_at(second).ply(), 0u) << "a game begins anew behind a null move";
}

TEST(GameTree, ANullMoveEndsTheGameOfTheMainLine) {
  EXPECT_EQ(tree_of("1. e4 -- 2. d4 *").game().ply(), 1u);
}

TEST(GameTree, UndoAndRedo) {
  GameTree tree = tree_of("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *");
  EXPECT_FALSE(tree.undo()) << "no history was asked for";
  tree.keep_history();
  std::vector<GameTree> states{tree};
  const auto done = [&] { states.push_back(tree); };
  const NodeId nf3 = at(tree, "e2e4.c7c5.g1f3");
  const NodeId new_node = tree.add(nf3, moves_from(tree.position(nf3), {"d7d6", "d2d4"})),
               copy = new_node;
  done();
  tree.make_main_line(nf3), done();
  tree.annotate(nf3).comment = "best", done();
  tree.annotate(nf3).nags = {1}, done();
  tree.annotate(nf3).shapes = {{'G', Square::e2, Square::e4}}, done();
  tree.remove(at(tree, "e2e4.c7c5")), done();
  EXPECT_FALSE(tree.contains(new_node));
  tree.set_tag("White", "Ann"), done();
  tree.set_result("1-0"), done();
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = states.size() - 1; i-- > 0;) {
      ASSERT_TRUE(tree.undo());
      ASSERT_TRUE(tree == states[i]) << i;
    }
    EXPECT_FALSE(tree.can_undo());
    for (std::size_t i = 1; i < states.size(); ++i) {
      ASSERT_TRUE(tree.redo());
      ASSERT_TRUE(tree == states[i]) << i;
    }
    EXPECT_FALSE(tree.redo());
  }
  tree.undo(), tree.undo(), tree.undo();
  EXPECT_TRUE(tree.contains(copy)) << "the same id is the same node again";
  tree.set_tag("White", "Bea");
  EXPECT_FALSE(tree.can_redo());
}

TEST(GameTree, RandomEditsAreUndone) {
  Rng rng(11);
  GameTree tree;
  tree.keep_history(50);
  const GameTree empty = tree;
  for (int round = 0; round < 40; ++round) {
    std::vector<GameTree> states{tree};
    while (states.size() < 40) {
      const NodeId id{rng.below(static_cast<std::uint32_t>(tree.size()))};
      if (!tree.contains(id)) continue;
      const Position position = tree.position(id);
      const MoveList moves = legal_moves(position);
      switch (rng.below(6)) {
        case 0:
          tree.promote(id);
          break;
        case 1:
          tree.make_main_line(id);
          break;
        case 2:
          tree.annotate(id).comment += "x";
          break;
        case 3:
          if (id != kRoot && rng.below(4) == 0) tree.remove(id);
          break;
        default:
          if (!moves.empty())
            tree.add(id, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      }
      if (!(tree == states.back())) states.push_back(tree);
    }
    while (tree.can_undo() && states.size() > 1) {
      ASSERT_TRUE(tree.undo());
      if (tree == states.back()) continue;  // a step that changed nothing
      states.pop_back();
      ASSERT_TRUE(tree == states.back());
    }
    if (rng.below(2)) tree.redo();
  }
}

TEST(GameTree, TheHistoryIsBounded) {
  GameTree tree;
  tree.keep_history(3);
  for (int i = 0; i < 10; ++i) tree.set_tag("Round", std::to_string(i));
  int steps = 0;
  while (tree.undo()) ++steps;
  EXPECT_EQ(steps, 3);
  EXPECT_EQ(tree.tag("Round"), "6");
}

/// A variation in a variation in a variation: knights that go out and home for ever.
TEST(GameTree, HostileDepth) {
  constexpr int depth = 100'000;
  GameTree tree;
  NodeId at = kRoot;
  Position position = tree.start();
  for (int i = 0; i < depth; ++i) {
    const MoveList moves = legal_moves(position);
    const Move out = *notation::parse_uci_move(position, i % 4 == 0   ? "g1f3"
                                                         : i % 4 == 1 ? "g8f6"
                                                         : i % 4 == 2 ? "f3g1"
                                                                      : "f6g8");
    tree.add(at, out == moves[0] ? moves[1] : moves[0]);
    at = tree.add(at, out);
    position.make_move(out);
  }
  const GameTree copy = tree;
  EXPECT_TRUE(copy == tree);
  EXPECT_EQ(tree.position(at), position);
  EXPECT_FALSE(tree.is_main_line(at));
  const std::string pgn = notation::to_pgn(tree);
  EXPECT_EQ(std::count(pgn.begin(), pgn.end(), '('), depth);
  tree.make_main_line(at);
  EXPECT_TRUE(tree.is_main_line(at));
  // To read it is refused in a bounded way, and the next game is read.
  const std::string two = pgn + "1. e4 *\n";
  notation::PgnReader reader(two);
  const auto broken = notation::read_game_tree(reader);
  ASSERT_TRUE(broken && broken->error);
  EXPECT_NE(broken->error->text().find("deep"), std::string::npos);
  EXPECT_LT(broken->tree.size(), 1000u);
  EXPECT_FALSE(notation::read_game_tree(reader)->error);
}

}  // namespace
}  // namespace rookery::chess
