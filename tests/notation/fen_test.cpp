// FEN in all its dialects, and the errors that name their field.
#include "notation/fen.h"

#include <gtest/gtest.h>

namespace rookery::notation {
namespace {

using namespace chess;

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

std::string fen_again(std::string_view fen) {
  const auto position = parse_fen(fen);
  return position ? to_fen(*position) : "error: " + position.error().message;
}

TEST(Fen, InitialPosition) {
  const auto position = parse_fen(kStart);
  ASSERT_TRUE(position);
  EXPECT_EQ(*position, Position::initial());
  EXPECT_EQ(to_fen(Position::initial()), kStart);
}

TEST(Fen, CountersMayBeMissingAndSpacesMany) {
  EXPECT_EQ(fen_again("4k3/8/8/8/8/8/8/4K3 w - -"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(fen_again("  4k3/8/8/8/8/8/8/4K3\tb  -  -  7\r\n"), "4k3/8/8/8/8/8/8/4K3 b - - 7 1");
}

TEST(Fen, ShredderAndXFenCastling) {
  EXPECT_EQ(fen_again("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"), kStart);
  // The inner of two rooks needs its file in X-FEN, the outer one does not.
  EXPECT_EQ(fen_again("4k3/8/8/8/8/8/8/1R2K1RR w G - 0 1"), "4k3/8/8/8/8/8/8/1R2K1RR w G - 0 1");
  EXPECT_EQ(fen_again("4k3/8/8/8/8/8/8/1R2K1RR w HB - 0 1"), "4k3/8/8/8/8/8/8/1R2K1RR w KQ - 0 1");
  const auto position = parse_fen("4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1");
  ASSERT_TRUE(position);
  EXPECT_EQ(position->castling_rook(Color::white, CastlingSide::king), Square::g1);
  EXPECT_EQ(position->castling_rook(Color::white, CastlingSide::queen), Square::b1);
}

TEST(Fen, EnPassantIsWrittenOnlyWhereAPawnStandsReady) {
  EXPECT_EQ(fen_again("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  EXPECT_EQ(fen_again("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"), "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
  // The capture would uncover the queen on h4: not legal, but written all the same.
  const std::string pinned = "8/8/8/8/k2pP2Q/8/8/4K3 b - e3 0 1";
  const auto position = parse_fen(pinned);
  ASSERT_TRUE(position);
  EXPECT_EQ(position->en_passant(), Square::none);
  EXPECT_EQ(to_fen(*position), pinned);
}

TEST(Fen, EveryChess960StartComesBack) {
  for (int n = 0; n < 960; ++n) {
    const Position start = Position::chess960(n);
    const auto again = parse_fen(to_fen(start));
    ASSERT_TRUE(again) << n << ' ' << to_fen(start);
    EXPECT_EQ(*again, start);
  }
}

TEST(Fen, ErrorsNameFieldAndOffset) {
  struct Case {
    const char* fen;
    const char* message;
    std::size_t offset;
  };
  const Case cases[] = {
      {"", "placement: field is missing", 0},
      {"8/8/8/8/8/8/8/8 w -", "en passant: field is missing", 19},
      {"4k3/8/8/8/8/8/8/4K2 w - - 0 1", "placement: the board ends before h1", 19},
      {"4k3/8/8/8/8/8/8/4K4 w - - 0 1", "placement: rank 1 has more than 8 squares", 18},
      {"4k2/8/8/8/8/8/8/4K3 w - - 0 1", "placement: rank 8 has 7 squares instead of 8", 3},
      {"4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", "placement: more than 8 ranks", 19},
      {"4k3/8/8/x7/8/8/8/4K3 w - - 0 1", "placement: 'x' is not a piece", 8},
      {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side to move: 'W' is neither w nor b", 20},
      {"4k3/8/8/8/8/8/8/4K3 w K - 0 1",
       "castling: right K but no white rook on h1 or between it and the king", 22},
      {"4k3/8/8/8/8/8/8/4K2R w Kq - 0 1",
       "castling: right q but no black rook on a8 or between it and the king", 24},
      {"4k3/8/8/8/8/8/8/4K2R w HC - 0 1", "castling: right C but no white rook on c1", 24},
      {"8/4k3/8/8/8/8/8/4K3 w k - 0 1", "castling: right k but no black king on rank 8", 22},
      {"4k3/8/8/8/8/8/8/4K2R w KH - 0 1", "castling: right H is given twice", 24},
      {"4k3/8/8/8/8/8/8/4K2R w Kz - 0 1", "castling: 'z' is not a castling right", 24},
      {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant: 'e9' is neither a square nor -", 24},
      {"4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock: 'x' is not a number", 26},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "fullmove number: '-1' is not a number", 28},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999", "fullmove number: '99999999999' is not a number",
       28},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 7", "extra field '7' after the sixth", 30},
  };
  for (const Case& c : cases) {
    const auto position = parse_fen(c.fen);
    ASSERT_FALSE(position) << c.fen;
    EXPECT_EQ(position.error().message, c.message) << c.fen;
    EXPECT_EQ(position.error().offset, c.offset) << c.fen;
  }
}

TEST(Fen, ImpossiblePositionsAreRefusedAtTheirField) {
  struct Case {
    const char* fen;
    const char* field;
    std::size_t offset;
  };
  const Case cases[] = {
      {"8/8/8/8/8/8/8/4K3 w - - 0 1", "placement: ", 0},
      {"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "placement: ", 0},
      {"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "side to move: ", 22},
      {"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant: ", 24},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 0", "fullmove number: ", 28},
  };
  for (const Case& c : cases) {
    const auto position = parse_fen(c.fen);
    ASSERT_FALSE(position) << c.fen;
    EXPECT_TRUE(position.error().message.starts_with(c.field)) << position.error().message;
    EXPECT_EQ(position.error().offset, c.offset) << c.fen;
    EXPECT_TRUE(parse_setup(c.fen)) << "a setup may be anything: " << c.fen;
  }
}

}  // namespace
}  // namespace rookery::notation
