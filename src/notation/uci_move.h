// Moves as UCI writes them: e2e4, e7e8q, castling e1g1, or king takes rook (e1h1) for Chess960.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "chess/position.h"
#include "notation/parse_error.h"

namespace rookery::notation {

/// Reads both castling forms, whatever the variant; the result is legal.
Result<chess::Move, ParseError> parse_uci_move(const chess::Position& position,
                                               std::string_view text);
/// "0000" for no move.
std::string to_uci(chess::Move move, bool chess960 = false);

}  // namespace rookery::notation
