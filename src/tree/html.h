// A tree as one self-contained page: the viewer of www/tree and the frames inside it.
#pragma once

#include <string>

#include "tree/tree.h"

namespace rookery::tree {

/// `agent` and `depth` are for its title.
std::string html_page(const Tree& tree, const std::string& agent, int depth);

}  // namespace rookery::tree
