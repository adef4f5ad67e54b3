#include "tui/dialog_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "notation/words.h"
#include "tui/help.h"
#include "tui/signs.h"

namespace rookery::tui {

using chess::Color;
using chess::PieceType;

namespace {

/// A box in the middle with room for `rows` lines; returns the place of the first.
std::pair<int, int> draw_box(const App& app, const Layout& layout, int width, int rows,
                             Canvas& canvas) {
  const int x = (layout.width - width) / 2, y = std::max(0, (layout.height - rows - 2) / 2);
  const Style style = app.colour() ? Style{Tone::box_ink, Tone::box} : Style{};
  canvas.fill(x, y, width, rows + 2, style);
  const bool u = app.unicode();
  canvas.fill(x, y, width, 1, style, u ? U'─' : U'-');
  canvas.fill(x, y + rows + 1, width, 1, style, u ? U'─' : U'-');
  canvas.fill(x, y, 1, rows + 2, style, u ? U'│' : U'|');
  canvas.fill(x + width - 1, y, 1, rows + 2, style, u ? U'│' : U'|');
  canvas.put(x, y, u ? U'╭' : U'+', style);
  canvas.put(x + width - 1, y, u ? U'╮' : U'+', style);
  canvas.put(x, y + rows + 1, u ? U'╰' : U'+', style);
  canvas.put(x + width - 1, y + rows + 1, u ? U'╯' : U'+', style);
  return {x + 2, y + 1};
}

void draw_help(const App& app, const HelpPage& page, const Layout& layout, Canvas& canvas) {
  const Style style = app.colour() ? Style{Tone::box_ink, Tone::box} : Style{};
  Style key = style;
  key.bold = true;
  if (app.colour()) key.ink = Tone::bar_key;
  const std::vector<HelpLine> lines = help_lines(layout.width);
  const int count = static_cast<int>(lines.size());
  const int rows = std::min(help_rows(layout.height), count);
  const int top = std::clamp(page.top, 0, count - rows);
  auto [x, y] = draw_box(app, layout, help_width(layout.width), rows, canvas);
  for (int i = 0; i < rows; ++i) {
    const HelpLine& line = lines[static_cast<std::size_t>(top + i)];
    canvas.text(x, y + i, line.keys, key);
    canvas.text(x + kHelpKeys, y + i, line.text, style);
  }
  if (rows < count)
    canvas.text(x + kHelpKeys, y + rows,
                top + rows < count ? " Up, Down: more   Esc: back " : " Up: back to the top ", key);
}

struct DialogDrawer {
  const App& app;
  const Layout& layout;
  Canvas& canvas;
  Style ink() const { return app.colour() ? Style{Tone::box_ink, Tone::box} : Style{}; }
  Style bold() const {
    Style s = ink();
    s.bold = true;
    return s;
  }

  void operator()(std::monostate) const {}
  void operator()(const HelpPage& page) const { draw_help(app, page, layout, canvas); }

  void operator()(const Prompt& prompt) const {
    auto [x, y] = draw_box(app, layout, 60, 6, canvas);
    canvas.text(x, y, prompt.title, bold());
    // The end of a long text is where the typing happens.
    std::u32string text = decode_utf8(prompt.text);
    if (text.size() > 52) text = text.substr(text.size() - 52);
    const int end = canvas.text(x, y + 1, "> " + encode_utf8(text), ink());
    canvas.put(end, y + 1, U'_', bold());
    const auto error = wrap(prompt.error, 56);
    for (std::size_t i = 0; i < std::min<std::size_t>(3, error.size()); ++i)
      canvas.text_within(x, y + 2 + static_cast<int>(i), 56, error[i], bold());
    canvas.text(x, y + 5, "Enter: go   Esc: back", ink());
  }

  void operator()(const Question& question) const {
    const auto detail = wrap(question.detail, 52);
    const int rows = 3 + static_cast<int>(detail.size());
    auto [x, y] = draw_box(app, layout, 56, rows, canvas);
    canvas.text(x, y++, question.text, bold());
    for (const std::string& line : detail) canvas.text_within(x, y++, 52, line, ink());
    canvas.text(x, y + 1, "y / Enter: yes   n / Esc: no", ink());
  }

  void operator()(const PromotionPicker& picker) const {
    const Color side = app.session().position().side_to_move();
    auto [x, y] = draw_box(app, layout, 48, 5, canvas);
    canvas.text(x, y, "Promote to", bold());
    for (int i = 0; i < 4; ++i) {
      const PieceType type = kPromotionTypes[i];
      Style style = bold();
      if (i == picker.choice) {
        if (app.colour())
          style = {Tone::box_choice_ink, Tone::box_choice, true};
        else
          style.reverse = true;
      }
      const std::u32string sign(1, glyph(app, chess::make_piece(side, type)));
      canvas.text(x + i * 11, y + 2,
                  fmt::format(" {}{} ", app.unicode() ? encode_utf8(sign) + " " : "",
                              notation::piece_name(type)),
                  style);
    }
    canvas.text(x, y + 4, "Arrows, Enter, or q r b n", ink());
  }
};

}  // namespace

void draw_dialog(const App& app, const Layout& layout, Canvas& canvas) {
  std::visit(DialogDrawer{app, layout, canvas}, app.dialog());
}

}  // namespace rookery::tui
