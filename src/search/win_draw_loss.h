// What a score means: the chances to win, draw and lose, fitted to games of our own.
#pragma once

#include <algorithm>
#include <cmath>

#include "chess/position.h"
#include "eval/score.h"

namespace rookery::search {

/// Expected result in thousandths.
struct WinDrawLoss {
  int win = 0, draw = 0, loss = 0;
};

/// P(win) = 1 / (1 + exp((a - score) / b)), P(loss) the same with the score turned, the rest draws.
/// `a` is the score that wins half of the games and `b` how fast certainty grows; both change with
/// the material on the board, from the bare kings (0) to the initial position (1).
struct ChanceModel {
  double a_bare, a_full, b_bare, b_full;

  struct Chances {
    double win, loss;
  };
  /// The score that wins half of the games.
  double half_won(double material) const { return a_bare + (a_full - a_bare) * material; }
  Chances chances(double score, double material) const {
    const double a = half_won(material);
    const double b = b_bare + (b_full - b_bare) * material;
    return {1 / (1 + std::exp((a - score) / b)), 1 / (1 + std::exp((a + score) / b))};
  }
};

/// 0..1; promoted pieces can not take it beyond 1.
inline double material_share(const chess::Position& p) {
  using chess::PieceType;
  const auto all = [&](PieceType type) { return chess::count(p.pieces(type)); };
  const int sum = all(PieceType::pawn) + 3 * all(PieceType::knight) + 3 * all(PieceType::bishop) +
                  5 * all(PieceType::rook) + 9 * all(PieceType::queen);
  return std::min(sum, 78) / 78.0;
}

/// Of the built-in network: nets/<hash>.wdl, which `rookery chances` fits to its games.
const ChanceModel& built_in_chances();

/// For the side to move; `value` as in eval/score.h.
WinDrawLoss win_draw_loss(eval::Value value, const chess::Position& position);

/// What the side to move can expect, 0..1: a win is 1, a draw a half. The function for whoever
/// weighs a move by what it costs, like a review: a pawn is worth more in an even position than in
/// a won one.
double expected_result(eval::Value value, const chess::Position& position);

}  // namespace rookery::search
