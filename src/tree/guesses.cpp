#include "tree/guesses.h"

#include <algorithm>
#include <cmath>

#include "chess/movegen.h"
#include "tree/why.h"

namespace rookery::tree {

using search::Cut;
using search::TraceNode;

void check_guesses(const Tree& tree, search::Agent& judge, bool sound_table, int deeper,
                   std::size_t most, GuessCounts& counts) {
  std::map<Cut, std::vector<std::uint32_t>> found;
  for (std::uint32_t i = 0; i < tree.size(); ++i)
    if (ground(tree.node(i).cut, sound_table) == Ground::guess)
      found[tree.node(i).cut].push_back(i);
  for (const auto& [cut, nodes] : found) {
    const std::size_t step = std::max<std::size_t>(1, nodes.size() / most);
    GuessCount& count = counts[cut];
    for (std::size_t k = 0; k < nodes.size() && k / step < most; k += step) {
      const TraceNode& node = tree.node(nodes[k]);
      const chess::Position position = tree.position(nodes[k]);
      if (!has_legal_move(position)) continue;
      judge.new_game();
      search::Limits limits;
      limits.depth = std::max<int>(1, node.depth_left + deeper);
      search::Control control;
      search::NullSink sink;
      const auto result = judge.think(chess::Game(position), limits, control, sink);
      const double own = result.info.score.own_units / tree.trace().unit();
      const double value = node.ply % 2 == 0 ? own : -own;
      // What the cut says: at least beta, at most alpha, or just this value.
      const bool agrees = node.value >= node.beta    ? value >= node.beta
                          : node.value <= node.alpha ? value <= node.alpha
                                                     : std::lround(value) == node.value;
      ++count.asked;
      count.wrong += !agrees;
    }
  }
}

}  // namespace rookery::tree
