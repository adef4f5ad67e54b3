// What the search has learned about moves and about its own evaluation in this game.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "chess/position.h"
#include "engine/params.h"
#include "eval/score.h"

namespace rookery::engine {

/// A score that moves towards its limit by ever smaller steps ("gravity"), so that it never
/// overflows and new results outweigh old ones. `kLimit` is a function, since the number may be one
/// that is tuned.
template <int (*kLimit)()>
class HistoryScore {
 public:
  operator int() const { return value_; }
  void update(int bonus) {
    const int limit = kLimit();
    bonus = std::clamp(bonus, -limit, limit);
    value_ = static_cast<std::int16_t>(value_ + bonus - value_ * std::abs(bonus) / limit);
    assert(std::abs(value_) <= limit);
  }

 private:
  std::int16_t value_ = 0;
};

/// 0..11 for tables that want no gaps.
constexpr int dense_index(chess::Piece p) {
  return chess::index(chess::color_of(p)) * 6 + chess::index(chess::type_of(p));
}

inline int history_limit() { return params::history_limit; }
inline int correction_limit() { return params::correction_limit; }
using QuietScore = HistoryScore<history_limit>;
using CorrectionScore = HistoryScore<correction_limit>;

/// How well moves of a piece to a square did after one particular earlier move.
struct ContinuationTable {
  QuietScore of[12][64];
  QuietScore& at(chess::Piece p, chess::Square to) { return of[dense_index(p)][chess::index(to)]; }
};

/// Errors of the static evaluation by some feature of the position; params.h has their weights.
class CorrectionTable {
 public:
  static constexpr int kSize = 16384;
  int at(chess::Key key) const { return entries_[key % kSize]; }
  void update(chess::Key key, int bonus) { entries_[key % kSize].update(bonus); }
  void prefetch(chess::Key key) const { __builtin_prefetch(&entries_[key % kSize]); }

 private:
  CorrectionScore entries_[kSize];
};

/// All of one thread's histories: about 5 MB, cleared for a new game.
struct Histories {
  /// By side, whether the enemy attacks the from- and the to-square, and both squares.
  QuietScore butterfly[2][2][2][4096];
  QuietScore capture[12][64][6];              // mover, to, captured type
  ContinuationTable continuation[2][12][64];  // [is a capture][piece][to]
  QuietScore pawn[512][12][64];
  chess::Move counter[12][64];
  CorrectionTable pawn_correction[2], minor_correction[2], non_pawn_correction[2][2];
  CorrectionScore continuation_correction[12][64][12][64];

  void clear() { std::memset(static_cast<void*>(this), 0, sizeof *this); }
};

}  // namespace rookery::engine
