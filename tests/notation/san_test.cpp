// SAN: strict out, lenient in.
#include "notation/san.h"

#include <gtest/gtest.h>

#include "notation/fen.h"
#include "notation/uci_move.h"

namespace rookery::notation {
namespace {

using namespace chess;

Position at(std::string_view fen) { return parse_fen(fen).value(); }

/// The SAN of a UCI move.
std::string san(std::string_view fen, std::string_view uci) {
  const Position p = at(fen);
  return to_san(p, parse_uci_move(p, uci).value());
}
/// The UCI form of a SAN, or the error.
std::string uci(std::string_view fen, std::string_view text) {
  const auto move = parse_san(at(fen), text);
  return move ? to_uci(*move) : move.error().message;
}

constexpr const char* kCastle = "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1";
constexpr const char* kPromote = "1n5k/P7/8/8/8/8/8/4K3 w - - 0 1";
constexpr const char* kThreeQueens = "8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1";

TEST(San, Writes) {
  EXPECT_EQ(to_san(Position::initial(), parse_uci_move(Position::initial(), "g1f3").value()),
            "Nf3");
  EXPECT_EQ(san(kCastle, "e1g1"), "O-O");
  EXPECT_EQ(san(kCastle, "e1c1"), "O-O-O");
  EXPECT_EQ(san(kCastle, "d2d7"), "Qxd7+");
  EXPECT_EQ(san(kPromote, "a7a8q"), "a8=Q");
  EXPECT_EQ(san(kPromote, "a7b8n"), "axb8=N");
  EXPECT_EQ(san("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), "exd6");
  EXPECT_EQ(san("7k/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"), "Ra8#");
}

TEST(San, DisambiguatesByFileThenRankThenBoth) {
  EXPECT_EQ(san("7k/8/8/8/8/8/8/R4R1K w - - 0 1", "a1d1"), "Rad1");
  EXPECT_EQ(san("k7/8/3R4/8/8/3R4/8/7K w - - 0 1", "d6d5"), "R6d5");
  EXPECT_EQ(san(kThreeQueens, "h4e1"), "Qh4e1");
  // One of the two knights is pinned: no need to tell them apart.
  EXPECT_EQ(san("4r2k/8/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2"), "Nc2");
}

TEST(San, ReadsWhatPeopleWrite) {
  for (const char* text :
       {"Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "Nf3+", "Nf3!?", "Nf3#", "Nf3!"})
    EXPECT_EQ(uci("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", text), "g1f3")
        << text;
  for (const char* text : {"e4", "e2e4", "e2-e4", "Pe4", "Pe2-e4", "ee4"})
    EXPECT_EQ(uci("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", text), "e2e4")
        << text;
  for (const char* text : {"O-O", "0-0", "o-o", "O-O+", "0-0!"})
    EXPECT_EQ(uci(kCastle, text), "e1g1");
  for (const char* text : {"O-O-O", "0-0-0", "O-O-O?!"}) EXPECT_EQ(uci(kCastle, text), "e1c1");
  for (const char* text :
       {"Qxd7", "Qxd7+", "Qd7", "Qd2xd7", "Q:d7", "Qd2:d7++", "Qxd7+-", "Qxd7+/-", "Qxd7="})
    EXPECT_EQ(uci(kCastle, text), "d2d7") << text;
  for (const char* text : {"a8=Q", "a8Q", "a8(Q)", "a8/Q", "a8q", "a8=q", "a7a8Q", "a7-a8=Q!"})
    EXPECT_EQ(uci(kPromote, text), "a7a8q") << text;
  for (const char* text : {"axb8=R", "axb8R", "ab8=R", "a7xb8=R+", "a7b8r"})
    EXPECT_EQ(uci(kPromote, text), "a7b8r") << text;
  for (const char* text : {"exd6", "exd6e.p.", "exd6ep", "ed6", "e5xd6"})
    EXPECT_EQ(uci("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", text), "e5d6") << text;
  EXPECT_EQ(uci(kThreeQueens, "Qe4e1"), "e4e1");
}

TEST(San, Refuses) {
  const char* start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  EXPECT_EQ(uci(start, "Nf9"), "move 'Nf9': no target square");
  EXPECT_EQ(uci(start, "Nd5"), "move 'Nd5': no knight can go to d5");
  EXPECT_EQ(uci(start, "Ne2"), "move 'Ne2': no knight can go to e2");
  EXPECT_EQ(uci(start, "Ke2"), "move 'Ke2': the king cannot go to e2");
  EXPECT_EQ(uci(start, "e5"), "move 'e5': no such pawn move to e5");
  EXPECT_EQ(uci(start, "exd3"), "move 'exd3': no such pawn move to d3");
  EXPECT_EQ(uci(start, "e1"), "move 'e1': no such pawn move to e1");
  EXPECT_EQ(uci(start, "O-O"), "move 'O-O': castling is not possible now");
  EXPECT_EQ(uci(start, "O-O-O-O"), "move 'O-O-O-O': not a move");
  EXPECT_EQ(uci(start, "O"), "move 'O': not a move");
  EXPECT_EQ(uci(start, ""), "move '': empty");
  EXPECT_EQ(uci(start, "e4=Q"), "move 'e4=Q': no such pawn move to e4");
  EXPECT_EQ(uci(start, "e4 junk"), "move 'e4 junk': ' junk' is not understood");
  EXPECT_EQ(uci(start, "Ng1f3e5"), "move 'Ng1f3e5': too many squares");
  EXPECT_EQ(uci(kPromote, "a8"), "move 'a8': the piece to promote to is missing");
  EXPECT_EQ(uci(kPromote, "a8=K"), "move 'a8=K': '=K' is not understood");
  EXPECT_EQ(uci(kThreeQueens, "Qe1"), "move 'Qe1': more than one queen can go to e1");
  EXPECT_EQ(uci(kThreeQueens, "Qhe1"), "move 'Qhe1': more than one queen can go to e1");
  EXPECT_EQ(uci("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "O-O"),
            "move 'O-O': no right to castle on this side");
  // A bare pawn move to an occupied square is not taken for a capture.
  EXPECT_EQ(uci("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5"), "move 'd5': no such pawn move to d5");
  EXPECT_EQ(parse_san(Position::initial(), "Nf3x!a").error().offset, 4u);
}

}  // namespace
}  // namespace rookery::notation
