#include "search/tt.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <thread>
#include <vector>

namespace rookery::search {

namespace {

using chess::Key;
using chess::Move;
using eval::Value;

/// Mates are stored as distance from the node, so that an entry is true wherever it is met.
Value to_stored(Value v, int ply) {
  if (v >= eval::kTablebaseBound && v != eval::kNone) return v + ply;
  if (v <= -eval::kTablebaseBound) return v - ply;
  return v;
}
Value from_stored(Value v, int ply, int halfmove_clock) {
  if (v == eval::kNone || std::abs(v) < eval::kTablebaseBound) return v;
  const int distance = (eval::is_mate(v) ? eval::kMate : eval::kTablebaseWin) - std::abs(v);
  if (distance > 100 - halfmove_clock)
    return v > 0 ? eval::kTablebaseBound - 1 : -eval::kTablebaseBound + 1;
  return v > 0 ? v - ply : v + ply;
}

constexpr std::size_t kHugePage = std::size_t{2} << 20;

}  // namespace

void TranspositionTable::Release::operator()(Cluster* memory) const { munmap(memory, bytes); }

bool TranspositionTable::resize(std::size_t megabytes) {
  megabytes = std::max<std::size_t>(megabytes, 1);
  const std::size_t bytes = megabytes << 20;
  // Fresh pages are zero and land on the NUMA node of the thread that first touches them.
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  if (bytes >= kHugePage) madvise(memory, bytes, MADV_HUGEPAGE);
  clusters_ = {static_cast<Cluster*>(memory), Release{bytes}};
  count_ = bytes / sizeof(Cluster);
  age_ = 0;
  return true;
}

void TranspositionTable::clear(int threads) {
  std::vector<std::jthread> workers;
  const std::size_t share =
      (count_ + static_cast<std::size_t>(threads) - 1) / static_cast<std::size_t>(threads);
  const auto wipe = [this, share](int i) {
    const std::size_t first = std::min(count_, share * static_cast<std::size_t>(i));
    const std::size_t last = std::min(count_, first + share);
    std::memset(static_cast<void*>(clusters_.get() + first), 0, (last - first) * sizeof(Cluster));
  };
  for (int i = 1; i < threads; ++i) {
    try {
      workers.emplace_back(wipe, i);
    } catch (const std::system_error&) {  // no more threads: it takes longer
      wipe(i);
    }
  }
  wipe(0);
  age_ = 0;
}

TtEntry TranspositionTable::probe(Key key, int ply, int halfmove_clock) const {
  const Cluster& cluster = clusters_[slot(key)];
  for (int i = 0; i < kEntries; ++i) {
    const std::uint16_t check = cluster.checks[i].load(std::memory_order_relaxed);
    const std::uint64_t word = cluster.words[i].load(std::memory_order_relaxed);
    if (check != check_of(key, word) || (word >> 8 & 0xFF) == 0) continue;
    TtEntry entry;
    entry.found = true;
    entry.move = Move::from_bits(static_cast<std::uint16_t>(word >> 48));
    entry.value = from_stored(static_cast<std::int16_t>(word >> 32), ply, halfmove_clock);
    entry.static_eval = static_cast<std::int16_t>(word >> 16);
    entry.depth = static_cast<int>(word >> 8 & 0xFF) - kDepthOffset;
    entry.bound = static_cast<TtBound>(word & 3);
    entry.was_pv = word & 4;
    return entry;
  }
  return {};
}

void TranspositionTable::store(Key key, int ply, Move move, Value value, Value static_eval,
                               int depth, TtBound bound, bool pv) {
  Cluster& cluster = clusters_[slot(key)];
  int chosen = 0;
  int lowest_worth = 1 << 20;
  std::uint64_t old = 0;
  bool same = false;
  for (int i = 0; i < kEntries; ++i) {
    const std::uint64_t word = cluster.words[i].load(std::memory_order_relaxed);
    const std::uint16_t check = cluster.checks[i].load(std::memory_order_relaxed);
    const int stored_depth = static_cast<int>(word >> 8 & 0xFF);
    if (stored_depth == 0 || check == check_of(key, word)) {
      chosen = i;
      old = word;
      same = stored_depth != 0;
      break;
    }
    // Shallow and old entries go first.
    const int age = (age_ - static_cast<int>(word >> 3)) & kAgeMask;
    if (const int worth = stored_depth - 8 * age; worth < lowest_worth) {
      lowest_worth = worth;
      chosen = i;
      old = word;
    }
  }
  if (same) {
    if (!move) move = Move::from_bits(static_cast<std::uint16_t>(old >> 48));
    // A much deeper result of this search is worth more than a new bound.
    const int old_depth = static_cast<int>(old >> 8 & 0xFF) - kDepthOffset;
    const bool old_is_current = (static_cast<int>(old >> 3) & kAgeMask) == age_;
    if (bound != TtBound::exact && old_is_current && depth + 4 + 2 * pv <= old_depth) return;
  }
  const auto field = [](int v) { return std::uint64_t{static_cast<std::uint16_t>(v)}; };
  const std::uint64_t word = std::uint64_t{move.to_bits()} << 48 |
                             field(to_stored(value, ply)) << 32 | field(static_eval) << 16 |
                             std::uint64_t(depth + kDepthOffset) << 8 |
                             std::uint64_t(age_ << 3 | pv << 2) | static_cast<std::uint64_t>(bound);
  cluster.words[chosen].store(word, std::memory_order_relaxed);
  cluster.checks[chosen].store(check_of(key, word), std::memory_order_relaxed);
}

int TranspositionTable::hash_full() const {
  const std::size_t sample = std::min<std::size_t>(count_, 1000);
  int used = 0;
  for (std::size_t i = 0; i < sample; ++i)
    for (const auto& slot_word : clusters_[i].words) {
      const std::uint64_t word = slot_word.load(std::memory_order_relaxed);
      used += (word >> 8 & 0xFF) != 0 && (static_cast<int>(word >> 3) & kAgeMask) == age_;
    }
  return used * 1000 / static_cast<int>(sample * kEntries);
}

}  // namespace rookery::search
