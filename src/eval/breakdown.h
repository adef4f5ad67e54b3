// Breakdown: a static evaluation taken apart for people, term by term and side by side.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "chess/piece.h"
#include "chess/square.h"

namespace rookery::eval {

/// What a term is worth for each side, in the evaluation's own units; White's view is the
/// difference.
struct Term {
  std::string_view name;
  double white = 0, black = 0;
};

/// What a piece is worth where it stands, White's view.
struct PieceWorth {
  chess::Piece piece = chess::Piece::none;
  chess::Square square = chess::Square::none;
  double value = 0;
};

struct Breakdown {
  std::vector<Term> terms;
  double total = 0;       ///< White's view, own units, rounded as the evaluation itself rounds
  std::string_view unit;  ///< "centipawns", "tenths of a pawn"
  /// Of a network only: each piece by its removal, the value by each of its output buckets, and
  /// which one counts. Its terms are those of the classical evaluation, for comparison.
  std::vector<PieceWorth> pieces = {};
  std::vector<double> bucket_outputs = {};
  std::size_t bucket = 0;
  double classical_total = 0;
};

}  // namespace rookery::eval
