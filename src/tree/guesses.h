// How often a search's guesses are wrong: what it left out because nothing good was expected there,
// measured by searching on.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "search/agent.h"
#include "tree/tree.h"

namespace rookery::tree {

struct GuessCount {
  int asked = 0, wrong = 0;
};
/// By the name of the guess: a search::Cut, a search::Skip, or "reduction". "alpha" and "beta" are
/// no guesses: a move was searched there, so they tell how often a deeper search changes its mind
/// anyway.
using GuessCounts = std::map<std::string, GuessCount>;

/// Takes nodes of the tree that a guess cut, moves that it left out and reduced searches that it
/// was content with, at most `most` of each kind, evenly spread, and lets `judge` search each of
/// them `deeper` plies beyond the depth that it would have had. A cut is wrong if the value is then
/// on the other side of the bound that it claimed to pass; a move that was left out or searched
/// less deep if it is better than what its node had. Adds to `counts`. `sound_table` as in why.h.
void check_guesses(const Tree& tree, search::Agent& judge, bool sound_table, int deeper,
                   std::size_t most, GuessCounts& counts);

/// What check_guesses() found when it was last run: the tables of docs/learn.md.
struct MeasuredGuess {
  std::string_view name;
  int asked, wrong;
};
/// Empty for agents that were not measured.
std::span<const MeasuredGuess> measured_guesses(std::string_view agent);
/// "wrong in 17 of 600 (2.8 %)".
std::string share_text(const MeasuredGuess& guess);

}  // namespace rookery::tree
