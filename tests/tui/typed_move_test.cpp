#include "tui/typed_move.h"

#include <gtest/gtest.h>

#include "notation/fen.h"
#include "notation/uci_move.h"

namespace rookery::tui {
namespace {

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

std::string parsed(const char* fen, const std::string& text) {
  const auto position = *notation::parse_fen(fen);
  const auto typed = parse_typed_move(position, text);
  if (!typed) return "! " + typed.error().message;
  return typed->move ? notation::to_uci(typed->move) : "which piece?";
}

TEST(TypedMove, ManyFormsOfOneMove) {
  for (const char* text : {"Nf3", "nf3", "g1f3", "Ng1f3", "ng1f3", "G1F3", "g1-f3"})
    EXPECT_EQ(parsed(kStart, text), "g1f3") << text;
  EXPECT_EQ(parsed(kStart, "pe2e4"), "e2e4");
  const char* castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  for (const char* text : {"O-O", "o-o", "0-0", "e1g1"})
    EXPECT_EQ(parsed(castling, text), "e1g1") << text;
  // A small b is the pawn's file first, then the bishop.
  EXPECT_EQ(parsed("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "bxc3"), "b2c3");
  EXPECT_EQ(parsed("4k3/8/8/8/8/2p5/3B4/4K3 w - - 0 1", "bxc3"), "d2c3");
}

TEST(TypedMove, APromotionMayLeaveThePieceOpen) {
  const char* fen = "1n5k/P1P5/8/8/8/8/8/7K w - - 0 1";
  EXPECT_EQ(parsed(fen, "a7b8"), "which piece?");
  EXPECT_EQ(parsed(fen, "c8"), "which piece?");
  EXPECT_EQ(parsed(fen, "pc7c8=Q"), "c7c8q");
  EXPECT_EQ(parsed(fen, "c7c8n"), "c7c8n");
  EXPECT_EQ(parsed(fen, "axb8=R"), "a7b8r");
}

TEST(TypedMove, ErrorsNameTheRealReason) {
  EXPECT_EQ(parsed(kStart, "nf4"), "! move 'Nf4': no knight can go to f4");
  EXPECT_EQ(parsed(kStart, "e3e4"), "! 'e3e4': there is no piece on e3");
  EXPECT_EQ(parsed(kStart, "e7e5"), "! 'e7e5': the piece on e7 is Black's");
  EXPECT_EQ(parsed(kStart, "e1g1"), "! 'e1g1': castling is not possible now");
  EXPECT_EQ(parsed("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1"),
            "! 'e1g1': no right to castle on this side");
  EXPECT_EQ(parsed(kStart, "a1a2"), "! 'a1a2': your own pawn is on a2");
  EXPECT_EQ(parsed(kStart, "b1b3"), "! 'b1b3': the knight on b1 cannot go to b3");
  EXPECT_EQ(parsed("4k3/8/8/8/8/4r3/4R3/4K3 w - - 0 1", "e2d2"),
            "! 'e2d2': that would leave your king in check");
  EXPECT_EQ(parsed(kStart, "pb1c3"), "! 'pb1c3': there is a knight on b1");
  EXPECT_EQ(notation::parse_fen("xyz").error().message, "placement: 'x' is not a piece");
}

}  // namespace
}  // namespace rookery::tui
