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
