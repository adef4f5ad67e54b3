// The transposition table: what is stored comes back, mates keep their distance, threads do no
// harm.
#include "search/tt.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/rng.h"

namespace rookery::search {
namespace {

using chess::Move;
using chess::MoveKind;
using chess::Square;

constexpr Move kMove(Square::e2, Square::e4, MoveKind::double_push);

TEST(TranspositionTable, ReturnsWhatWasStored) {
  TranspositionTable table(1);
  EXPECT_FALSE(table.probe(42, 0, 0).found);
  table.store(42, 3, kMove, -57, 12, 9, TtBound::lower, true);
  const TtEntry e = table.probe(42, 3, 0);
  ASSERT_TRUE(e.found);
  EXPECT_EQ(e.move, kMove);
  EXPECT_EQ(e.value, -57);
  EXPECT_EQ(e.static_eval, 12);
  EXPECT_EQ(e.depth, 9);
  EXPECT_EQ(e.bound, TtBound::lower);
  EXPECT_TRUE(e.was_pv);
  EXPECT_TRUE(e.proves_at_least());
  EXPECT_FALSE(e.proves_at_most());
  table.clear();
  EXPECT_FALSE(table.probe(42, 3, 0).found);
}

TEST(TranspositionTable, MatesAreCountedFromTheNode) {
  TranspositionTable table(1);
  table.store(7, 4, kMove, eval::mate_in(10), eval::kNone, 5, TtBound::exact, false);
  EXPECT_EQ(table.probe(7, 4, 0).value, eval::mate_in(10));
  EXPECT_EQ(table.probe(7, 2, 0).value, eval::mate_in(8));  // six plies from the node
  EXPECT_EQ(table.probe(7, 2, 0).static_eval, eval::kNone);
  table.store(8, 4, kMove, eval::mated_in(9), eval::kNone, 5, TtBound::exact, false);
  EXPECT_EQ(table.probe(8, 0, 0).value, eval::mated_in(5));
  // With six plies left until fifty moves are up, mate in six is in time and in seven is not.
  EXPECT_EQ(table.probe(7, 0, 94).value, eval::mate_in(6));
  EXPECT_FALSE(eval::is_mate(table.probe(7, 0, 95).value));
  EXPECT_GT(table.probe(7, 0, 95).value, 1000);
  // A tablebase's win likewise, six plies away.
  table.store(6, 0, kMove, eval::kTablebaseWin - 6, eval::kNone, 5, TtBound::exact, false);
  EXPECT_EQ(table.probe(6, 0, 94).value, eval::kTablebaseWin - 6);
  EXPECT_LT(table.probe(6, 0, 95).value, eval::kTablebaseBound);
}

TEST(TranspositionTable, KeepsTheMoveWhenANewResultHasNone) {
  TranspositionTable table(1);
  table.store(9, 0, kMove, 10, 10, 5, TtBound::lower, false);
  table.store(9, 0, Move(), 3, 10, 6, TtBound::upper, false);
  EXPECT_EQ(table.probe(9, 0, 0).move, kMove);
  EXPECT_EQ(table.probe(9, 0, 0).value, 3);
}

TEST(TranspositionTable, OldAndShallowEntriesGoFirst) {
  TranspositionTable table(1);
  // Keys that share the high bits share a cluster; the low bits differ.
  const auto key = [](int i) { return (chess::Key{0x1234} << 48) + static_cast<chess::Key>(i); };
  for (int i = 1; i <= 3; ++i) table.store(key(i), 0, kMove, i, 0, 10 * i, TtBound::exact, false);
  table.store(key(4), 0, kMove, 4, 0, 5, TtBound::exact, false);
  EXPECT_FALSE(table.probe(key(1), 0, 0).found);  // the shallowest had to go
  EXPECT_TRUE(table.probe(key(3), 0, 0).found);
  for (int i = 0; i < 5; ++i) table.new_search();
  for (int i : {5, 6}) table.store(key(i), 0, kMove, i, 0, 1, TtBound::exact, false);
  EXPECT_TRUE(table.probe(key(5), 0, 0).found);  // the second took the place of an old deep one
  EXPECT_TRUE(table.probe(key(6), 0, 0).found);
}

TEST(TranspositionTable, ThreadsNeverReadHalfAnEntry) {
  TranspositionTable table(1);
  // Each of 32 keys, all of one cluster, has one true value; a mixture of two entries would show
  // another. Keys differ in bits 11 to 15 alone and values below, so that no mixture has the right
  // check by chance.
  constexpr int kProbes = 1'000'000;
  std::atomic<int> right{0}, wrong{0};
  const auto work = [&](std::uint64_t seed) {
    Rng rng(seed);
    for (int i = 0; i < kProbes; ++i) {
      const chess::Key n = rng() & 31;
      const int value = static_cast<int>(n) * 37;
      if (const TtEntry e = table.probe(n << 11, 0, 0); e.found)
        ++(e.value == value ? right : wrong);
      table.store(n << 11, 0, kMove, value, 0, 5, TtBound::exact, false);
    }
  };
  {
    std::jthread other(work, 1);
    work(2);
  }
  EXPECT_GT(right, kProbes / 100);
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace rookery::search
