// Standard algebraic notation: Nf3, exd5, O-O, e8=Q+.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "chess/position.h"
#include "notation/parse_error.h"

namespace rookery::notation {

/// Lenient: over-disambiguation, missing or wrong + and #, 0-0, e8Q, e8(Q), exd6e.p., !? suffixes.
Result<chess::Move, ParseError> parse_san(const chess::Position& position, std::string_view text);
/// Strict: shortest disambiguation, + and # where due.
std::string to_san(const chess::Position& position, chess::Move move);
/// The same for writers of whole games, who have the position after the move at hand.
void append_san(std::string& out, const chess::Position& position, chess::Move move,
                const chess::Position& after);

}  // namespace rookery::notation
