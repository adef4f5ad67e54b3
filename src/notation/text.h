// Small pieces of text that every notation shares.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "chess/square.h"

namespace rookery::notation {

/// All that is not printed counts as space, so that no such byte ever comes into what we write.
constexpr bool is_space(char c) { return static_cast<unsigned char>(c) <= ' ' || c == 127; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_file(char c) { return c >= 'a' && c <= 'h'; }
constexpr bool is_rank(char c) { return c >= '1' && c <= '8'; }

inline void append_square(std::string& out, chess::Square s) {
  out += file_char(file_of(s));
  out += rank_char(rank_of(s));
}
inline std::string square_name(chess::Square s) {
  std::string name;
  append_square(name, s);
  return name;
}
/// "e4"; none if the text is anything else.
constexpr std::optional<chess::Square> parse_square(std::string_view text) {
  if (text.size() != 2 || !is_file(text[0]) || !is_rank(text[1])) return std::nullopt;
  return chess::make_square(chess::file_at(text[0] - 'a'), chess::rank_at(text[1] - '1'));
}

inline void append_number(std::string& out, int number) {
  char digits[12];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

constexpr std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// Appends the words of a text with single spaces between them and after what is there.
inline void append_words(std::string& out, std::string_view text) {
  for (std::size_t at = 0;;) {
    while (at < text.size() && is_space(text[at])) ++at;
    if (at == text.size()) return;
    const std::size_t begin = at;
    while (at < text.size() && !is_space(text[at])) ++at;
    if (!out.empty()) out += ' ';
    out += text.substr(begin, at - begin);
  }
}

/// Outside input quoted in a message: cut to a bearable length, unprintable bytes as '?'.
inline std::string quoted(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string result = "'";
  for (const char c : text.substr(0, kMost)) result += c >= ' ' && c < 127 ? c : '?';
  if (text.size() > kMost) result += "...";
  return result += '\'';
}

}  // namespace rookery::notation
