#include "notation/tree_path.h"

#include <charconv>

#include "notation/text.h"
#include "notation/uci_move.h"

namespace rookery::notation {

using namespace chess;

namespace {

/// "g1f3", or "g1f3:2" if an elder sibling has the same move.
std::string step_text(const GameTree& tree, NodeId id) {
  std::string text = to_uci(tree.move(id), tree.is_chess960());
  int same = 1;
  for (const NodeId sibling : tree.children(tree.parent(id))) {
    if (sibling == id) break;
    same += tree.move(sibling) == tree.move(id);
  }
  if (same > 1) text += ':', append_number(text, same);
  return text;
}

}  // namespace

std::string path_text(const GameTree& tree, NodeId id) {
  std::string path;
  for (const NodeId n : tree.line_to(id)) {
    if (!path.empty()) path += '.';
    path += step_text(tree, n);
  }
  return path;
}

Result<NodeId, ParseError> find_path(const GameTree& tree, std::string_view path) {
  NodeId at = kRoot;
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    const std::string_view step = path.substr(begin, end - begin);
    const std::string_view move = step.substr(0, step.find(':'));
    int which = 1;  // of the children with this move
    if (move.size() < step.size())
      std::from_chars(step.data() + move.size() + 1, step.data() + step.size(), which);
    const NodeId before = at;
    for (const NodeId child : tree.children(before))
      if (to_uci(tree.move(child), tree.is_chess960()) == move && --which == 0) at = child;
    if (at == before || step_text(tree, at) != step)
      return Unexpected{ParseError{"path: no move " + quoted(step) + " there", begin}};
    begin = end + 1;
  }
  return at;
}

}  // namespace rookery::notation
