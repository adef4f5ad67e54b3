// How often a search's guesses are wrong: cuts that are expected, not proven, measured by searching
// on.
#pragma once

#include <map>

#include "search/agent.h"
#include "tree/tree.h"

namespace rookery::tree {

struct GuessCount {
  int asked = 0, wrong = 0;
};
/// By the kind of cut.
using GuessCounts = std::map<search::Cut, GuessCount>;

/// Takes nodes of the tree that a guess cut, at most `most` of each kind, evenly spread, and lets
/// `judge` search each of their positions `deeper` plies beyond the depth that was left. A guess is
/// wrong if the value is then on the other side of the bound that it claimed to pass. Adds to
/// `counts`. `sound_table` as in why.h.
void check_guesses(const Tree& tree, search::Agent& judge, bool sound_table, int deeper,
                   std::size_t most, GuessCounts& counts);

}  // namespace rookery::tree
