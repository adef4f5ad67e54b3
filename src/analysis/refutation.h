// Refutation: how a move is answered, as long as the answer is the only one.
#pragma once

#include "analysis/analyst.h"
#include "analysis/line.h"

namespace rookery::analysis {

/// In Win%: from here on the second best move is no match for the best.
inline constexpr double kOnlyMoveGap = 25;
/// The same where both moves win: one takes a piece more.
inline constexpr eval::Value kOnlyMoveGapInCentipawns = 300;

/// The line begins with the judged move; then the hero answers with the best move, whatever the
/// others are worth, and goes on while he has only one good move, or to the end of a mate. It ends
/// with a move of the hero.
struct Refutation {
  Line line;
  bool first_is_only = false;  ///< whether the hero's first answer has no rival
  eval::Value value = 0;       ///< the hero's, after the judged move
};

/// `game` is the one before the move.
Refutation refute(Analyst& analyst, const chess::Game& game, chess::Move move);

}  // namespace rookery::analysis
