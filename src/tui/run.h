// The terminal game's main loop.
#pragma once

#include "tui/app.h"

namespace rookery::tui {

/// Returns when the person quits; the text is for the shell's screen.
std::string run_terminal(Options options);

}  // namespace rookery::tui
