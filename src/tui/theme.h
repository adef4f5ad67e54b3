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
/// Its place in the list; the first if there is none of that name.
std::size_t theme_named(std::string_view name);
/// WCAG's contrast of two colours: 1 (the same) to 21.
double contrast(std::uint32_t a, std::uint32_t b);

/// The nearest of the 240 fixed colours of a 256-colour terminal.
int nearest_256(std::uint32_t rgb);

}  // namespace rookery::tui
