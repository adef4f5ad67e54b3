// Adjudicator: ends a game by what both players say about it.
#pragma once

#include <optional>

#include "chess/game.h"

namespace rookery::play {

/// A draw is declared from ply `after` on (the opening's plies included or not, as the caller
/// counts) when for `plies` plies in a row the score is within `score` centipawns.
struct DrawRule {
  int after = 79, plies = 16, score = 10;  // 40 moves, 8 moves of both
  /// Whether quiet plies before `after` count towards `plies`.
  bool counts_early = true;
};
/// A game is declared lost when for `plies` plies in a row one side is `score` ahead by the mover's
/// own word: one lying player alone cannot win or lose by it.
struct ResignRule {
  int plies = 8, score = 600;
};

struct AdjudicationRules {
  std::optional<DrawRule> draw;
  std::optional<ResignRule> resign;
};

/// Told of each move of one game; counts how long both sides have agreed on the result.
class Adjudicator {
 public:
  explicit Adjudicator(const AdjudicationRules& rules) : rules_(rules) {}
  /// `white_score` in centipawns from White's view, as the mover sees it; `ply` = moves made.
  std::optional<chess::Outcome> after_move(int white_score, int ply);

 private:
  AdjudicationRules rules_;
  int quiet_ = 0;  // plies in a row
  int ahead_ = 0;  // plies in a row that White is far ahead; negative: Black
};

}  // namespace rookery::play
