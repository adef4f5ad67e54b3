#include "tui/terminal.h"

#include <fmt/format.h>
#include <langinfo.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include <clocale>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <utility>

#include "base/result.h"

// ncurses defines macros with common names; it comes last.
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <term.h>
#undef tab
#undef tone

namespace rookery::tui {

namespace {

termios g_saved_mode;
char g_reset[256];  // what a crash handler writes: it may not call ncurses
std::size_t g_reset_size = 0;

/// Async-signal-safe: gives the terminal back, then dies of the same signal.
void on_crash(int signal_number) {
  [[maybe_unused]] const auto written = write(STDOUT_FILENO, g_reset, g_reset_size);
  tcsetattr(STDIN_FILENO, TCSANOW, &g_saved_mode);
  raise(signal_number);  // SA_RESETHAND: the default action now
}

void prepare_crash_reset() {
  std::string text = "\x1b[?1006l\x1b[?1000l";  // mouse off
  for (const char* capability : {"sgr0", "cnorm", "rmkx", "rmcup"})
    if (const char* s = tigetstr(capability); s && s != reinterpret_cast<const char*>(-1))
      text += s;
  g_reset_size = std::min(text.size(), sizeof g_reset);
  std::memcpy(g_reset, text.data(), g_reset_size);
  struct sigaction action {};
  action.sa_handler = on_crash;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int s : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(s, &action, nullptr);
}

/// The terminfo entry with direct colour for this terminal, if the terminal says that it has it and
/// the system knows such an entry (Debian: ncurses-term).
std::string direct_entry() {
  const char* term = std::getenv("TERM");
  const char* says = std::getenv("COLORTERM");
  if (!term || !says || (std::strcmp(says, "truecolor") != 0 && std::strcmp(says, "24bit") != 0))
    return "";
  std::string name = term;
  if (name.ends_with("-256color")) name.resize(name.size() - 9);
  name += "-direct";
  int error = 0;
  if (setupterm(name.c_str(), STDOUT_FILENO, &error) != OK) return "";
  del_curterm(cur_term);
  return name;
}

}  // namespace

bool locale_is_utf8() {
  std::setlocale(LC_CTYPE, "");
  return std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

bool colour_is_wanted() {
  const char* no_color = std::getenv("NO_COLOR");
  return !no_color || !*no_color;
}

bool can_draw() {
  const char* term = std::getenv("TERM");
  int error = 0;
  if (!term || !*term || std::strcmp(term, "dumb") == 0 ||
      setupterm(term, STDOUT_FILENO, &error) != OK)
    return false;
  const char* move = tigetstr("cup");
  const bool moves = move && move != reinterpret_cast<const char*>(-1);
  del_curterm(cur_term);
  return moves;
}

bool has_chess_font() {
  const char* term = std::getenv("TERM");
  return !term || std::string_view(term).substr(0, 5) != "linux";
}

Terminal::Terminal(bool colour) {
  std::setlocale(LC_CTYPE, "");
  tcgetattr(STDIN_FILENO, &g_saved_mode);
  set_escdelay(25);
  const std::string direct = colour ? direct_entry() : "";
  if (!newterm(direct.empty() ? nullptr : direct.c_str(), stdout, stdin)) {
    const char* term = std::getenv("TERM");
    throw FatalError{
        fmt::format("cannot draw on terminal type '{}'; try --plain", term ? term : "")};
  }
  raw();
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  nodelay(stdscr, TRUE);
  curs_set(0);
  mousemask(
      BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON3_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED,
      nullptr);
  mouseinterval(0);
  if (colour && has_colors()) {
    start_color();
    use_default_colors();
    // xterm-direct and its like take colours, not numbers of a palette, whoever asked for them.
    const bool takes_rgb =
        !direct.empty() || tigetflag("RGB") > 0 || tigetnum("RGB") > 0 || COLORS > 0x10000;
    tier_ = takes_rgb ? Tier::direct : COLORS >= 256 ? Tier::indexed : Tier::ansi;
  }
  prepare_crash_reset();
}

Terminal::~Terminal() {
  endwin();
  for (const int s : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) signal(s, SIG_DFL);
}

int Terminal::width() const { return getmaxx(stdscr); }
int Terminal::height() const { return getmaxy(stdscr); }

int Terminal::colour_number(Tone tone, const Theme& theme) const {
  if (tone == Tone::terminal) return -1;
  const Colour& colour = theme[tone];
  switch (tier_) {
    case Tier::direct:
      return static_cast<int>(colour.rgb);
    case Tier::indexed:
      return nearest_256(colour.rgb);
    default:
      if (COLORS >= 16) return colour.ansi;
      return colour.ansi == 8 ? 7 : colour.ansi % 8;  // grey is white there, not black
  }
}

int Terminal::pair_for(const Style& style, const Theme& theme) {
  static std::map<std::pair<int, int>, int> pairs;  // ncurses' own table is global too
  if (tier_ == Tier::none) return 0;
  const std::pair key(colour_number(style.ink, theme), colour_number(style.paper, theme));
  if (key == std::pair(-1, -1)) return 0;
  const auto [entry, is_new] = pairs.try_emplace(key, static_cast<int>(pairs.size()) + 1);
  if (is_new) {
    if (entry->second >= COLOR_PAIRS) return 0;
    init_extended_pair(entry->second, key.first, key.second);
  }
  return entry->second;
}

void Terminal::show(const Canvas& canvas, const Theme& theme) {
  for (int y = 0; y < canvas.height(); ++y)
    for (int x = 0; x < canvas.width(); ++x) {
      const Cell& cell = canvas.at(x, y);
      // U+FE0E asks for the text form: some terminals draw the pawn as an emoji otherwise.
      const wchar_t text[] = {static_cast<wchar_t>(cell.ch),
                              cell.ch == U'\u265F' ? L'\uFE0E' : L'\0', L'\0'};
      attr_t attributes = A_NORMAL;
      const bool few = tier_ == Tier::ansi && COLORS < 16;
      // With eight colours bold means bright, and bright black is a grey that hardly shows.
      const bool own_ink = cell.style.ink != Tone::terminal;
      const int ansi = own_ink ? theme[cell.style.ink].ansi : 7;
      if (few && own_ink ? ansi >= 8 && ansi != 8 : cell.style.bold) attributes |= A_BOLD;
      if (cell.style.reverse) attributes |= A_REVERSE;
      int pair = pair_for(cell.style, theme);
      cchar_t c;
      setcchar(&c, text, attributes, 0, &pair);
      mvadd_wch(y, x, &c);
    }
  refresh();
}

std::optional<Event> Terminal::read() {
  using Type = Event::Type;
  wint_t ch = 0;
  for (;;) {
    const int kind = get_wch(&ch);
    if (kind == ERR) return std::nullopt;
    if (kind == OK) {
      switch (ch) {
        case 3:
          return Event{Type::interrupt};
        case 26:
          suspend();
          continue;
        case 12:
          clearok(stdscr, TRUE);
          continue;  // Ctrl-L: draw all again
        case '\r':
        case '\n':
          return Event{Type::enter};
        case 27:
          return Event{Type::escape};
        case '\t':
          return Event{Type::tab};
        case 8:
        case 127:
          return Event{Type::backspace};
        default:
          if (ch < 32) continue;
          return Event::key(static_cast<char32_t>(ch));
      }
    }
    switch (ch) {
      case KEY_UP:
        return Event{Type::up};
      case KEY_DOWN:
        return Event{Type::down};
      case KEY_LEFT:
        return Event{Type::left};
      case KEY_RIGHT:
        return Event{Type::right};
      case KEY_PPAGE:
        return Event{Type::page_up};
      case KEY_NPAGE:
        return Event{Type::page_down};
      case KEY_HOME:
        return Event{Type::home};
      case KEY_END:
        return Event{Type::end};
      case KEY_ENTER:
        return Event{Type::enter};
      case KEY_BACKSPACE:
        return Event{Type::backspace};
      case KEY_DC:
        return Event{Type::remove};
      case KEY_MOUSE: {
        MEVENT mouse;
        if (getmouse(&mouse) != OK) continue;
        if (mouse.bstate & BUTTON1_PRESSED) return Event::at(Type::mouse_press, mouse.x, mouse.y);
        if (mouse.bstate & BUTTON1_RELEASED)
          return Event::at(Type::mouse_release, mouse.x, mouse.y);
        if (mouse.bstate & BUTTON3_PRESSED) return Event::at(Type::mouse_cancel, mouse.x, mouse.y);
        if (mouse.bstate & BUTTON4_PRESSED) return Event{Type::wheel_up};
        if (mouse.bstate & BUTTON5_PRESSED) return Event{Type::wheel_down};
        continue;
      }
      default:
        if (ch > KEY_F(0) && ch <= KEY_F(12)) return Event{Type::function, ch - KEY_F(0)};
        continue;  // KEY_RESIZE and keys that mean nothing here
    }
  }
}

void Terminal::ring() { beep(); }

void Terminal::suspend() {
  endwin();
  raise(SIGTSTP);
  refresh();
}

}  // namespace rookery::tui
