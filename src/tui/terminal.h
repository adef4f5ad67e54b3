// Terminal: the real screen, through ncursesw; the only file that knows it.
#pragma once

#include <optional>

#include "tui/canvas.h"
#include "tui/event.h"
#include "tui/theme.h"

namespace rookery::tui {

/// What the environment says about the screen: locale, NO_COLOR, TERM.
bool locale_is_utf8();
bool colour_is_wanted();
/// Whether the terminal can move its cursor; one that is `dumb`, or unknown, gets lines of text.
bool can_draw();
/// Whether it has a font with chess pieces: the Linux console has not.
bool has_chess_font();

/// One at a time. The screen is restored by the destructor and, if the program crashes, by signal
/// handlers.
class Terminal {
 public:
  /// Throws FatalError if there is no usable terminal.
  explicit Terminal(bool colour);
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  int width() const;
  int height() const;
  void show(const Canvas& canvas, const Theme& theme);
  bool has_colour() const { return tier_ != Tier::none; }
  /// Enough colours, and a font, for pieces drawn with blocks.
  bool can_draw_pieces() const { return tier_ == Tier::indexed || tier_ == Tier::direct; }
  void ring();
  /// The next event that is already there; none when there is nothing more to read.
  std::optional<Event> read();
  /// Ctrl-Z: gives the screen back and stops until the shell says `fg`.
  void suspend();

 private:
  enum class Tier { none, ansi, indexed, direct };
  int pair_for(const Style& style, const Theme& theme);
  int colour_number(Tone tone, const Theme& theme) const;

  Tier tier_ = Tier::none;
};

}  // namespace rookery::tui
