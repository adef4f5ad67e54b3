// Domination: who has more attackers on each square, weighted towards the centre; document 004.
#pragma once

#include "eval/material.h"

namespace rookery::eval {

/// For every square a small number, kept vertically: bit s of `digit[i]` is binary digit i of the
/// number of square s. Adding an attack set to all 64 numbers at once takes a few instructions.
struct SquareCounts {
  static constexpr int kDigits = 5;  // no side can attack a square more than 31 times
  chess::Bitboard digit[kDigits]{};

  void add(chess::Bitboard attacked) {
    for (chess::Bitboard& d : digit) {
      const chess::Bitboard carry = d & attacked;
      d ^= attacked;
      attacked = carry;
    }
  }
};

/// How often one side attacks each square. Batteries count in full: a slider sees through other
/// sliders of its own side that move the same way (a bishop through a queen on its diagonal).
SquareCounts attack_counts(const chess::Position& position, chess::Color side);

/// The sum over all squares of the square's weight for the side with more attackers there; White's
/// view.
int domination(const chess::Position& position);

/// The evaluation of document 004: material plus half the domination, truncated towards zero.
struct HalfDomination {
  static constexpr int kTicksPerUnit = 1, kTicksPerPawn = 100;
  static constexpr PieceValues kValues{100, 300, 325, 500, 900, 0};

  static int evaluate(const chess::Position& position) {
    using chess::Color;
    const int balance =
        material(position, Color::white, kValues) - material(position, Color::black, kValues);
    return (2 * balance + domination(position)) / 2;
  }
  static Breakdown explain(const chess::Position& position);
};

}  // namespace rookery::eval
