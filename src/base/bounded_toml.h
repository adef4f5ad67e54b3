// TOML out of files, nested no deeper than settings are. Includes the library: for .cpp files only.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/result.h"

#define TOML_EXCEPTIONS 0
#define TOML_MAX_NESTED_VALUES 16
#include <toml++/toml.h>

namespace rookery {

/// Errors name the line.
inline Result<toml::table, Error> parse_bounded_toml(std::string_view text) {
  // Each dot of a key makes a table in a table, and the library walks them by recursion.
  constexpr std::ptrdiff_t kMostDots = 200;
  std::string_view rest = text;
  for (int number = 1; !rest.empty(); ++number) {
    const std::string_view line = rest.substr(0, rest.find_first_of("\r\n"));
    if (std::count(line.begin(), line.end(), '.') > kMostDots)
      return Unexpected{Error{fmt::format("line {}: more than {} dots", number, kMostDots)}};
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
  }
  toml::parse_result result = toml::parse(text);
  if (!result)
    return Unexpected{Error{fmt::format("line {}: not TOML: {}", result.error().source().begin.line,
                                        result.error().description())}};
  return std::move(result).table();
}

}  // namespace rookery
