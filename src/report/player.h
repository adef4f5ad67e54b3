// A player's games looked at together, as text and as a part of the HTML file.
#pragma once

#include <string>

#include "analysis/player_report.h"

namespace rookery::report {

/// Lines of at most 80 columns.
std::string player_text(const analysis::PlayerReport& report);
/// A section whose figures link to the games above it.
std::string player_html(const analysis::PlayerReport& report);

}  // namespace rookery::report
