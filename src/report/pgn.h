// The review as annotated PGN: evaluations, signs, the better line as a variation, the sentence as
// a comment. What the file said before stays.
#pragma once

#include "report/reviewed_game.h"

namespace rookery::report {

chess::GameTree annotated(const ReviewedGame& reviewed);

}  // namespace rookery::report
