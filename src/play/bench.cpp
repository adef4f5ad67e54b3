#include "play/bench.h"

#include <chrono>

#include "notation/fen.h"

namespace rookery::play {

namespace {

constexpr std::string_view kPositions[] = {
    "4r1k1/7p/p3r2p/1pp5/3q1p1R/PP1P1P2/2Q3P1/2R2K2 b - - 1 30",
    "8/pR6/5p2/4pk2/PPb2b2/R4P1P/4r3/4K3 w - - 7 32",
    "5r1k/1q1bn3/3p1b1p/3pp1pP/2B3P1/4N3/QP1N1P2/6KR w - - 0 31",
    "rnbq1rk1/p1p2pp1/1p1p1n1p/2bP4/Q3PB2/2N5/PPP3PP/2KR1BNR w - - 0 10",
    "r1bqr1k1/pp4p1/3p1n1p/4np2/2P1pN1P/1PN1P1P1/P2Q1PB1/2KR3R b - - 3 18",
    "1r1q3r/5pk1/p2b1np1/P2Pp2p/1Pp1P3/2P1BP1P/R3RQP1/6K1 b - - 1 37",
    "r2q1rk1/1ppnnpbp/3p2p1/pB6/4P2P/2N1B2Q/PPP2P1P/1K1R3R b - - 3 13",
    "5k2/p1pnr3/1p1p1Pp1/1P1B4/2P3pP/8/P4P2/2R2K2 b - - 0 32",
    "5r2/1p1k4/n2N4/3P1r2/p1PB2p1/P5P1/1P4K1/4R3 w - - 1 33",
    "rkb1q3/pp4rp/1npb1n2/3p4/3P1B2/1QNB1P2/PPP1N2P/2K1R2R b - - 2 20",
    "r2qk1nr/pb1pp1b1/npp2P1p/4B3/3PP3/2N2N2/PPP2PP1/R2QKB1R b KQkq - 0 9",
    "8/2p2p1k/2P3p1/p1r4p/P1N1P3/1NP3P1/R4K2/8 b - - 0 40",
    "kr6/p7/2p5/4Q1p1/1q6/6P1/1P6/1KN5 w - - 2 56",
    "r1b1kb1r/pp3ppp/2n1pq1n/2pp4/2P3P1/1P1P1N1P/P3PP2/RNBQKB1R w KQkq - 1 7",
    "8/3n4/8/p2P1k2/2KB4/8/P6P/8 b - - 4 51",
    "2kr3r/p1p2pp1/1p5p/8/4R3/2P5/PPKB1PPb/R7 b - - 1 17",
    "3r4/p6k/1p3bp1/2p4p/P1N2PbP/2PpRNP1/1P1K4/8 w - - 8 44",
    "rnbqkbnr/pp2pppp/8/3p4/6P1/NQ6/PP1PPPBP/R1B1K1NR b KQkq - 1 6",
    "8/4qpk1/p3P1p1/8/8/P2B4/6KQ/8 w - - 9 56",
    "4r1k1/8/1pP3pp/1P3r2/1R1p4/3Pp1K1/4R3/8 b - - 1 45",
    "r5k1/1b1qbppp/rp1p1n2/2pPp3/1nP1P3/RQN1BN1P/1P2BPP1/R5K1 w - - 4 18",
    "2R5/8/8/6pk/8/6K1/1r5P/8 b - - 4 54",
    "3r1r2/pb3p1k/q3pp2/1p5P/2pP1P2/P1Q3P1/1P2N2R/R3K3 w Q - 1 24",
    "r7/1pk4p/2p2P1p/p7/2P1N3/7P/PP4PN/1K6 b - - 0 30",
    "2r3k1/1p3pb1/p3r1p1/1Q5p/4p3/P1B1P2P/1P3PP1/2RR2K1 b - - 0 24",
    "8/4r1k1/1p1p3p/pP1B2p1/P1R1P3/1P5P/1K3b2/8 w - - 0 44",
    "rnbqk2r/4pp1p/1pp3pb/p2p4/2PP3P/4PN2/PP3P2/RNBQKB1R b KQkq - 0 8",
    "2r1r1k1/5pb1/2qp2p1/1p1N3p/pP2P1nP/P3BRP1/2PQ4/5R1K b - - 3 26",
    "3r3r/ppk2pp1/2n4p/3R4/1P3B2/2P3P1/P3bPBP/R5K1 b - - 1 23",
    "4r3/kp6/p1p4R/n2p4/PP1P4/2PN4/5P2/3K4 b - - 0 39",
    "5n1r/pp2k1p1/2p1br1p/4p2B/4P2N/2P5/PP4PP/2KR1R2 b - - 8 18",
    "r1b1kb1r/p2npppp/6q1/2BP4/1PpQ4/2N5/P1P1NPPP/R3K2R w KQkq - 3 13",
    "8/8/3K4/1p4r1/8/pPp3k1/2R5/8 w - - 0 57",
    "5r2/2k5/3p4/p1p1n3/P1P2r2/1P6/2R3R1/1K1B4 w - - 0 50",
    "r1b1kbnr/1ppp2p1/n3p3/7P/4Pp2/2N2PN1/P1PP3q/R1BQKBR1 w Qkq - 0 12",
    "rnbqkb1r/p3npp1/7p/1pppN3/7P/3PP1P1/PPPN1P2/R1BQKB1R b KQkq - 0 7",
    "8/kp2R3/p1p5/3p4/3Pb3/4K3/1P3R2/1r6 w - - 0 39",
    "8/8/8/3k1pp1/7p/r4P1P/6K1/4R3 b - - 3 40",
    "rnbqkb1r/ppp1pp1p/3p4/3P4/6P1/P4Np1/1PP1P3/RNBQKBR1 b Qkq - 2 9",
    "8/2r3kp/1p2b3/p2pNp1p/1b1P1P2/1P1BK1PP/8/6R1 w - - 4 44",
    "8/8/8/2p3P1/3pb3/P7/2Pk4/3B2K1 w - - 1 59",
    "2r2k2/5p1p/2NRbbp1/1P6/1PP5/7P/6P1/5B1K b - - 12 39",
    "r1bqkbnr/1p2ppp1/p1n4p/2pp4/5PP1/2PP1N2/PP2P2P/RNBQKB1R w KQkq - 0 6",
    "8/kp6/p2K4/2Q5/2P5/1P3q2/8/8 b - - 4 56",
    "3r1b1k/pp4rP/4p3/3n4/3qB3/6R1/PPQ2P1P/R1B3K1 w - - 1 24",
    "4kr2/1pp4p/3p2p1/1P6/1RP1N1n1/5N2/4KPBP/2q4R b - - 2 22",
    "r1bqk2r/ppp3b1/3p2n1/3Q1pPp/2N2P2/5NP1/PPP2P2/1R2KB1R b Kkq - 0 13",
    "rn1q1rk1/1b1nbpp1/1p2p3/1P1pP3/P2p2Pp/1N1B1N1P/R1Q2P2/2B2RK1 b - - 1 18",
    "r1bqkb1r/pp1pp1p1/8/2P1Pp1p/6n1/4P2P/P1P1BPP1/RNBQK2R b KQkq - 0 9",
    "6k1/p4p1p/1bpNbP2/4r3/6P1/4P2P/1PB5/1K2R3 w - - 5 34"};

}  // namespace

std::span<const std::string_view> bench_positions() { return kPositions; }

BenchResult run_bench(search::Agent& agent, int depth, search::Control& control,
                      const std::function<void(int, std::uint64_t)>& progress) {
  BenchResult result;
  search::Limits limits;
  limits.depth = depth;
  int done = 0;
  for (std::string_view fen : kPositions) {
    if (control.should_stop()) break;
    const chess::Game game(notation::parse_fen(fen).value());
    search::NullSink sink;
    agent.new_game();
    const auto start = std::chrono::steady_clock::now();
    result.nodes += agent.think(game, limits, control, sink).info.nodes;
    result.seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (progress) progress(++done, result.nodes);
  }
  return result;
}

}  // namespace rookery::play
