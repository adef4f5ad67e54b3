// Ends of games: mate, stalemate, dead positions, repetition, fifty and seventy-five moves.
#include "chess/game.h"

#include <gtest/gtest.h>

#include "notation/fen.h"
#include "notation/san.h"

namespace rookery::chess {
namespace {

Game from(const char* fen) { return Game(notation::parse_fen(fen).value()); }

void play(Game& game, std::initializer_list<const char*> moves) {
  for (const char* text : moves) {
    const auto move = notation::parse_san(game.position(), text);
    ASSERT_TRUE(move) << text << ": " << move.error().message;
    game.play(*move);
  }
}

TEST(Game, CheckmateAndStalemate) {
  Game game;
  play(game, {"f3", "e5", "g4", "Qh4"});
  EXPECT_EQ(game.outcome(), (Outcome{Color::black, EndReason::checkmate}));
  EXPECT_STREQ(result_text(*game.outcome()), "0-1");
  EXPECT_EQ(from("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome(),
            (Outcome{std::nullopt, EndReason::stalemate}));
}

TEST(Game, ThreefoldIsAClaimFivefoldIsNot) {
  Game game;
  for (int round = 1; round <= 4; ++round) {
    EXPECT_EQ(game.repetitions(), round);
    EXPECT_EQ(game.outcome(false), std::nullopt);
    EXPECT_EQ(game.claimable_draw().has_value(), round >= 3);
    play(game, {"Nf3", "Nf6", "Ng1", "Ng8"});
  }
  EXPECT_EQ(game.outcome(false), (Outcome{std::nullopt, EndReason::fivefold_repetition}));
}

TEST(Game, EnPassantCountsForRepetitionOnlyWhereACaptureIsLegal) {
  // No black pawn can take on e3: the position after e4 is the same as later without the square.
  Game game;
  play(game, {"e4", "Nf6", "Nf3", "Ng8", "Ng1", "Nf6", "Nf3", "Ng8", "Ng1"});
  EXPECT_EQ(game.repetitions(), 3);
  // With a pawn on d4 ready to take, the first time is different.
  Game with_capture = from("4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1");
  play(with_capture, {"e4", "Nf6", "Nf3", "Ng8", "Ng1"});
  EXPECT_EQ(with_capture.repetitions(), 1);
  // A capture that would expose the king along the rank is none: no difference.
  Game pinned = from("6n1/8/8/8/k2p3R/8/4P3/4K1N1 w - - 0 1");
  play(pinned, {"e4", "Nf6", "Nf3", "Ng8", "Ng1"});
  EXPECT_EQ(pinned.repetitions(), 2);
}

TEST(Game, FiftyAndSeventyFiveMoves) {
  Game game = from("4k3/8/8/8/8/8/3R4/4K3 w - - 99 80");
  EXPECT_EQ(game.claimable_draw(), std::nullopt);
  play(game, {"Rd3"});
  EXPECT_EQ(game.claimable_draw(), EndReason::fifty_moves);
  EXPECT_EQ(game.outcome(false), std::nullopt);
  EXPECT_EQ(from("4k3/8/8/8/8/8/3R4/4K3 w - - 150 80").outcome(false),
            (Outcome{std::nullopt, EndReason::seventy_five_moves}));
  // Mate on the hundredth half-move is mate.
  Game mate = from("7k/8/6K1/8/8/8/8/R7 w - - 99 80");
  play(mate, {"Ra8"});
  EXPECT_EQ(mate.outcome(), (Outcome{Color::white, EndReason::checkmate}));
}

TEST(Game, InsufficientMaterial) {
  const auto dead = [](const char* fen) {
    return is_insufficient_material(notation::parse_fen(fen).value());
  };
  EXPECT_TRUE(dead("4k3/8/8/8/8/8/8/4K3 w - -"));
  EXPECT_TRUE(dead("4k3/8/8/8/8/8/8/4KN2 w - -"));
  EXPECT_TRUE(dead("4kb2/8/8/8/8/8/8/4K3 w - -"));
  EXPECT_TRUE(dead("2b1k3/8/8/8/8/8/8/4KB2 w - -"));  // both on light squares
  EXPECT_FALSE(dead("4kb2/8/8/8/8/8/8/4KB2 w - -"));  // opposite colours
  EXPECT_FALSE(dead("4k3/8/8/8/8/8/8/3NKN2 w - -"));
  EXPECT_FALSE(dead("4kn2/8/8/8/8/8/8/4KB2 w - -"));
  EXPECT_FALSE(dead("4k3/8/8/8/8/8/4P3/4K3 w - -"));
  EXPECT_FALSE(dead("2b1k3/8/8/8/8/8/8/2BBK3 w - -"));
}

TEST(Game, MatingMaterialDecidesFlagFalls) {
  const auto can_mate = [](const char* fen, Color side) {
    return has_mating_material(notation::parse_fen(fen).value(), side);
  };
  EXPECT_FALSE(can_mate("4k3/8/8/8/8/8/4P3/4K3 w - -", Color::black));
  EXPECT_TRUE(can_mate("4k3/8/8/8/8/8/4P3/4K3 w - -", Color::white));
  EXPECT_FALSE(can_mate("3qk3/8/8/8/8/8/8/4KN2 w - -", Color::white));
  EXPECT_TRUE(can_mate("3rk3/8/8/8/8/8/8/4KN2 w - -", Color::white));
  EXPECT_TRUE(can_mate("3qk3/8/8/8/8/8/8/3NKN2 w - -", Color::white));
  EXPECT_FALSE(can_mate("3qk3/8/8/8/8/8/8/4KB2 w - -", Color::white));
}

TEST(Game, EndAndUndo) {
  Game game;
  play(game, {"e4"});
  game.end({Color::white, EndReason::resignation});
  EXPECT_EQ(game.outcome(), (Outcome{Color::white, EndReason::resignation}));
  EXPECT_TRUE(game.undo());
  EXPECT_EQ(game.outcome(), std::nullopt);
  EXPECT_EQ(game.position(), Position::initial());
  EXPECT_FALSE(game.undo());
}

TEST(Position, Chess960NumbersAreDistinctAndLegal) {
  EXPECT_EQ(notation::to_fen(Position::chess960(518)),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  EXPECT_EQ(notation::to_fen(Position::chess960(0)).substr(0, 8), "bbqnnrkr");
  EXPECT_EQ(notation::to_fen(Position::chess960(959)).substr(0, 8), "rkrnnqbb");
  std::vector<Key> keys;
  for (int i = 0; i < 960; ++i) keys.push_back(Position::chess960(i).key());
  std::sort(keys.begin(), keys.end());
  EXPECT_EQ(std::unique(keys.begin(), keys.end()), keys.end());
}

}  // namespace
}  // namespace rookery::chess
