// Perft: published and hand-made counts.
#include "chess/perft.h"

#include <gtest/gtest.h>

#include "notation/fen.h"

namespace rookery::chess {
namespace {

struct Count {
  const char* fen;
  int depth;
  std::uint64_t leaves;
};

void PrintTo(const Count& c, std::ostream* out) { *out << c.fen << " depth " << c.depth; }

class Perft : public testing::TestWithParam<Count> {};

TEST_P(Perft, CountsTheTree) {
  const auto position = notation::parse_fen(GetParam().fen);
  ASSERT_TRUE(position) << position.error().message;
  EXPECT_EQ(perft(*position, GetParam().depth), GetParam().leaves);
}

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr const char* kKiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

// clang-format off
INSTANTIATE_TEST_SUITE_P(Published, Perft, testing::ValuesIn<Count>({
    {kStart, 0, 1}, {kStart, 1, 20}, {kStart, 2, 400}, {kStart, 3, 8902}, {kStart, 4, 197281},
    {kStart, 5, 4865609},
    {kKiwipete, 1, 48}, {kKiwipete, 2, 2039}, {kKiwipete, 3, 97862}, {kKiwipete, 4, 4085603},
    // chessprogramming.org/Perft_Results, positions 3 to 6
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422333},
    {"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 4, 422333},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2103487},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3894594},
    // promotions everywhere
    {"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 4, 182838},
    // X-FEN: castling letters that mean an inner rook
    {"r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1", 4, 285754},
    {"r1k2r1q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K2R1Q w KQkq - 0 1", 4, 541480},
    {"8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q - 0 1", 4, 118388},
    {"2r5/8/8/8/8/8/6PP/k2KR3 w K - 0 1", 4, 57700},
    {"4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ - 0 1", 4, 405636},
    // under- and over-populated boards
    {"8/ppp3p1/8/8/3p4/5Q2/1ppp2K1/brk4n w - - 0 1", 4, 134167},
    {"8/6kR/8/8/8/bq6/1rqqqqqq/K1nqnbrq b - - 0 1", 4, 50268},
    {"3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - - 0 1", 3, 2854},
    {"8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", 3, 711}}));

INSTANTIATE_TEST_SUITE_P(Chess960, Perft, testing::ValuesIn<Count>({
    {"q1bnrkr1/ppppp2p/2n2p2/4b1p1/2NP4/8/PPP1PPPP/QNB1RRKB w ge -", 4, 732757},
    {"bn1rqbkr/ppp1ppp1/1n6/2p4p/7P/3P4/PPP1PPP1/BN1RQBKR w HDhd -", 4, 660217},
    {"1nrbkr1q/1pppp1pp/1n6/p4p2/N1b4P/8/PPPPPPPB/N1RBKR1Q w FCfc -", 4, 755171},
    {"1br1bnkr/ppqppp1p/1np3p1/8/1PP4P/4N3/P2PPPP1/NBRQB1KR w HChc -", 4, 691488},
    {"bnrnkrqb/pp2p2p/2pp1pp1/8/P7/2PP1P2/1P2P1PP/BNRNKRQB w FCfc -", 4, 560824},
    {"nqrknbbr/pp1pppp1/7p/2p5/7P/1P1N4/P1PPPPPB/NQRK1B1R w HChc -", 4, 683686},
    {"n1kbbnqr/prp2ppp/1p1p4/4p3/1P2P3/3P1B2/P1P2PPP/NRK1BNQR w HBh -", 4, 449719},
    {"1bbqrkrn/ppppp1p1/8/5p1p/P1n3P1/3P4/1PP1PP1P/NBBQRRKN w ge -", 4, 461211},
    {"nrkqrnbb/ppppp1p1/7p/1P3p2/3P4/2P5/P3PPPP/NRKQRNBB w EBeb -", 4, 508789},
    {"qrnnbb1Q/ppp1pk1p/3p2p1/5p2/PP6/5P2/2PPP1PP/1RNNBBKR w HB -", 4, 603931},
    {"rn1bnqkr/p1ppppp1/8/1p5p/P4P1P/3N4/1PPPP1b1/RNBB1QKR w HAha -", 4, 613194},
    {"bbqr1knr/pppppp1p/8/4n1p1/2P1P3/6P1/PPQP1P1P/BB1RNKNR w HDhd -", 4, 481200},
    {"rnqk1nrb/pppbpp2/7p/3p2p1/4B3/2N1N1P1/PPPPPP1P/R1QKB1R1 w GAga -", 4, 1318217},
    {"rnbkn1rq/ppppppb1/6p1/7p/2B2P2/1P2P3/P1PP2PP/RNBKN1RQ w GAga -", 4, 689436},
    {"brnbq1rn/2ppppkp/p5p1/1p6/8/1BP3P1/PP1PPP1P/BRN1QRKN w - -", 4, 419667},
    {"rbnkr1bn/pp1pqp1p/2p1p3/6p1/3P4/7P/PPP1PPP1/RBNKRQBN w EAea -", 4, 381197},
    {"rqb1nnrb/2ppkppp/1p2p3/p7/2PPP3/1P6/P4PPP/RQBKNNRB w GA -", 4, 570647},
    {"1rknnbqr/3ppppp/p7/1pp5/4b2P/P4P2/1PPPP1PR/BRKNNBQ1 w Bhb -", 4, 618777},
    {"1rkb1rbn/p1pp1ppp/3np3/1p6/4qP2/3NB3/PPPPPRPP/QRKB3N w Bfb -", 4, 914106},
    {"rbknb1rn/p1pp2pp/1p6/4pp2/1q3P1B/2N5/PPPPPNPP/RBK2QR1 w GAga -", 4, 1374158},
    {"bqkrrnnb/2p1pppp/p7/1P1p4/8/2R3P1/PP1PPP1P/BQ1KRNNB w E -", 4, 1276664},
    {"rkqrnbbn/1p2pp1p/3p2p1/p1p5/P5PP/3N4/1PPPPP2/RKQR1BBN w DAda -", 4, 451860},
    {"rkrbb1nq/p2pppp1/1p4n1/2p4p/3N4/4P1P1/PPPP1P1P/RKRBBN1Q w CAca -", 4, 531121}}));

// One position for each hard rule; depth 1 is counted by hand.
INSTANTIATE_TEST_SUITE_P(HardRules, Perft, testing::ValuesIn<Count>({
    // taking en passant would open the rank: 5 king moves, no exd3
    {"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", 1, 6},
    // the same without the queen: 6 moves and exd3
    {"8/8/8/8/k2Pp3/8/8/3K4 b - d3 0 1", 1, 7},
    // the double push itself gives check and may be taken en passant: king moves and exd3
    {"8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", 1, 9},
    // pinned along the diagonal, en passant stays on it
    {"7k/8/8/8/3Pp3/8/2B5/4K3 b - d3 0 1", 1, 5},
    // castling: free; through an attacked square; out of check; rook attacked is no obstacle
    {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1, 15},
    {"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", 1, 12},
    {"4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", 1, 4},
    {"4k2r/8/8/8/8/8/8/4K2R w K - 0 1", 1, 15},
    // queen side: b1 attacked is no obstacle, d1 attacked is one
    {"1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 1, 16},
    {"3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", 1, 13},
    // double check: only the king moves
    {"4k3/8/8/8/8/5n2/4r3/R3K2R w KQ - 0 1", 1, 3},
    // a pinned rook slides along its pin, a pinned knight not at all
    {"4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", 1, 10},
    {"4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", 1, 4},
    // promotion with and without capture, four ways each
    {"1n5k/P7/8/8/8/8/8/K7 w - - 0 1", 1, 11},
    // Chess960: the castling rook hides the king from a rook on the same rank
    {"k7/8/8/8/8/8/8/rRK5 w B - 0 1", 1, 5}}));
// clang-format on

TEST(PerftDivide, SumsToTheWhole) {
  const Position& start = Position::initial();
  for (int threads : {1, 2, 3})
    for (int depth = 1; depth <= 4; ++depth) {
      std::uint64_t sum = 0;
      const auto divided = perft_divide(start, depth, threads);
      EXPECT_EQ(divided.size(), 20u);
      for (const auto& [move, leaves] : divided) sum += leaves;
      EXPECT_EQ(sum, perft(start, depth));
      EXPECT_EQ(perft(start, depth, threads), sum);
    }
}

TEST(DeepPerft, StartPosition) {
  EXPECT_EQ(perft(Position::initial(), 6), 119060324u);
  EXPECT_EQ(perft(Position::initial(), 7, 2), 3195901860u);
}

TEST(DeepPerft, Kiwipete) { EXPECT_EQ(perft(*notation::parse_fen(kKiwipete), 5), 193690690u); }

}  // namespace
}  // namespace rookery::chess
