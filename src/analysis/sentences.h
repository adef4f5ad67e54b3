// The words of an explanation. Every function states a fact of the line it is given.
#pragma once

#include <string>
#include <string_view>

#include "analysis/line.h"
#include "analysis/motifs.h"

namespace rookery::analysis {

/// "23... Qa5+", "24. c3".
std::string numbered_san(const chess::Position& position, chess::Move move);
/// What `side` lost on balance from the start of the line to its end, by what was really taken: a
/// pawn that promoted and was taken is a pawn.
struct MaterialWords {
  std::string lost;        ///< "the knight", "a pawn", "the exchange", "a rook"; may be empty
  std::string for_what;    ///< what came back: "a knight"; may be empty
  bool promotion = false;  ///< the other side has one promoted piece more at the end

  /// "loses a rook for a knight", "lets a pawn promote".
  std::string loses() const;
  /// The same from the other side: "wins the knight", "promotes a pawn", with these two verbs.
  std::string wins(std::string_view win, std::string_view promote) const;
};
MaterialWords material_words(const Line& line, chess::Color side);
/// "Qa5+ forks king and knight": how the hero's motif works, with its move.
std::string motif_phrase(const Line& line, const MotifHit& hit);

}  // namespace rookery::analysis
