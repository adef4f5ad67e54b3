// Static exchange evaluation: what a series of captures on one square wins or loses.
#pragma once

#include "chess/position.h"

namespace rookery::chess {

/// Piece values in exchanges, by piece type.
inline constexpr int kExchangeValues[7] = {100, 320, 330, 500, 950, 0, 0};

/// Whether the exchange that begins with `move` wins at least `threshold`. Each side recaptures
/// with its least valuable attacker or stops; sliders behind others join in; a king does not step
/// into an attack; pins are not looked at. Castling is worth 0.
bool see_at_least(const Position& position, Move move, int threshold);

}  // namespace rookery::chess
