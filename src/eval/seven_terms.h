// SevenTerms: the evaluation of document 001, the sum of seven documented terms.
#pragma once

#include "eval/material.h"

namespace rookery::eval {

/// In centipawns. Unlike the others it knows checkmate: that is one of its terms.
struct SevenTerms {
  static constexpr int kTicksPerUnit = 1, kTicksPerPawn = 100;
  static constexpr PieceValues kValues{100, 330, 340, 530, 970, 0};
  static constexpr int kCheckmate = 999'999'999;
  static constexpr int kLateGame = 2600;  ///< below this much material on the board
  static constexpr int kKingAttacker = 200, kIsolatedPawn = -5, kRookOnOpenFile = 15,
                       kLegalMove = 5;

  static int evaluate(const chess::Position& position);
  static Breakdown explain(const chess::Position& position);

  static bool is_late_game(const chess::Position& position);
  static int isolated_pawns(const chess::Position& position, chess::Color side);
  /// Rooks with nothing but rooks of their own side on their file.
  static int rooks_on_open_files(const chess::Position& position, chess::Color side);
  /// Legal moves of a side; the side not to move is counted as if it were its turn.
  static int legal_moves(const chess::Position& position, chess::Color side);
};

}  // namespace rookery::eval
