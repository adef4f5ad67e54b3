// The engine that reviews, as command line, page and terminal use it.
#pragma once

#include <memory>

#include "analysis/review.h"

namespace rookery::analysis {

/// The flagship, on one thread.
std::unique_ptr<search::Agent> make_reviewer();

/// The usual tools: that engine and the levels.
ReviewTools review_tools(std::function<void(std::size_t done, std::size_t total)> on_progress,
                         std::function<void(const MoveReview&)> on_move = {});

}  // namespace rookery::analysis
