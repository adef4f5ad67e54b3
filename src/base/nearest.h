// The nearest of some names, for errors that suggest what was meant.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rookery {

/// Levenshtein's distance: how many letters must be added, dropped or changed; two neighbours that
/// changed places count once.
inline std::size_t letters_apart(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = std::exchange(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row.back();
}

/// "; did you mean 'play'?", or nothing if more than half of the letters would have to change: that
/// is no slip of the finger.
template <class Names>
std::string did_you_mean(std::string_view name, const Names& names) {
  constexpr std::size_t kLongest = 100;
  if (name.size() > kLongest) return "";
  std::string_view best;
  std::size_t least = name.size() / 2 + 1;
  for (const auto& candidate : names)
    if (const std::size_t apart = letters_apart(name, candidate); apart < least) {
      least = apart;
      best = candidate;
    }
  return best.empty() ? "" : "; did you mean '" + std::string(best) + "'?";
}

}  // namespace rookery
