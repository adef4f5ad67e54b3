// Development: material plus the squared advance of pawns and pieces; the "standard board
// evaluation" under document 003's quiescence.
#pragma once

#include "eval/material.h"

namespace rookery::eval {

/// In centipawns. The document names the underlying evaluation and does not print it. This one has
/// the two terms of its program, material 1-3-3-5-9 and the square of the ranks advanced (pawns
/// from the second rank, pieces from the first), scaled so that a pawn outweighs any advance, and
/// counted for both sides, since negamax needs evaluate(A) == -evaluate(B).
struct Development {
  static constexpr int kTicksPerUnit = 1, kTicksPerPawn = 100;
  static constexpr PieceValues kValues{100, 300, 300, 500, 900, 0};

  static int development(const chess::Position& position, chess::Color side) {
    int sum = 0;
    const chess::Bitboard pawns = position.pieces(side, chess::PieceType::pawn);
    for (int ranks = 1; ranks < 8; ++ranks) {
      const chess::Bitboard rank = bits(relative_rank(side, chess::rank_at(ranks)));
      sum += (ranks - 1) * (ranks - 1) * chess::count(pawns & rank) +
             ranks * ranks * chess::count(position.non_pawn_pieces(side) & rank);
    }
    return sum;
  }
  static int evaluate(const chess::Position& position) {
    using chess::Color;
    return material(position, Color::white, kValues) - material(position, Color::black, kValues) +
           development(position, Color::white) - development(position, Color::black);
  }
  static Breakdown explain(const chess::Position& position) {
    using chess::Color;
    const auto mat = [&](Color side) { return double(material(position, side, kValues)); };
    const auto dev = [&](Color side) { return double(development(position, side)); };
    return {{{"material", mat(Color::white), mat(Color::black)},
             {"development", dev(Color::white), dev(Color::black)}},
            double(evaluate(position)),
            "centipawns"};
  }
};

}  // namespace rookery::eval
