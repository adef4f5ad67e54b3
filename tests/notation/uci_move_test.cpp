// UCI moves, above all the two ways to write castling.
#include "notation/uci_move.h"

#include <gtest/gtest.h>

#include "notation/fen.h"

namespace rookery::notation {
namespace {

using namespace chess;

Position from_fen(std::string_view fen) { return parse_fen(fen).value(); }

TEST(UciMove, OrdinaryMoves) {
  const auto move = parse_uci_move(Position::initial(), "e2e4");
  ASSERT_TRUE(move);
  EXPECT_TRUE(move->is_double_push());
  EXPECT_EQ(to_uci(*move), "e2e4");
  EXPECT_EQ(to_uci(Move()), "0000");
}

TEST(UciMove, Promotions) {
  const Position p = from_fen("8/4P3/8/8/8/k7/8/4K3 w - - 0 1");
  for (const char* text : {"e7e8q", "e7e8r", "e7e8b", "e7e8n"}) {
    const auto move = parse_uci_move(p, text);
    ASSERT_TRUE(move) << text;
    EXPECT_EQ(to_uci(*move), text);
  }
  EXPECT_TRUE(parse_uci_move(p, "e7e8Q"));
  EXPECT_FALSE(parse_uci_move(p, "e7e8"));
  EXPECT_FALSE(parse_uci_move(p, "e7e8k"));
}

TEST(UciMove, BothCastlingForms) {
  const Position p = from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  for (const char* text : {"e1g1", "e1h1"}) {
    const auto move = parse_uci_move(p, text);
    ASSERT_TRUE(move) << text;
    EXPECT_TRUE(move->is_castling());
    EXPECT_EQ(to_uci(*move), "e1g1");
    EXPECT_EQ(to_uci(*move, true), "e1h1");
  }
  const auto queen_side = parse_uci_move(p, "e1c1");
  ASSERT_TRUE(queen_side);
  EXPECT_EQ(to_uci(*queen_side), "e1c1");
  EXPECT_EQ(to_uci(*queen_side, true), "e1a1");
}

TEST(UciMove, AKingStepIsNotCastlingInChess960) {
  const Position p = from_fen("4k3/8/8/8/8/8/8/5K1R w K - 0 1");
  EXPECT_FALSE(parse_uci_move(p, "f1g1").value().is_castling());
  EXPECT_TRUE(parse_uci_move(p, "f1h1").value().is_castling());
  // The king already stands where castling puts it.
  const Position q = from_fen("4k3/8/8/8/8/8/8/6KR w K - 0 1");
  EXPECT_TRUE(parse_uci_move(q, "g1h1").value().is_castling());
  EXPECT_FALSE(parse_uci_move(q, "g1g1"));
}

TEST(UciMove, Errors) {
  const Position& p = Position::initial();
  EXPECT_EQ(parse_uci_move(p, "e2e5").error().message, "move 'e2e5': not legal here");
  EXPECT_EQ(parse_uci_move(p, "e2j4").error().offset, 2u);
  EXPECT_EQ(parse_uci_move(p, "z2e4").error().offset, 0u);
  EXPECT_FALSE(parse_uci_move(p, ""));
  EXPECT_FALSE(parse_uci_move(p, "0000"));
  EXPECT_FALSE(parse_uci_move(p, "e2e4e5"));
}

}  // namespace
}  // namespace rookery::notation
