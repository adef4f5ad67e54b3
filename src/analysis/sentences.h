// The words of an explanation. Every function states a fact of the line it is given.
#pragma once

#include <string>

#include "analysis/line.h"
#include "analysis/motifs.h"

namespace rookery::analysis {

/// "23... Qa5+", "24. c3".
std::string numbered_san(const chess::Position& position, chess::Move move);
/// "the knight", "a pawn", "the exchange", "a rook for a knight"; what `side` lost on balance from
/// the start of the line to its end.
std::string lost_material(const Line& line, chess::Color side);
/// "Qa5+ forks king and knight": how the hero's motif works, with its move.
std::string motif_phrase(const Line& line, const MotifHit& hit);

}  // namespace rookery::analysis
