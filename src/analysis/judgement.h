// Judgement of a move by what it did to the winning chances; thresholds as players know them.
#pragma once

#include <string_view>

#include "eval/score.h"

namespace rookery::analysis {

enum class Judgement {
  best,
  good,
  inaccuracy,
  mistake,
  blunder,
  missed_win,
  book,
  forced,
  great,
  brilliant
};

/// "missed win", "blunder".
std::string_view judgement_name(Judgement judgement);
/// Inaccuracy, mistake, blunder, missed win: what a review stops at.
constexpr bool is_bad(Judgement j) {
  return j == Judgement::inaccuracy || j == Judgement::mistake || j == Judgement::blunder ||
         j == Judgement::missed_win;
}
/// The PGN glyph: 1 to 6, or 0 for none.
int nag_of(Judgement judgement);

/// Both values in the mover's view: of the best move, and of the one that was played. Only the bad
/// ones, `good` or `best` come out; the others need more than two numbers.
Judgement judge(eval::Value best, eval::Value played, bool is_best);

}  // namespace rookery::analysis
