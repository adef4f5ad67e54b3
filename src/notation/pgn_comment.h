// Comments of PGN: text with commands in it, `good [%eval 0.35,20] [%clk 0:10:03] [%cal Ge2e4]`.
#pragma once

#include <string>
#include <string_view>

#include "chess/game_tree.h"

namespace rookery::notation {

/// Takes evaluation, clock, time spent and shapes out of the note's comment; other commands, and
/// those that cannot be read, become `commands`. What is left is the text, its spaces made single.
void split_comment(chess::Annotation& note);
/// The way back: commands first, then the text.
std::string full_comment(const chess::Annotation& note);

}  // namespace rookery::notation
