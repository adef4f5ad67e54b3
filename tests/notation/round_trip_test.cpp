// Every position of random games comes back from FEN, and every legal move from SAN and UCI, in
// both variants of chess.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "base/rng.h"
#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "notation/uci_move.h"
#include "sanitized.h"

namespace rookery::notation {
namespace {

using namespace chess;

constexpr int kPositions = kSanitized ? 6'000 : 60'000;  // for each variant

/// A setup without what to_fen leaves out: an en-passant square no pawn can use.
Setup essential(const Position& position) {
  Setup setup = position.to_setup();
  const Color us = setup.side_to_move;
  if (setup.en_passant != Square::none &&
      !(pawn_attacks(~us, setup.en_passant) & position.pieces(us, PieceType::pawn)))
    setup.en_passant = Square::none;
  return setup;
}

void check_position(const Position& position, bool chess960) {
  const std::string fen = to_fen(position);
  const auto again = parse_fen(fen);
  ASSERT_TRUE(again) << fen << ": " << again.error().message;
  ASSERT_EQ(again->to_setup(), essential(position)) << fen;
  ASSERT_EQ(again->key(), position.key()) << fen;
  ASSERT_EQ(to_fen(*again), fen);

  std::set<std::string> seen;
  for (const Move move : legal_moves(position)) {
    const std::string san = to_san(position, move);
    const auto from_san = parse_san(position, san);
    ASSERT_TRUE(from_san) << fen << ' ' << san << ": " << from_san.error().message;
    ASSERT_EQ(*from_san, move) << fen << ' ' << san;
    ASSERT_TRUE(seen.insert(san).second) << fen << ": two moves are written " << san;
    const std::string uci = to_uci(move, chess960);
    const auto from_uci = parse_uci_move(position, uci);
    ASSERT_TRUE(from_uci) << fen << ' ' << uci << ": " << from_uci.error().message;
    ASSERT_EQ(*from_uci, move) << fen << ' ' << uci;
  }
}

void check_random_games(bool chess960) {
  Rng rng(chess960 ? 960 : 1);
  int positions = 0;
  while (positions < kPositions) {
    Position position =
        chess960 ? Position::chess960(static_cast<int>(rng.below(960))) : Position::initial();
    for (int ply = 0; ply < 200 && positions < kPositions; ++ply, ++positions) {
      check_position(position, chess960);
      if (testing::Test::HasFatalFailure()) return;
      const MoveList moves = legal_moves(position);
      if (moves.empty()) break;
      position.make_move(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

TEST(RoundTrip, StandardChess) { check_random_games(false); }
TEST(RoundTrip, Chess960) { check_random_games(true); }

}  // namespace
}  // namespace rookery::notation
