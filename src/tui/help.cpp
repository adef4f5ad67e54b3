#include "tui/help.h"

#include <fmt/format.h>

#include "tui/canvas.h"
#include "tui/commands.h"

namespace rookery::tui {

std::vector<HelpLine> help_lines(int width) {
  std::vector<HelpLine> lines;
  const auto add = [&](std::string keys, std::string_view text) {
    for (const std::string& part : wrap(text, help_width(width) - kHelpKeys - 4)) {
      lines.push_back({std::move(keys), part});
      keys.clear();
    }
  };
  add("Arrows, Enter", "move the cursor; pick a piece up, put it down");
  add("Mouse", "click or drag a piece; right button: let go");
  add("e4 Nf3 O-O e2e4", "type a move, then Enter; nf3, pe2e4, e8=Q too");
  add("Esc", "clears the line, drops a piece, engine: move now");
  add("PgUp PgDn Home End", "scroll the moves; Tab completes a word");
  add("", "Words, with one letter for each; then Enter. Keys act at once:");
  for (const CommandInfo& info : kCommands) {
    std::string key = info.function ? fmt::format("F{}", info.function) : "";
    if (info.sign != 0)
      key += (key.empty() ? "" : " ") +
             (info.sign == U' ' ? "Space" : encode_utf8(std::u32string(1, info.sign)));
    add(fmt::format("{:<9}{:<3}{}", info.word, info.brief, key), info.help);
  }
  return lines;
}

}  // namespace rookery::tui
