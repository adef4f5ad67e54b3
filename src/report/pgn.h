// The review as annotated PGN: evaluations, signs, the better line as a variation, the sentence as
// a comment. What the file said before stays.
#pragma once

#include "report/reviewed_game.h"

namespace rookery::report {

/// One move of the main line; the tree is the reviewed game.
void annotate(chess::GameTree& tree, const analysis::MoveReview& move);
chess::GameTree annotated(const ReviewedGame& reviewed);

}  // namespace rookery::report
