// EPD lines of test suites.
#include "notation/epd.h"

#include <gtest/gtest.h>

#include "notation/fen.h"
#include "notation/uci_move.h"

namespace rookery::notation {
namespace {

using namespace chess;

constexpr const char* kBoard = "r1bqk2r/p1pp1ppp/2p2n2/8/1b2P3/2N5/PPP2PPP/R1BQKB1R w KQkq -";

std::string reread(const std::string& rest) {
  const auto record = parse_epd(kBoard + rest);
  return record ? to_epd(*record).substr(std::string_view(kBoard).size()) : record.error().message;
}

TEST(Epd, ReadsOperations) {
  const auto record =
      parse_epd(std::string(kBoard) +
                " bm Bd3 Qd4; am e5; id \"suite; 1\"; c0 \"one\" \"two\"; acd 12; draw;");
  ASSERT_TRUE(record) << record.error().message;
  ASSERT_EQ(record->best_moves.size(), 2u);
  EXPECT_EQ(to_uci(record->best_moves[0]), "f1d3");
  EXPECT_EQ(to_uci(record->best_moves[1]), "d1d4");
  ASSERT_EQ(record->avoid_moves.size(), 1u);
  EXPECT_EQ(record->id(), "suite; 1");
  EXPECT_EQ(record->operand("acd"), "12");
  EXPECT_EQ(record->operand("nope"), "");
  const std::vector<EpdOperation> expected = {
      {"id", {"suite; 1"}}, {"c0", {"one", "two"}}, {"acd", {"12"}}, {"draw", {}}};
  EXPECT_EQ(record->operations, expected);
}

TEST(Epd, ReadsAllSixFields) {
  const auto record = parse_epd(std::string(kBoard) + " 3 17 bm f1d3; id \"x\"");
  ASSERT_TRUE(record) << record.error().message;
  EXPECT_EQ(record->position.halfmove_clock(), 3);
  EXPECT_EQ(record->position.fullmove_number(), 17);
  EXPECT_EQ(record->best_moves.size(), 1u);
  EXPECT_EQ(record->id(), "x");
  EXPECT_TRUE(parse_epd(std::string(kBoard) + " 0 1"));
  EXPECT_TRUE(parse_epd(std::string(kBoard) + "\r\n"));
}

TEST(Epd, Writes) {
  EXPECT_EQ(reread(""), "");
  EXPECT_EQ(reread("  id a.b;bm Qd4  Bd3 ;; fmvn 7;hmvc 2; pv d1d4 \"\" ; c9 x"),
            " bm Qd4 Bd3; hmvc 2; fmvn 7; id \"a.b\"; pv d1d4 \"\"; c9 \"x\";");
}

TEST(Epd, Errors) {
  const std::size_t length = std::string_view(kBoard).size();
  const auto fails = [&](const std::string& rest, const char* message, std::size_t offset) {
    const auto record = parse_epd(kBoard + rest);
    ASSERT_FALSE(record) << rest;
    EXPECT_EQ(record.error().message, message);
    EXPECT_EQ(record.error().offset, length + offset) << rest;
  };
  fails(" bm Bd3 Qd8;", "bm: move 'Qd8': no queen can go to d8", 8);
  fails(" id \"x;", "id: string is not closed", 4);
  fails(" 5x 3;", "'5x' is not an opcode", 1);
  fails(" hmvc x;", "hmvc: one number expected", 1);
  fails(" fmvn 0;", "fmvn: expected 1 to 9999", 1);
  EXPECT_EQ(parse_epd("8/8 w - -").error().message.substr(0, 10), "placement:");
  EXPECT_FALSE(parse_epd(""));
}

}  // namespace
}  // namespace rookery::notation
