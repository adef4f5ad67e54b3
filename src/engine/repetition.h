// Sees a repetition one move before it happens.
#pragma once

#include "chess/position.h"

namespace rookery::engine {

/// Whether the side to move can play a reversible move into a position of the last `reversible`
/// plies that lies within the search (`ply` plies from its root). Whether the move would leave the
/// king in check is not looked at. `keys` points at the current
/// position's key, earlier ones before it. (Idea: van Kervinck, "The design and implementation of
/// the Rookie 2.0", cuckoo tables of all reversible moves.)
bool can_repeat(const chess::Position& position, const chess::Key* keys, int reversible, int ply);

}  // namespace rookery::engine
