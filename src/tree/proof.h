// Proof that a cut could not matter: the branch is searched after all.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "search/agent.h"
#include "tree/tree.h"

namespace rookery::tree {

struct Proof {
  bool holds = false;
  int value = 0;  ///< of the whole branch, in the trace's units, from the view of the root's side
  std::uint64_t nodes = 0;  ///< that it took
  std::string text;
};

/// Searches everything below a node that alpha-beta or the table cut, with `full`: an agent of the
/// same evaluation that leaves nothing out, such as `minimax`. The cut could not matter if the
/// value is on the same side of the window.
Result<Proof, Error> prove(const Tree& tree, std::uint32_t node, search::Agent& full);

}  // namespace rookery::tree
