// ValueTable: a transposition table for the searches of document 004, as it was meant to be.
#pragma once

#include <optional>
#include <unordered_map>

#include "agents/classic.h"

namespace rookery::agents {

/// An entry holds the position's own value with its bound (alpha-beta often proves only "at least"
/// or "at most") and is used only where that bound decides, for exactly the depth asked for; so the
/// root's value is minimax's. Its best move is worth trying first.
class ValueTable {
 public:
  void clear() { entries_.clear(); }

  struct Found {
    std::optional<int> value;  ///< if it decides
    chess::Move best;
  };
  Found look_up(const chess::Position& p, int remaining, int alpha, int beta, Watch& watch) const {
    using search::Bound;
    const auto found = entries_.find(key(p));
    if (found == entries_.end()) return {};
    watch.found(found->first);
    const Entry& e = found->second;
    const bool decides = e.bound == Bound::exact || (e.bound == Bound::lower && e.value >= beta) ||
                         (e.bound == Bound::upper && e.value <= alpha);
    if (!decides || e.remaining != remaining || is_clock_near(p, remaining))
      return {std::nullopt, e.best};
    return {e.value, e.best};
  }

  /// `alpha` and `beta` as they were when the search of the position began.
  void store(const chess::Position& p, int remaining, int value, chess::Move best, int alpha,
             int beta, Watch& watch) {
    using search::Bound;
    if (is_clock_near(p, remaining) || entries_.size() >= kMaxEntries) return;
    const Bound bound = value <= alpha ? Bound::upper : value >= beta ? Bound::lower : Bound::exact;
    entries_[key(p)] = {value, remaining, bound, best};
    watch.wrote(key(p));
  }

 private:
  struct Entry {
    int value;
    int remaining;
    search::Bound bound;
    chess::Move best;
  };
  static constexpr std::size_t kMaxEntries = 4'000'000;

  /// The evaluation looks at the square passed over by a double push even if nothing can capture
  /// there, so the key must hold it.
  static chess::Key key(const chess::Position& p) {
    const chess::Square passed = p.double_push();
    return passed == chess::Square::none
               ? p.key()
               : p.key() ^ (chess::Key{0x9E3779B97F4A7C15u} << index(passed));
  }

  /// The half-move clock is not in the key: near its end the same position can have two values.
  static bool is_clock_near(const chess::Position& p, int remaining) {
    return p.halfmove_clock() + remaining >= 100;
  }

  std::unordered_map<chess::Key, Entry> entries_;
};

}  // namespace rookery::agents
