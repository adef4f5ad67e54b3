#include "tui/theme.h"

#include <algorithm>
#include <cmath>

namespace rookery::tui {

namespace {

/// The colours of a board; the rest of the screen is the same in all themes.
struct Board {
  std::string_view name;
  Colour light, dark, light_last, dark_last;
};

constexpr int at(Tone tone) { return static_cast<int>(tone); }

constexpr Theme make(const Board& board) {
  Theme t{board.name, {}};
  auto set = [&t](Tone tone, std::uint32_t rgb, int ansi) { t.colours[at(tone)] = {rgb, ansi}; };
  set(Tone::terminal, 0, 0);  // never looked up
  set(Tone::faint, 0x8A8A8A, 8);
  set(Tone::accent, 0x5FAFAF, 6);
  set(Tone::good, 0x5FAF5F, 2);
  set(Tone::bad, 0xD75F5F, 1);
  t.colours[at(Tone::light)] = board.light;
  t.colours[at(Tone::dark)] = board.dark;
  t.colours[at(Tone::light_last)] = board.light_last;
  t.colours[at(Tone::dark_last)] = board.dark_last;
  set(Tone::light_target, 0xD98C7A, 5);
  set(Tone::dark_target, 0xC8725F, 5);
  set(Tone::light_hint, 0xB79AD6, 5);
  set(Tone::dark_hint, 0x9A78C4, 5);
  set(Tone::cursor, 0x5A9FD4, 6);
  set(Tone::hand, 0x2E5E3A, 0);
  set(Tone::check, 0xDB4F48, 1);
  // Every square is light enough for black at 4.5 : 1 or more (a test holds that); White's pieces
  // have an outline in black, and one-character pieces stand on a token of their own colour.
  set(Tone::white_piece, 0xFFFFFF, 15);
  set(Tone::white_outline, 0x0A0A0A, 0);
  set(Tone::black_piece, 0x0A0A0A, 0);
  set(Tone::white_token, 0xFAFAFA, 15);
  set(Tone::white_token_ink, 0x0A0A0A, 0);
  set(Tone::black_token, 0x1C1C1C, 0);
  set(Tone::black_token_ink, 0xFFFFFF, 15);
  set(Tone::hand_piece, 0x6CFF7C, 10);
  set(Tone::dot, 0x2F6B3C, 0);
  set(Tone::white_side, 0xEEEEEE, 15);
  set(Tone::black_side, 0x303030, 0);
  set(Tone::bar_edge, 0x808080, 8);
  set(Tone::bar, 0x2B3440, 4);
  set(Tone::bar_ink, 0xC9D1D9, 7);
  set(Tone::bar_key, 0xFFD787, 11);
  set(Tone::box, 0x2B3440, 4);
  set(Tone::box_ink, 0xE6EDF3, 15);
  set(Tone::box_choice, 0xFFD787, 7);
  set(Tone::box_choice_ink, 0x1C1C1C, 0);
  return t;
}

constexpr Theme kThemes[] = {
    make({"walnut", {0xE3C193, 3}, {0xB07F52, 2}, {0xD6C35E, 6}, {0xB0A840, 6}}),
    make({"meadow", {0xCBD6AC, 3}, {0x7FA267, 2}, {0xD9D36A, 6}, {0xABA63C, 6}}),
    make({"ocean", {0xBCD0E0, 6}, {0x7296B5, 4}, {0xC9C57A, 3}, {0x9C9A4E, 3}}),
    make({"slate", {0xB8B8B8, 7}, {0x858585, 4}, {0xC4BC7C, 3}, {0x97904E, 3}}),
};

}  // namespace

std::span<const Theme> themes() { return kThemes; }

std::size_t theme_named(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kThemes); ++i)
    if (kThemes[i].name == name) return i;
  return 0;
}

double contrast(std::uint32_t a, std::uint32_t b) {
  const auto luminance = [](std::uint32_t rgb) {
    const auto part = [rgb](int shift) {
      const double c = static_cast<double>(rgb >> shift & 255) / 255;
      return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0);
  };
  const double la = luminance(a), lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

int nearest_256(std::uint32_t rgb) {
  const int c[3] = {static_cast<int>(rgb >> 16 & 255), static_cast<int>(rgb >> 8 & 255),
                    static_cast<int>(rgb & 255)};
  // 16..231 is a cube with these six levels a side, 232..255 a ramp of greys from 8 in steps of 10.
  constexpr int kLevels[6] = {0, 95, 135, 175, 215, 255};
  const auto distance = [&c](int r, int g, int b) {
    return (c[0] - r) * (c[0] - r) + (c[1] - g) * (c[1] - g) + (c[2] - b) * (c[2] - b);
  };
  int best = 16, best_distance = 1 << 30;
  for (int i = 0; i < 240; ++i) {
    const int grey = 8 + (i - 216) * 10;
    const int d = i < 216 ? distance(kLevels[i / 36], kLevels[i / 6 % 6], kLevels[i % 6])
                          : distance(grey, grey, grey);
    if (d < best_distance) best = 16 + i, best_distance = d;
  }
  return best;
}

}  // namespace rookery::tui
