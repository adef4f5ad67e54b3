// Themes: what each Tone looks like at 16 colours, 256 colours and true colour.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "tui/canvas.h"

namespace rookery::tui {

struct Colour {
  std::uint32_t rgb = 0;
  int ansi = 0;  ///< 0..15
};

struct Theme {
  std::string_view name;
  Colour colours[static_cast<int>(Tone::count)];
  const Colour& operator[](Tone tone) const { return colours[static_cast<int>(tone)]; }
};

std::span<const Theme> themes();

/// The nearest of the 240 fixed colours of a 256-colour terminal.
int nearest_256(std::uint32_t rgb);

}  // namespace rookery::tui
