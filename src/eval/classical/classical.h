// The classical evaluation: tapered sums of terms a chess player would name, with tuned weights.
#pragma once

#include <array>
#include <cstdint>

#include "chess/position.h"
#include "eval/breakdown.h"
#include "eval/classical/pawn_cache.h"
#include "eval/classical/terms.h"
#include "eval/score.h"

namespace rookery::eval {
namespace classical {

/// How often each weight counted in one position, for each side: what the tuner needs to know the
/// gradient, taken from the very code that evaluates.
struct Trace {
  std::array<std::array<std::int16_t, 2>, kWeightCount> counts{};  ///< by weight and color
  int phase = 0;    ///< 0 = pawn endgame .. kMaxPhase = all pieces on the board
  int scale = 0;    ///< of the endgame part, in 64ths; 0 = known draw
  Value extra = 0;  ///< what no weight explains, from White's view
  Value white_value = 0;
};

inline constexpr int kMaxPhase = 24;
inline constexpr int kFullScale = 64;

}  // namespace classical

/// One for each thread: it owns the cache of pawn structures (512 KB).
class ClassicalEvaluator {
 public:
  /// Centipawns from the side to move's view, well below the mate scores.
  Value evaluate(const chess::Position& position);

  /// The same value with the counts behind it; slow.
  static classical::Trace trace(const chess::Position& position);
  /// Term by term, in centipawns, tapered; what does not count is left out.
  static Breakdown explain(const chess::Position& position);

 private:
  classical::PawnCache pawns_;
};

}  // namespace rookery::eval
