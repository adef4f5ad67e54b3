// Waiting at the end of a search that may not answer yet.
#pragma once

#include <thread>

#include "search/control.h"
#include "search/limits.h"

namespace rookery::search {

/// An infinite search answers only when stopped, a pondering one not before the ponder hit.
inline void wait_if_asked(const Limits& limits, const Control& control) {
  while ((limits.infinite || (limits.ponder && control.is_pondering())) && !control.should_stop())
    std::this_thread::sleep_for(Milliseconds{2});
}

}  // namespace rookery::search
