#include "tui/canvas.h"

#include <algorithm>

namespace rookery::tui {

void Canvas::put(int x, int y, char32_t ch, Style style) {
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
  cells_[static_cast<std::size_t>(y * width_ + x)] = {ch, style};
}

int Canvas::text(int x, int y, std::string_view utf8, Style style) {
  for (const char32_t ch : decode_utf8(utf8)) put(x++, y, ch, style);
  return x;
}

int Canvas::text_within(int x, int y, int width, std::string_view utf8, Style style) {
  std::u32string chars = decode_utf8(utf8);
  if (static_cast<int>(chars.size()) > width) {
    chars.resize(static_cast<std::size_t>(width > 2 ? width - 2 : 0));
    chars += U"..";
  }
  return text(x, y, encode_utf8(chars), style);
}

void Canvas::fill(int x, int y, int width, int height, Style style, char32_t ch) {
  for (int row = y; row < y + height; ++row)
    for (int column = x; column < x + width; ++column) put(column, row, ch, style);
}

std::string Canvas::line(int y) const {
  std::u32string chars;
  for (int x = 0; x < width_; ++x) chars += at(x, y).ch;
  while (!chars.empty() && chars.back() == U' ') chars.pop_back();
  return encode_utf8(chars);
}

std::u32string decode_utf8(std::string_view text) {
  std::u32string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i++]);
    const int more = lead < 0x80 ? 0 : lead < 0xC0 ? -1 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    if (more < 0 || i + static_cast<std::size_t>(more) > text.size()) {
      out += U'?';  // a stray byte in a file name, say
      continue;
    }
    char32_t ch = more == 0 ? lead : lead & (0x3Fu >> more);
    for (int k = 0; k < more; ++k) ch = ch << 6 | (static_cast<unsigned char>(text[i++]) & 0x3Fu);
    out += ch;
  }
  return out;
}

std::string encode_utf8(std::u32string_view text) {
  std::string out;
  const auto add = [&out](char32_t byte) { out += static_cast<char>(byte); };
  for (const char32_t c : text) {
    if (c < 0x80) {
      add(c);
    } else if (c < 0x800) {
      add(0xC0 | c >> 6), add(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
      add(0xE0 | c >> 12), add(0x80 | (c >> 6 & 0x3F)), add(0x80 | (c & 0x3F));
    } else {
      add(0xF0 | c >> 18), add(0x80 | (c >> 12 & 0x3F)), add(0x80 | (c >> 6 & 0x3F)),
          add(0x80 | (c & 0x3F));
    }
  }
  return out;
}

int text_width(std::string_view utf8) { return static_cast<int>(decode_utf8(utf8).size()); }

std::vector<std::string> wrap(std::string_view text, int width) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = std::min(text.find(' ', i), text.size());
    const std::string_view word = text.substr(i, end - i);
    if (!line.empty() && text_width(line) + 1 + text_width(word) > width) {
      lines.push_back(line);
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
    // A word that no line holds, such as a path, is broken where the line ends.
    while (text_width(line) > width) {
      const std::u32string chars = decode_utf8(line);
      const auto room = static_cast<std::size_t>(std::max(1, width));
      lines.push_back(encode_utf8(std::u32string_view(chars).substr(0, room)));
      line = encode_utf8(std::u32string_view(chars).substr(room));
    }
    i = end + 1;
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

}  // namespace rookery::tui
