// A tree for the viewer of www/tree: as values, and as one self-contained page.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tree/tree.h"

namespace rookery::tree {

/// What the viewer is given, in a saved page as in a live one.
struct PageData {
  std::string agent;
  int depth = 0;
  double unit = 1;
  std::string fen;
  std::uint64_t nodes = 0;                  ///< that the agent counted
  std::string cuts, grounds, kinds, skips;  ///< names by number, with spaces; grounds: f, p, g
  std::string iterations;                   ///< "depth:first:count", with spaces
  /// How often its guesses were wrong: the name of a cut, a skip, or "reduction", and a phrase.
  std::vector<std::pair<std::string, std::string>> wrong;
  std::string trace;  ///< bytes of tree/frame.h
};
PageData page_data(const Tree& tree, const std::string& agent, int depth);

/// One page with the viewer inside; with two trees of one position, side by side.
std::string html_page(const std::vector<PageData>& trees);

}  // namespace rookery::tree
