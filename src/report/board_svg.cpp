#include "report/board_svg.h"

#include <fmt/format.h>

#include <cctype>

namespace rookery::report {

using namespace chess;

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        // Control characters are no text in HTML.
        result += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? ' ' : c;
    }
  return result;
}

std::string board_svg(const Position& position, Move last, Color bottom, std::string_view label) {
  const auto x = [&](Square s) {
    const int f = index(file_of(s));
    return 45 * (bottom == Color::white ? f : 7 - f);
  };
  const auto y = [&](Square s) {
    const int r = index(rank_of(s));
    return 45 * (bottom == Color::white ? 7 - r : r);
  };
  std::string svg = fmt::format(
      "<svg class=\"board\" viewBox=\"0 0 360 360\" role=\"img\" aria-label=\"{}\">"
      "<use href=\"#squares\"/>",
      escaped(label));
  if (last)
    for (const Square s : {last.from(), last.to()})
      svg += fmt::format("<rect class=\"last\" x=\"{}\" y=\"{}\" width=\"45\" height=\"45\"/>",
                         x(s), y(s));
  for (const Square s : squares(position.pieces())) {
    const Piece piece = position.piece_on(s);
    const char letter = static_cast<char>(std::tolower(piece_char(piece)));
    svg += fmt::format("<use href=\"#{}{}\" x=\"{}\" y=\"{}\"/>",
                       color_of(piece) == Color::white ? 'w' : 'b', letter, x(s), y(s));
  }
  return svg + "</svg>";
}

}  // namespace rookery::report
