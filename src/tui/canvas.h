// Canvas: a grid of styled characters. The view draws on it; the terminal shows it; tests read it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::tui {

/// What a colour is for; the theme says what it looks like.
enum class Tone : std::uint8_t {
  terminal,  ///< the terminal's own foreground or background
  faint,
  accent,
  good,
  bad,
  light,  ///< squares: even = light, odd = dark, see tone_of_square
  dark,
  light_last,
  dark_last,
  light_target,
  dark_target,
  light_hint,
  dark_hint,
  cursor,
  hand,
  check,
  white_piece,  ///< White's ink and its outline; both stand out on every square
  white_outline,
  black_piece,
  white_token,  ///< what a one-character piece stands on
  white_token_ink,
  black_token,
  black_token_ink,
  hand_piece,
  dot,
  white_side,  ///< the evaluation bar
  black_side,
  bar_edge,  ///< its frame: seen on light and on dark terminals
  bar,       ///< footer and title
  bar_ink,
  bar_key,
  box,  ///< dialogs
  box_ink,
  box_choice,
  box_choice_ink,
  count
};

struct Style {
  Tone ink = Tone::terminal;
  Tone paper = Tone::terminal;
  bool bold = false, dim = false, reverse = false;

  friend bool operator==(const Style&, const Style&) = default;
};

struct Cell {
  char32_t ch = U' ';
  Style style;
  friend bool operator==(const Cell&, const Cell&) = default;
};

/// Everything outside is clipped away.
class Canvas {
 public:
  Canvas(int width, int height)
      : width_(width), height_(height), cells_(static_cast<std::size_t>(width * height)) {}

  int width() const { return width_; }
  int height() const { return height_; }
  const Cell& at(int x, int y) const { return cells_[static_cast<std::size_t>(y * width_ + x)]; }

  void put(int x, int y, char32_t ch, Style style = {});
  /// UTF-8; returns the column after the text.
  int text(int x, int y, std::string_view utf8, Style style = {});
  /// At most `width` columns, cut with "…" or "...".
  int text_within(int x, int y, int width, std::string_view utf8, Style style = {});
  void fill(int x, int y, int width, int height, Style style, char32_t ch = U' ');

  /// One line as UTF-8 without trailing blanks.
  std::string line(int y) const;

 private:
  int width_, height_;
  std::vector<Cell> cells_;
};

std::u32string decode_utf8(std::string_view text);
std::string encode_utf8(std::u32string_view text);
/// Columns on the screen; every character we draw takes one.
int text_width(std::string_view utf8);
/// Words wrapped to lines of at most `width` columns.
std::vector<std::string> wrap(std::string_view text, int width);

}  // namespace rookery::tui
