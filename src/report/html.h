// The review as one HTML file to keep or send: no network, no script, readable on a phone and on
// paper.
#pragma once

#include <span>
#include <string>

#include "report/reviewed_game.h"

namespace rookery::report {

/// The file in parts, so that thousands of games need not be held at once.
std::string html_begin(std::string_view title);
/// `number` (from 1) makes the links inside the file unique.
std::string html_game(const ReviewedGame& reviewed, std::size_t number);
std::string html_end();

}  // namespace rookery::report
