#include "play/opening_names.h"

#include <gtest/gtest.h>

#include <sstream>

#include "notation/san.h"

namespace rookery::play {
namespace {

std::string_view name_after(const std::string& moves, chess::Game game = chess::Game()) {
  std::istringstream words(moves);
  for (std::string san; words >> san;) game.play(*notation::parse_san(game.position(), san));
  return opening_name(game);
}

TEST(OpeningNames, EveryLineOfTheTableIsLegalAndLeadsToAPositionOfItsOwn) {
  EXPECT_EQ(known_openings(), 396u);
}

TEST(OpeningNames, TheLastKnownPositionCounts) {
  EXPECT_EQ(name_after(""), "");
  EXPECT_EQ(name_after("e4"), "King's Pawn Game");
  EXPECT_EQ(name_after("e4 e5 Nf3 Nc6 Bb5 a6"), "Ruy Lopez: Morphy Defence");
  EXPECT_EQ(name_after("e4 e5 Nf3 Nc6 Bb5 Nf6 a3 a5"), "Ruy Lopez: Berlin Defence");
  EXPECT_EQ(name_after("d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O h3"), "Nimzo-Indian Defence: Normal Variation");
}

TEST(OpeningNames, TheOrderOfMovesDoesNotMatter) {
  EXPECT_EQ(name_after("Nf3 d5 d4 Nf6 c4 e6 Nc3"),
            "Queen's Gambit Declined: Three Knights Variation");
  EXPECT_EQ(name_after("c4 e6 d4 d5"), "Queen's Gambit Declined");
}

TEST(OpeningNames, OtherStartsHaveNone) {
  EXPECT_EQ(name_after("e4", chess::Game(chess::Position::chess960(0), true)), "");
}

}  // namespace
}  // namespace rookery::play
