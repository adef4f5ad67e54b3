// A GameTree as the page shows it, and the parts of it that the page sends.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/game_tree.h"
#include "json/value.h"

namespace rookery::web {

/// All nodes in a row, each before those behind it, with "p", the place of its parent in the row.
json::Value nodes_to_json(const chess::GameTree& tree);

/// "Ge2e4" is an arrow, "Rd5" a circle; none if it is neither.
std::optional<chess::Shape> parse_shape(std::string_view text);

}  // namespace rookery::web
