// Breakdown: a static evaluation taken apart for people, term by term and side by side.
#pragma once

#include <string_view>
#include <vector>

namespace rookery::eval {

/// What a term is worth for each side, in the evaluation's own units; White's view is the
/// difference.
struct Term {
  std::string_view name;
  double white = 0, black = 0;
};

struct Breakdown {
  std::vector<Term> terms;
  double total = 0;       ///< White's view, own units, rounded as the evaluation itself rounds
  std::string_view unit;  ///< "centipawns", "tenths of a pawn"
};

}  // namespace rookery::eval
