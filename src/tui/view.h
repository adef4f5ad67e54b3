// The view: draws an App on a Canvas. Reads only.
#pragma once

#include "play/clock.h"
#include "tui/app.h"
#include "tui/canvas.h"

namespace rookery::tui {

void draw(const App& app, play::TimePoint now, Canvas& canvas);

}  // namespace rookery::tui
