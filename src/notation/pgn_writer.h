// PGN export format: seven-tag roster in order, SAN, NAGs as $n, lines below 80 columns.
#pragma once

#include <string>
#include <string_view>

#include "notation/pgn_game.h"

namespace rookery::notation {

/// The game with an empty line at its end, ready to be appended to a file. Roster tags that are
/// missing are written "?"; SetUp, FEN and Variant are made from the start position.
std::string to_pgn(const PgnGame& game);

}  // namespace rookery::notation
