// A small VT100/xterm screen: takes what a program writes to its terminal and keeps the cells.
// Knows what ncurses sends for the terminal types of our tests, and fails loudly on anything else.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tui/canvas.h"

namespace rookery::tests {

/// A colour: -1 = the terminal's own, else 0xRRGGBB.
struct VtCell {
  char32_t ch = U' ';
  int ink = -1, paper = -1;
  bool bold = false, reverse = false;
};

class VtScreen {
 public:
  VtScreen(int width, int height) { resize(width, height); }

  void resize(int width, int height) {
    width_ = width;
    height_ = height;
    cells_.assign(static_cast<std::size_t>(width * height), VtCell{});
    x_ = y_ = top_ = 0;
    bottom_ = height - 1;
  }
  int width() const { return width_; }
  int height() const { return height_; }
  const VtCell& at(int x, int y) const { return cells_[static_cast<std::size_t>(y * width_ + x)]; }
  bool is_alternate() const { return modes_.contains("?1049"); }
  bool is_cursor_hidden() const { return modes_.contains("?25l"); }
  bool is_mouse_on() const { return modes_.contains("?1000"); }
  /// Sequences that were not understood; a test expects none.
  const std::string& unknown() const { return unknown_; }

  std::string line(int y) const {
    std::u32string text;
    for (int x = 0; x < width_; ++x) text += at(x, y).ch;
    while (!text.empty() && text.back() == U' ') text.pop_back();
    return tui::encode_utf8(text);
  }
  std::string text() const {
    std::string all;
    for (int y = 0; y < height_; ++y) all += line(y) + '\n';
    return all;
  }
  bool contains(std::string_view what) const { return text().find(what) != std::string::npos; }

  void feed(std::string_view bytes) {
    for (const char c : bytes) feed_byte(static_cast<unsigned char>(c));
  }

 private:
  enum class State { ground, escape, csi, charset, string };

  void feed_byte(unsigned char c) {
    switch (state_) {
      case State::ground:
        return ground(c);
      case State::escape:
        return escape(c);
      case State::csi:
        if (c >= 0x40 && c <= 0x7E) {
          state_ = State::ground;
          csi(c);
        } else {
          arguments_ += static_cast<char>(c);
        }
        return;
      case State::charset:
        state_ = State::ground;
        return;
      case State::string:
        if (c == 7) state_ = State::ground;
        return;
    }
  }

  void ground(unsigned char c) {
    if (more_ > 0) {
      wide_ = wide_ << 6 | (c & 0x3Fu);
      if (--more_ == 0) print(wide_);
    } else if (c >= 0xC0) {
      more_ = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
      wide_ = c & (0x3Fu >> more_);
    } else if (c == 27) {
      state_ = State::escape;
    } else if (c == '\r') {
      x_ = 0;
    } else if (c == '\n') {
      line_feed();
    } else if (c == '\b') {
      x_ = std::max(0, x_ - 1);
    } else if (c == '\t') {
      x_ = std::min(width_ - 1, (x_ / 8 + 1) * 8);
    } else if (c >= 32) {
      print(c);
    }  // the rest (bell, shift in) changes nothing
  }

  void escape(unsigned char c) {
    state_ = State::ground;
    if (c == '[') {
      state_ = State::csi;
      arguments_.clear();
    } else if (c == ']') {
      state_ = State::string;
    } else if (c == '(' || c == ')') {
      state_ = State::charset;
    } else if (c == '7') {
      saved_x_ = x_, saved_y_ = y_;
    } else if (c == '8') {
      x_ = saved_x_, y_ = saved_y_;
    } else if (c == 'M') {
      if (y_ == top_)
        scroll(-1);
      else
        --y_;
    } else if (c != '=' && c != '>') {
      unknown_ += std::string("ESC ") + static_cast<char>(c) + "; ";
    }
  }

  void print(char32_t ch) {
    if (ch == 0xFE0E || ch == 0xFE0F) return;  // variation selectors take no room
    if (x_ >= width_) {
      x_ = 0;
      line_feed();
    }
    VtCell& cell = cells_[static_cast<std::size_t>(y_ * width_ + x_)];
    cell = pen_;
    cell.ch = ch;
    last_ = ch;
    ++x_;
  }

  void line_feed() {
    if (y_ == bottom_)
      scroll(1);
    else
      y_ = std::min(y_ + 1, height_ - 1);
  }

  VtCell blank() const {
    VtCell cell;
    cell.paper = pen_.paper;
    return cell;
  }
  void erase(int from, int to) {  // cell indices, [from, to)
    for (int i = from; i < to; ++i) cells_[static_cast<std::size_t>(i)] = blank();
  }
  void scroll(int lines) { shift_rows(top_, lines); }
  /// Rows from `first` to the bottom of the region move up by `lines` (down if negative).
  void shift_rows(int first, int lines) {
    const auto old = cells_;
    for (int y = first; y <= bottom_; ++y)
      for (int x = 0; x < width_; ++x) {
        const int from = y + lines;
        cells_[static_cast<std::size_t>(y * width_ + x)] =
            from >= first && from <= bottom_ ? old[static_cast<std::size_t>(from * width_ + x)]
                                             : blank();
      }
  }
  void shift_line(int count) {  // > 0: delete, < 0: insert
    const auto old = cells_;
    for (int x = x_; x < width_; ++x) {
      const int from = x + count;
      cells_[static_cast<std::size_t>(y_ * width_ + x)] =
          from >= x_ && from < width_ ? old[static_cast<std::size_t>(y_ * width_ + from)] : blank();
    }
  }

  std::vector<int> numbers() const {
    std::vector<int> list{0};
    for (const char c : arguments_) {
      if (c >= '0' && c <= '9')
        list.back() = list.back() * 10 + (c - '0');
      else if (c == ';' || c == ':')
        list.push_back(0);
    }
    return list;
  }

  void csi(unsigned char final) {
    const auto n = numbers();
    const int one = std::max(1, n[0]);
    const int here = y_ * width_ + std::min(x_, width_ - 1);
    const int end = width_ * height_;
    const bool is_private = !arguments_.empty() && (arguments_[0] == '?' || arguments_[0] == '>');
    if (is_private && final != 'h' && final != 'l') return;
    switch (final) {
      case 'A':
        y_ = std::max(0, y_ - one);
        break;
      case 'B':
        y_ = std::min(height_ - 1, y_ + one);
        break;
      case 'C':
        x_ = std::min(width_ - 1, x_ + one);
        break;
      case 'D':
        x_ = std::max(0, std::min(x_, width_ - 1) - one);
        break;
      case 'G':
        x_ = std::min(width_ - 1, one - 1);
        break;
      case 'd':
        y_ = std::min(height_ - 1, one - 1);
        break;
      case 'H':
        y_ = std::min(height_ - 1, one - 1);
        x_ = std::min(width_ - 1, n.size() > 1 ? std::max(1, n[1]) - 1 : 0);
        break;
      case 'Z':
        x_ = std::max(0, (x_ - 1) / 8 * 8);
        break;
      case 'J':
        erase(n[0] == 0 ? here : 0, n[0] == 1 ? here + 1 : end);
        break;
      case 'K':
        erase(n[0] == 0 ? here : y_ * width_, n[0] == 1 ? here + 1 : (y_ + 1) * width_);
        break;
      case 'X':
        erase(here, std::min(here + one, (y_ + 1) * width_));
        break;
      case '@':
        shift_line(-one);
        break;
      case 'P':
        shift_line(one);
        break;
      case 'L':
        shift_rows(y_, -one);
        break;
      case 'M':
        shift_rows(y_, one);
        break;
      case 'S':
        scroll(one);
        break;
      case 'T':
        scroll(-one);
        break;
      case 'b':
        for (int i = 0; i < one; ++i) print(last_);
        break;
      case 'r':
        top_ = one - 1;
        bottom_ = n.size() > 1 && n[1] ? n[1] - 1 : height_ - 1;
        x_ = y_ = 0;
        break;
      case 'm':
        graphics(n);
        break;
      case 'h':
      case 'l':
        mode(final == 'h');
        break;
      case 't':
        break;  // window titles
      default:
        unknown_ += "CSI " + arguments_ + static_cast<char>(final) + "; ";
    }
  }

  void mode(bool on) {
    std::string name;
    std::string all = arguments_ + ";";
    const bool is_private = arguments_[0] == '?';
    for (const char c : all) {
      if (c != ';') {
        name += c;
        continue;
      }
      if (is_private && name[0] != '?') name = '?' + name;
      if (on)
        modes_.insert(name);
      else
        modes_.erase(name);
      if (name == "?25") on ? (void)modes_.erase("?25l") : (void)modes_.insert("?25l");
      if (name == "?1049") erase(0, width_ * height_);
      name.clear();
    }
  }

  static int palette(int i) {
    constexpr int kAnsi[16] = {0x000000, 0xCD3131, 0x0DBC79, 0xC5A332, 0x2472C8, 0xBC3FBC,
                               0x11A8CD, 0xE5E5E5, 0x666666, 0xF14C4C, 0x23D18B, 0xF5F543,
                               0x3B8EEA, 0xD670D6, 0x29B8DB, 0xFFFFFF};
    constexpr int kLevels[6] = {0, 95, 135, 175, 215, 255};
    if (i < 16) return kAnsi[i];
    if (i >= 232) return (8 + (i - 232) * 10) * 0x010101;
    i -= 16;
    return kLevels[i / 36] << 16 | kLevels[i / 6 % 6] << 8 | kLevels[i % 6];
  }

  void graphics(std::vector<int> n) {
    n.resize(n.size() + 5);  // so that a cut-off colour reads zeros
    const std::size_t count = n.size() - 5;
    for (std::size_t i = 0; i < count; ++i) {
      const int v = n[i];
      if (v == 0) pen_ = VtCell{};
      if (v == 1) pen_.bold = true;
      if (v == 22) pen_.bold = false;
      if (v == 7) pen_.reverse = true;
      if (v == 27) pen_.reverse = false;
      if (v >= 30 && v <= 37) pen_.ink = palette(v - 30);
      if (v >= 90 && v <= 97) pen_.ink = palette(v - 82);
      if (v >= 40 && v <= 47) pen_.paper = palette(v - 40);
      if (v >= 100 && v <= 107) pen_.paper = palette(v - 92);
      if (v == 39) pen_.ink = -1;
      if (v == 49) pen_.paper = -1;
      if (v != 38 && v != 48) continue;
      int& colour = v == 38 ? pen_.ink : pen_.paper;
      if (n[i + 1] == 5) {
        colour = palette(n[i + 2]);
        i += 2;
      } else {  // 38;2;r;g;b, or 38:2::r:g:b with an empty field
        const std::size_t at = arguments_.find(':') != arguments_.npos ? i + 3 : i + 2;
        colour = n[at] << 16 | n[at + 1] << 8 | n[at + 2];
        i = at + 2;
      }
    }
  }

  int width_ = 0, height_ = 0, x_ = 0, y_ = 0, top_ = 0, bottom_ = 0, saved_x_ = 0, saved_y_ = 0;
  std::vector<VtCell> cells_;
  VtCell pen_;
  State state_ = State::ground;
  std::string arguments_, unknown_;
  char32_t wide_ = 0, last_ = U' ';
  int more_ = 0;
  std::set<std::string> modes_;
};

}  // namespace rookery::tests
