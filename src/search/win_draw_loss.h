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
  Chances chances(double score, double material) const {
    const double a = a_bare + (a_full - a_bare) * material;
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

/// From `rookery selfplay --stats` over ten million positions of the flagship against itself at 150
/// nodes. Such short searches draw rarely; longer games will want their own numbers.
inline constexpr ChanceModel kChances = {254, 48, 117, 236};

/// For the side to move; `value` as in eval/score.h.
inline WinDrawLoss win_draw_loss(eval::Value value, const chess::Position& position) {
  if (std::abs(value) >= eval::kTablebaseBound)
    return value > 0 ? WinDrawLoss{1000, 0, 0} : WinDrawLoss{0, 0, 1000};
  const auto [win, loss] = kChances.chances(value, material_share(position));
  const int w = static_cast<int>(std::lround(1000 * win)),
            l = static_cast<int>(std::lround(1000 * loss));
  return {w, std::max(0, 1000 - w - l), l};
}

}  // namespace rookery::search
