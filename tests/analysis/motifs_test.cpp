// Motifs on lines whose patterns are plain to see.
#include "analysis/motifs.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "notation/fen.h"
#include "notation/uci_move.h"

namespace rookery::analysis {
namespace {

Line line_from(const char* fen, std::initializer_list<const char*> moves) {
  Line line(*notation::parse_fen(fen));
  for (const char* move : moves) line.add(*notation::parse_uci_move(line.end(), move));
  return line;
}

bool has(const Line& line, Motif motif) {
  const auto hits = find_motifs(line);
  return std::any_of(hits.begin(), hits.end(),
                     [&](const MotifHit& hit) { return hit.motif == motif; });
}

TEST(Motifs, KnightForksKingAndQueen) {
  const Line line = line_from("4k3/8/8/3q4/8/2N5/8/4K3 b - - 0 1", {"d5d2", "e1d2"});
  EXPECT_TRUE(has(line, Motif::hanging_piece));
  EXPECT_FALSE(has(line, Motif::fork));
  const Line forked =
      line_from("4k3/8/8/3q4/6N1/8/8/4K3 b - - 0 1", {"d5d8", "g4f6", "e8e7", "f6g8"});
  EXPECT_FALSE(has(forked, Motif::fork));  // the queen on d8 guards f6
  const Line fork = line_from("q3k3/8/8/1N6/8/8/8/4K3 b - - 0 1", {"e8d8", "b5c7", "d8c7", "e1e2"});
  EXPECT_FALSE(has(fork, Motif::fork));  // the king simply takes
  const Line real =
      line_from("q3k3/p7/8/1N6/8/8/8/4K3 b - - 0 1", {"a7a6", "b5c7", "e8e7", "c7a8"});
  EXPECT_TRUE(has(real, Motif::fork));
}

TEST(Motifs, SkewerThroughTheKing) {
  const Line line = line_from("4q3/8/8/8/4k3/8/8/R5K1 b - - 0 1", {"e4e5", "a1e1", "e5d6", "e1e8"});
  EXPECT_TRUE(has(line, Motif::skewer));
  EXPECT_FALSE(has(line, Motif::pin));
}

TEST(Motifs, MateOnAnOpenBackRankIsNoBackRankMate) {
  const Line line = line_from("6k1/8/6K1/8/8/8/r7/3R4 b - - 0 1", {"a2a3", "d1d8"});
  EXPECT_TRUE(has(line, Motif::mate));
  EXPECT_FALSE(has(line, Motif::back_rank_mate));
}

TEST(Motifs, BackRankMate) {
  const Line line = line_from("6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1", {"a2a3", "d1d8"});
  EXPECT_TRUE(has(line, Motif::mate));
  EXPECT_TRUE(has(line, Motif::back_rank_mate));
}

TEST(Motifs, PromotionOfTheHeroOnly) {
  EXPECT_TRUE(
      has(line_from("8/P3k3/8/8/8/8/8/4K3 b - - 0 1", {"e7d7", "a7a8q"}), Motif::promotion));
  EXPECT_FALSE(
      has(line_from("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", {"a7a8q", "e7d7"}), Motif::promotion));
}

TEST(Motifs, DiscoveredCheckIsADiscoveredAttack) {
  const Line line =
      line_from("4k3/8/8/8/4N3/q7/8/4R1K1 b - - 0 1", {"a3a2", "e4c3", "e8d7", "c3a2"});
  EXPECT_TRUE(has(line, Motif::discovered_check));
  EXPECT_TRUE(has(line, Motif::discovered_attack));
}

}  // namespace
}  // namespace rookery::analysis
