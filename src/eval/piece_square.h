// Piece-square tables: a piece is worth more or less by the square it stands on.
#pragma once

#include <array>

#include "eval/material.h"

namespace rookery::eval {

/// Printed as the documents print them: rank 8 first, White at the bottom. Black reads the rows in
/// reverse.
using SquareTable = std::array<int, 64>;

constexpr int table_value(const SquareTable& table, chess::Color side, chess::Square s) {
  return table[index(s) ^ (side == chess::Color::white ? 56 : 0)];
}

inline int table_sum(const chess::Position& position, chess::Color side, chess::PieceType type,
                     const SquareTable& table) {
  int sum = 0;
  for (chess::Square s : chess::squares(position.pieces(side, type)))
    sum += table_value(table, side, s);
  return sum;
}

/// LocationAgent of document 000. Its unit is a tenth of a pawn and its tables hold quarters of it,
/// so a tick is a quarter unit. Deviations from symmetry in the tables are the document's own.
struct Location {
  static constexpr int kTicksPerUnit = 4, kTicksPerPawn = 40;

  static int evaluate(const chess::Position& position);
  static Breakdown explain(const chess::Position& position);
};

/// Tomasz Michniewski's Simplified Evaluation Function (chessprogramming.org), in centipawns: the
/// tables, which document 001 uses too, and the whole function as MichniewskiAgent plays it.
struct Michniewski {
  static constexpr int kTicksPerUnit = 1, kTicksPerPawn = 100;
  static constexpr PieceValues kValues{100, 320, 330, 500, 900, 0};

  /// All squares of one side by the tables; `endgame` selects the king's second table.
  static int squares_value(const chess::Position& position, chess::Color side, bool endgame);
  /// The king comes out when each side has no queen, or a queen with no rook and at most one minor
  /// piece beside it.
  static bool is_endgame(const chess::Position& position);

  static int evaluate(const chess::Position& position);
  static Breakdown explain(const chess::Position& position);
};

}  // namespace rookery::eval
