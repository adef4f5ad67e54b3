// A game with its variations as JSON.
#pragma once

#include "chess/game_tree.h"
#include "json/value.h"

namespace rookery::json {

/// {"start_fen", "chess960", "tags", "result", "comment"?, "nodes"}: the nodes one behind the
/// other, each with the number of its parent (0 is the start), because a tree may be deeper than
/// any reader of nested lists can bear. Children stand in their order, the main line first.
Value to_json(const chess::GameTree& tree);

}  // namespace rookery::json
