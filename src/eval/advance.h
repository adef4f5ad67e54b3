// Advance: material plus a small reward for pieces far up the board; document 002's evaluation, and
// the measure of its considerable moves.
#pragma once

#include "eval/material.h"

namespace rookery::eval {

/// In centipawns. Every piece, the king included, gains 10 for each rank it is advanced, centred on
/// the middle of the board: -35 on its own first rank, +35 on the last.
struct Advance {
  static constexpr int kTicksPerUnit = 1, kTicksPerPawn = 100;
  static constexpr PieceValues kValues{100, 300, 300, 500, 900, 0};

  static int advancement(const chess::Position& position, chess::Color side) {
    // The rank numbers 0..7 in binary: one mask for each digit, so three counts add up all ranks.
    constexpr chess::Bitboard kOnes = 0xFF00FF00FF00FF00u, kTwos = 0xFFFF0000FFFF0000u,
                              kFours = 0xFFFFFFFF00000000u;
    const chess::Bitboard pieces = position.pieces(side);
    const int ranks = chess::count(pieces & kOnes) + 2 * chess::count(pieces & kTwos) +
                      4 * chess::count(pieces & kFours);
    const int relative = side == chess::Color::white ? ranks : 7 * chess::count(pieces) - ranks;
    return 10 * relative - 35 * chess::count(pieces);
  }
  static int evaluate(const chess::Position& position) {
    using chess::Color;
    return material(position, Color::white, kValues) - material(position, Color::black, kValues) +
           advancement(position, Color::white) - advancement(position, Color::black);
  }
  /// How much the evaluation rises for the mover by one move: the value of a move in document 002.
  static int gain(const chess::Position& position, chess::Move move) {
    if (move.is_castling()) return 0;  // king and rook stay on their rank
    const chess::Color side = position.side_to_move();
    int gain =
        10 * (index(relative_rank(side, move.to())) - index(relative_rank(side, move.from())));
    if (move.is_capture()) {
      const chess::Square taken = move.is_en_passant() ? move.to() - forward(side) : move.to();
      gain += kValues[index(position.captured_type(move))] - 35 +
              10 * index(relative_rank(~side, taken));
    }
    if (move.is_promotion()) gain += kValues[index(move.promotion_type())] - kValues[0];
    return gain;
  }
  static Breakdown explain(const chess::Position& position) {
    using chess::Color;
    const auto mat = [&](Color side) { return double(material(position, side, kValues)); };
    const auto adv = [&](Color side) { return double(advancement(position, side)); };
    return {{{"material", mat(Color::white), mat(Color::black)},
             {"advancement", adv(Color::white), adv(Color::black)}},
            double(evaluate(position)),
            "centipawns"};
  }
};

}  // namespace rookery::eval
