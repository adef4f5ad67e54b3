// Domination: who has more attackers on each square, weighted towards the centre; document 004.
#pragma once

#include "eval/material.h"

namespace rookery::eval {

/// For every square a small number, kept vertically: bit s of `digit[i]` is binary digit i of the
/// number of square s. All 64 numbers are added to at once, and four attack sets at a time, since
/// three sets of equal weight make two with five instructions (a full adder).
struct SquareCounts {
  static constexpr int kDigits = 5;  // no side can attack a square more than 31 times
  chess::Bitboard digit[kDigits]{};

  void add(chess::Bitboard a, chess::Bitboard b, chess::Bitboard c, chess::Bitboard d) {
    const chess::Bitboard twos = full_add(digit[0], a, b), more_twos = full_add(digit[0], c, d);
    chess::Bitboard carry = full_add(digit[1], twos, more_twos);
    for (int i = 2; i < kDigits; ++i) {
      const chess::Bitboard next = digit[i] & carry;
      digit[i] ^= carry;
      carry = next;
    }
  }

 private:
  /// The first digit of sum + a + b stays in `sum`, the second is returned.
  static chess::Bitboard full_add(chess::Bitboard& sum, chess::Bitboard a, chess::Bitboard b) {
    const chess::Bitboard half = sum ^ a;
    const chess::Bitboard carry = (sum & a) | (half & b);
    sum = half ^ b;
    return carry;
  }
};

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
