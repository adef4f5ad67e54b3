// What the parts of the view share: styles, and characters that a screen may lack.
#pragma once

#include "tui/app.h"
#include "tui/canvas.h"

namespace rookery::tui {

inline constexpr Style kBold{Tone::terminal, Tone::terminal, true};
inline constexpr Style kFaint{Tone::faint};
inline constexpr Style kAccent{Tone::accent, Tone::terminal, true};

/// With colours both sides have filled shapes; without, White's are outlines.
inline char32_t glyph(const App& app, chess::Piece piece) {
  if (!app.unicode()) return static_cast<char32_t>(piece_char(piece));
  const int kind = index(type_of(piece));
  const bool outline = !app.colour() && color_of(piece) == chess::Color::white;
  return (outline ? U'\u2659' : U'\u265F') - static_cast<char32_t>(kind);
}

/// Characters that differ between Unicode and ASCII screens.
struct Signs {
  explicit Signs(bool unicode)
      : rule(unicode ? U'─' : U'-'),
        dot(unicode ? U'●' : U'*'),
        target(unicode ? U'•' : U'.'),
        shade(unicode ? U'░' : U':'),
        left(unicode ? "◂" : "<"),
        right(unicode ? "▸" : ">"),
        arrows(unicode ? "←↑↓→" : "Arrows"),
        dash(unicode ? "–" : "-"),
        rook(unicode ? "♜ " : "") {}
  char32_t rule, dot, target, shade;
  const char *left, *right, *arrows, *dash, *rook;
};

}  // namespace rookery::tui
