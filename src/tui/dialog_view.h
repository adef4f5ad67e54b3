// The box in the middle of the screen: help, prompts, questions, the choice of a promotion.
#pragma once

#include "tui/app.h"
#include "tui/canvas.h"
#include "tui/layout.h"

namespace rookery::tui {

/// Nothing, if no dialog is open.
void draw_dialog(const App& app, const Layout& layout, Canvas& canvas);

}  // namespace rookery::tui
