// Squares and positions as they are said aloud.
#include "notation/words.h"

#include <gtest/gtest.h>

#include "notation/fen.h"
#include "notation/text.h"

namespace rookery::notation {
namespace {

TEST(Words, SquaresAndPositions) {
  const auto position = parse_fen("4k3/8/8/8/6b1/5N2/6P1/3QK3 w - - 0 1");
  ASSERT_TRUE(position);
  const auto said = [&](const char* square) {
    return square_text(*position, *parse_square(square));
  };
  EXPECT_EQ(said("f3"), "f3, white knight. Attacked by bishop g4. Defended by queen d1, pawn g2.");
  EXPECT_EQ(said("e5"), "e5, empty.");
  EXPECT_EQ(said("g4"), "g4, black bishop.");
  EXPECT_EQ(position_text(*position),
            "White: king e1, queen d1, knight f3, pawn g2. Black: king e8, bishop g4. "
            "White to move.");
}

}  // namespace
}  // namespace rookery::notation
