#include "base/printable.h"

#include <cstddef>

namespace rookery {
namespace {

struct Character {
  char32_t code = 0;
  std::size_t bytes = 0;  ///< 0 = not UTF-8
};

/// The first character, in the shortest form only, as UTF-8 demands.
Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return {byte(0), 1};
  const std::size_t bytes = byte(0) >> 5 == 6    ? 2
                            : byte(0) >> 4 == 14 ? 3
                            : byte(0) >> 3 == 30 ? 4
                                                 : 0;
  if (bytes == 0 || text.size() < bytes) return {};
  char32_t code = byte(0) & (0x7F >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if (byte(i) >> 6 != 2) return {};
    code = code << 6 | (byte(i) & 0x3F);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kLeast[bytes] || code > 0x10FFFF || is_surrogate) return {};
  return {code, bytes};
}

bool is_harmless(char32_t c) {
  const bool is_control = c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029;
  const bool turns = c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
                     (c >= 0x2066 && c <= 0x2069);
  return !is_control && !turns;
}

}  // namespace

std::string printable_lines(std::string_view text) {
  std::string out;
  for (;;) {
    const std::size_t end = text.find('\n');
    out += printable(text.substr(0, end));
    if (end == text.npos) return out;
    out += '\n';
    text.remove_prefix(end + 1);
  }
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Character c = first_character(text);
    if (c.bytes > 0 && is_harmless(c.code))
      out += text.substr(0, c.bytes);
    else
      out += '?';
    text.remove_prefix(c.bytes > 0 ? c.bytes : 1);
  }
  return out;
}

}  // namespace rookery
