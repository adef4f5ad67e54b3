// Draws the list of games, a replay and the position editor.
#pragma once

#include "tui/app.h"
#include "tui/canvas.h"

namespace rookery::tui {

void draw_games(const App& app, const Layout& layout, Canvas& canvas);
void draw_replay(const App& app, const Layout& layout, Canvas& canvas);
void draw_editor(const App& app, const Layout& layout, Canvas& canvas);

}  // namespace rookery::tui
