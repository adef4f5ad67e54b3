// `rookery tune --spsa`: tunes the numbers of the search, or an engine's options, by games.
#pragma once

#include "cli/arguments.h"

namespace rookery::cli {

int run_spsa(Arguments arguments);

}  // namespace rookery::cli
