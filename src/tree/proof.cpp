#include "tree/proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tree/why.h"

namespace rookery::tree {

using search::Cut;
using search::TraceNode;

Result<Proof, Error> prove(const Tree& tree, std::uint32_t i, search::Agent& full) {
  const TraceNode& node = tree.node(i);
  if (node.cut != Cut::alpha && node.cut != Cut::beta && node.cut != Cut::table)
    return Unexpected{Error{"there is no cut by alpha-beta or a table at this node"}};

  search::Limits limits;
  limits.depth = std::max<int>(1, node.depth_left);
  search::Control control;
  search::NullSink sink;
  const auto result = full.think(chess::Game(tree.position(i)), limits, control, sink);
  if (result.failure) return Unexpected{Error{*result.failure}};

  Proof proof;
  proof.nodes = result.info.nodes;
  const auto found =
      static_cast<int>(std::lround(result.info.score.own_units / tree.trace().unit()));
  proof.value = node.ply % 2 == 0 ? found : -found;
  proof.holds = std::clamp(proof.value, node.alpha, node.beta) ==
                std::clamp(node.value, node.alpha, node.beta);
  proof.text =
      fmt::format("All of it searched, {} nodes: {}. The window is {} to {}, so {}.", proof.nodes,
                  tree.text(proof.value), tree.text(node.alpha), tree.text(node.beta),
                  proof.holds ? "the cut could not matter" : "the cut was wrong");
  return proof;
}

}  // namespace rookery::tree
