// The terminal game's main loop.
#pragma once

#include "tui/app.h"

namespace rookery::tui {

/// Returns when the person quits.
Farewell run_terminal(Options options);

}  // namespace rookery::tui
