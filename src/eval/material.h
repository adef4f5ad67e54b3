// Material: what the pieces on the board are worth, whatever their squares.
#pragma once

#include <array>

#include "eval/evaluator.h"

namespace rookery::eval {

/// By piece type, pawn to king. Both sides always have a king, so its value cancels out and is 0.
using PieceValues = std::array<int, 6>;

inline int material(const chess::Position& position, chess::Color side, const PieceValues& values) {
  int sum = 0;
  for (chess::PieceType type : chess::kPieceTypes)
    sum += values[index(type)] * chess::count(position.pieces(side, type));
  return sum;
}

/// PieceValueAgent of document 000: material alone, in tenths of a pawn.
struct PieceValue {
  static constexpr int kTicksPerUnit = 1, kTicksPerPawn = 10;
  static constexpr PieceValues kValues{10, 30, 30, 50, 90, 0};

  static int evaluate(const chess::Position& position) {
    return material(position, chess::Color::white, kValues) -
           material(position, chess::Color::black, kValues);
  }
  static Breakdown explain(const chess::Position& position) {
    const double white = material(position, chess::Color::white, kValues);
    const double black = material(position, chess::Color::black, kValues);
    return {{{"material", white, black}}, white - black, "tenths of a pawn"};
  }
};

}  // namespace rookery::eval
