#include "tui/editor.h"

#include <gtest/gtest.h>

#include "notation/fen.h"

namespace rookery::tui {
namespace {

using chess::Square;

std::string fen(const Editor& editor) {
  const auto position = editor.position();
  return position ? notation::to_fen(*position) : "! " + position.error().message;
}

TEST(EditorTest, PiecesTurnAndCastling) {
  Editor editor;
  EXPECT_EQ(fen(editor), notation::to_fen(chess::Position::initial()));
  EXPECT_TRUE(editor.handle(Event::key(U'0'), Square::a1));
  EXPECT_TRUE(fen(editor).starts_with("! ")) << "no kings";
  for (const auto& [letter, square] :
       {std::pair(U'K', Square::e1), {U'R', Square::h1}, {U'k', Square::e8}, {U'q', Square::d8}})
    EXPECT_TRUE(editor.handle(Event::key(letter), square));
  EXPECT_EQ(fen(editor), "3qk3/8/8/8/8/8/8/4K2R w - - 0 1");
  editor.handle(Event::key(U'+'), Square::a1);
  EXPECT_EQ(editor.castling_text(), "K");
  editor.handle(Event{Event::Type::tab}, Square::a1);
  EXPECT_EQ(fen(editor), "3qk3/8/8/8/8/8/8/4K2R b K - 0 1");
  editor.handle(Event::key(U' '), Square::h1);
  EXPECT_EQ(editor.castling_text(), "-") << "the rook is gone";
  EXPECT_FALSE(editor.handle(Event::key(U'z'), Square::a1));
}

}  // namespace
}  // namespace rookery::tui
