// The transposition table: what is known about positions met before, shared by all threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "chess/move.h"
#include "chess/zobrist.h"
#include "eval/score.h"

namespace rookery::search {

/// What a stored value says about the true one.
enum class TtBound : std::uint8_t { none, upper, lower, exact };

/// A consistent copy of an entry; nothing in it changes under the reader. If none was found, the
/// members are as here: nothing known.
struct TtEntry {
  chess::Move move;
  eval::Value value = eval::kNone;  ///< mates counted from the root of the current search
  eval::Value static_eval = eval::kNone;
  int depth = 0;
  TtBound bound = TtBound::none;
  bool was_pv = false;
  bool found = false;

  bool proves_at_least() const { return static_cast<int>(bound) & 2; }
  bool proves_at_most() const { return static_cast<int>(bound) & 1; }
  /// Whether the value is proven to be on its side of beta, so that a null window needs no search.
  bool decides(eval::Value beta) const {
    return value != eval::kNone && (value >= beta ? proves_at_least() : proves_at_most());
  }
  /// Whether the true value is proven to be at least as far from the estimate as this one.
  bool sharpens(eval::Value estimate) const {
    return value != eval::kNone && (value > estimate ? proves_at_least() : proves_at_most());
  }
};

/// Lock-free. An entry is one 64-bit word and a 16-bit check made of key and word together, so a
/// word and a check that were written by different threads do not match and are not used.
///
///   word: 63..48 move | 47..32 value | 31..16 static eval | 15..8 depth | 7..3 age | 2 pv | 1..0
///   bound
///
/// Three entries and their checks fill a cluster of 32 bytes, half a cache line.
class TranspositionTable {
 public:
  explicit TranspositionTable(std::size_t megabytes = 16) {
    if (!resize(megabytes)) throw std::bad_alloc();
  }

  /// Not while a search runs. False, and nothing is changed, if there is not that much memory. Its
  /// pages are first touched by clear(), or else by the search.
  bool resize(std::size_t megabytes);
  /// Forgets everything. Not while a search runs.
  void clear(int threads = 1);

  /// Once per search: entries of earlier searches become replaceable first.
  void new_search() { age_ = (age_ + 1) & kAgeMask; }

  /// `halfmove_clock` is the position's: a mate, or a table's win, that the
  /// fifty-move rule forestalls is not told.
  TtEntry probe(chess::Key key, int ply, int halfmove_clock) const;
  /// `move` null keeps the stored one; `value` counts mates from the root.
  void store(chess::Key key, int ply, chess::Move move, eval::Value value, eval::Value static_eval,
             int depth, TtBound bound, bool pv);
  void prefetch(chess::Key key) const { __builtin_prefetch(&clusters_[slot(key)]); }

  /// Entries of the current search per mille, from a sample.
  int hash_full() const;

 private:
  static constexpr int kEntries = 3;
  static constexpr int kAgeMask = 31;
  static constexpr int kDepthOffset = 8;  // stored depth = depth + offset, 0 = empty

  struct alignas(32) Cluster {
    std::atomic<std::uint64_t> words[kEntries];
    std::atomic<std::uint16_t> checks[kEntries];
  };
  struct Release {
    std::size_t bytes;
    void operator()(Cluster* memory) const;
  };

  /// The key's high bits scaled to the table; its low bits are left for the check.
  std::size_t slot(chess::Key key) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::size_t>(Wide{key} * count_ >> 64);
  }
  static std::uint16_t check_of(chess::Key key, std::uint64_t word) {
    const std::uint64_t folded = key ^ word ^ (word >> 32);
    return static_cast<std::uint16_t>(folded ^ (word >> 16) ^ (word >> 48));
  }

  std::unique_ptr<Cluster[], Release> clusters_;
  std::size_t count_ = 0;
  int age_ = 0;
};

}  // namespace rookery::search
