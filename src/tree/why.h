// Why a node went no further, in a sentence for people.
#pragma once

#include <string>
#include <string_view>

#include "tree/tree.h"

namespace rookery::tree {

/// How far the reason of a cut can be relied upon.
enum class Ground {
  fact,   ///< the rules or the evaluation say so, or every move was searched
  proof,  ///< alpha-beta, or an exact table: what is left out cannot change the result
  guess   ///< expected, not proven: it is wrong now and then
};

/// `sound_table`: whether the agent's transposition table keeps bounds and depths apart (the
/// published one of document 004 does not, so its cuts are guesses).
Ground ground(search::Cut cut, bool sound_table);

/// Whether an agent of this name or spec has such a table.
bool has_sound_table(std::string_view agent);

/// "Why was this cut?" Moves are in SAN, values in the agent's units as the root's side sees them.
std::string why(const Tree& tree, std::uint32_t node, bool sound_table = true);

}  // namespace rookery::tree
