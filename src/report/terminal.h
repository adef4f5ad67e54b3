// The review as a summary of at most 80 columns: figures, a small graph, the key moments.
#pragma once

#include <string>

#include "report/reviewed_game.h"

namespace rookery::report {

/// `unicode`: the graph in block characters, else in ASCII.
std::string summary(const ReviewedGame& reviewed, bool unicode);

}  // namespace rookery::report
