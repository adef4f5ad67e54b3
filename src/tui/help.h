// The help page, made from the table of commands.
#pragma once

#include <string>
#include <vector>

namespace rookery::tui {

struct HelpLine {
  std::string keys;  ///< what is pressed or typed; empty goes on with the line above
  std::string text;
};
/// All lines for a window of this width.
std::vector<HelpLine> help_lines(int width);
/// Columns before the text.
inline constexpr int kHelpKeys = 20;
/// How wide the page is, how many lines it has, and how many a window of a height shows.
inline int help_width(int width) { return width < 80 ? width - 2 : 76; }
inline int help_height(int width) { return static_cast<int>(help_lines(width).size()); }
inline int help_rows(int height) { return height - 4; }

}  // namespace rookery::tui
