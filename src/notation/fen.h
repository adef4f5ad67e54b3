// FEN, X-FEN and Shredder-FEN.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "chess/position.h"
#include "notation/parse_error.h"

namespace rookery::notation {

/// Four to six fields; missing counters are 0 and 1. Castling letters may be KQkq (X-FEN: the
/// outermost rook) or file letters (Shredder-FEN).
Result<chess::Setup, ParseError> parse_setup(std::string_view fen);
/// A legal position or the reason why it is none.
Result<chess::Position, ParseError> parse_fen(std::string_view fen);
/// X-FEN: KQkq where the right belongs to the outermost rook, else the rook's file; the en-passant
/// square only where an enemy pawn stands ready to capture.
std::string to_fen(const chess::Position& position);
/// Whether castling in this position only makes sense in Chess960.
bool needs_chess960(const chess::Position& position);

}  // namespace rookery::notation
