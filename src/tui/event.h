// Event: what a person does at the terminal, free of ncurses.
#pragma once

namespace rookery::tui {

struct Event {
  enum class Type {
    character,  ///< ch
    function,   ///< ch: 1 for F1
    up,
    down,
    left,
    right,
    page_up,
    page_down,
    home,
    end,
    enter,
    escape,
    backspace,
    remove,  ///< the Delete key
    tab,
    interrupt,      ///< Ctrl-C
    mouse_press,    ///< x, y: left button down
    mouse_release,  ///< x, y
    mouse_cancel,   ///< right button
    wheel_up,
    wheel_down
  };
  Type type = Type::character;
  char32_t ch = 0;
  int x = 0, y = 0;

  static Event key(char32_t c) { return {Type::character, c}; }
  static Event at(Type type, int x, int y) { return {type, 0, x, y}; }
};

}  // namespace rookery::tui
