// A node of a GameTree as text: its moves from the root, "e2e4.e7e5.g1f3"; the root is "".
//
// Stays true while the tree is edited around it, so it can stand in an address. Where a node has
// the same move twice (files may), the second is "g1f3:2". A null move is "0000".
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "chess/game_tree.h"
#include "notation/parse_error.h"

namespace rookery::notation {

std::string path_text(const chess::GameTree& tree, chess::NodeId id);
Result<chess::NodeId, ParseError> find_path(const chess::GameTree& tree, std::string_view path);

}  // namespace rookery::notation
