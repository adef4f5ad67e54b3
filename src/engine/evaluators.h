// The evaluators as the search uses them: they follow the moves and answer for the current
// position.
#pragma once

#include "chess/make_move.h"
#include "eval/score.h"

namespace rookery::engine {

/// The classical evaluation needs nothing but the position.
class ClassicalFollower {
 public:
  void new_game() {}
  void reset(const chess::Position&) {}
  void make_move(chess::Position& next, chess::Move move) {
    chess::NullObserver none;
    next.make_move(move, none);
  }
  void make_null_move() {}
  void undo() {}
  eval::Value evaluate(const chess::Position& p) {
    using namespace chess;
    int v = 0;
    constexpr int kV[6] = {100, 320, 330, 500, 950, 0};
    for (Color c : kColors)
      for (PieceType t : kPieceTypes)
        for (Square s : squares(p.pieces(c, t))) {
          const int f = index(file_of(s)), r = index(relative_rank(c, s));
          const int cen = 6 - (std::abs(2 * f - 7) + std::abs(2 * r - 7)) / 2;
          int x = kV[index(t)];
          if (t == PieceType::pawn)
            x += 4 * r + 2 * cen;
          else if (t == PieceType::king)
            x -= 4 * cen;
          else
            x += 4 * cen;
          v += c == p.side_to_move() ? x : -x;
        }
    return v + 10;
  }
};

}  // namespace rookery::engine
