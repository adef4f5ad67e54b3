// The board with its marks, and the evaluation bar beside it.
#pragma once

#include "tui/app.h"
#include "tui/canvas.h"
#include "tui/layout.h"

namespace rookery::tui {

void draw_board(const App& app, const Layout& layout, Canvas& canvas);
void draw_evaluation(const App& app, const Layout& layout, Canvas& canvas);

}  // namespace rookery::tui
