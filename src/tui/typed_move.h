// What a person types for a move.
#pragma once

#include <string>

#include "base/result.h"
#include "chess/position.h"

namespace rookery::tui {

/// A move, or a pawn's way to the last rank whose piece must still be chosen.
struct TypedMove {
  chess::Move move;  ///< none: ask for the piece
  chess::Square from = chess::Square::none, to = chess::Square::none;
};

/// SAN (in small letters too), UCI, or piece+from+to (pe2e4, pc7c8=Q). The error names the reason.
Result<TypedMove, Error> parse_typed_move(const chess::Position& position, const std::string& text);

/// Why no piece goes from one square to the other: "there is no piece on e3".
std::string why_not(const chess::Position& position, chess::Square from, chess::Square to);

}  // namespace rookery::tui
