// Reading TOML and JSON.
#include "lichess/config_text.h"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/bounded_toml.h"

namespace rookery::lichess {
namespace {

using nlohmann::ordered_json;

/// No setting lies deeper than a few levels; more only make stacks overflow.
constexpr int kDeepest = 16;

ordered_json to_json(const toml::node& node, const std::string& path, KeyLines& lines,
                     int depth = 0) {
  if (depth > kDeepest) return nullptr;  // no setting is there, so its parent is refused by name
  if (const auto* table = node.as_table()) {
    ordered_json object = ordered_json::object();
    for (const auto& [key, value] : *table) {
      const std::string name = path + std::string(key.str());
      lines[name] = static_cast<int>(key.source().begin.line);
      object[std::string(key.str())] = to_json(value, name + ".", lines, depth + 1);
    }
    return object;
  }
  if (const auto* array = node.as_array()) {
    ordered_json list = ordered_json::array();
    for (const auto& value : *array) list.push_back(to_json(value, path, lines, depth + 1));
    return list;
  }
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return number->get();
  if (const auto* number = node.as_floating_point()) return number->get();
  if (const auto* flag = node.as_boolean()) return flag->get();
  return nullptr;  // dates and times: no setting is one
}

/// Goes through a text and knows in which line it is; all copies share the knowledge.
struct LineCounter {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at;
  int* line;

  reference operator*() const { return *at; }
  LineCounter& operator++() {
    *line += *at++ == '\n';
    return *this;
  }
  LineCounter operator++(int) {
    const LineCounter before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const LineCounter& a, const LineCounter& b) { return a.at == b.at; }
};

}  // namespace

Result<ordered_json, Error> parse_toml(std::string_view text, KeyLines& lines) {
  const auto table = parse_bounded_toml(text);
  if (!table) return Unexpected{table.error()};
  return to_json(*table, "", lines);
}

Result<ordered_json, Error> parse_json(std::string_view text, KeyLines& lines) {
  int line = 1;
  std::vector<std::string> path;  // of the objects around, each with its dot
  std::string key;
  bool too_deep = false;
  const auto note = [&](int depth, ordered_json::parse_event_t event, ordered_json& parsed) {
    too_deep |= depth > kDeepest;
    if (too_deep) return false;
    if (event == ordered_json::parse_event_t::key) {
      key = parsed.get<std::string>();
      lines[(path.empty() ? "" : path.back()) + key] = line;
    } else if (event == ordered_json::parse_event_t::object_start) {
      path.push_back(path.empty() ? "" : path.back() + key + ".");
    } else if (event == ordered_json::parse_event_t::object_end) {
      path.pop_back();
    }
    return true;
  };
  ordered_json json = ordered_json::parse(LineCounter{text.data(), &line},
                                          LineCounter{text.data() + text.size(), &line}, note,
                                          /*allow_exceptions=*/false, /*ignore_comments=*/true);
  if (too_deep) return Unexpected{Error{fmt::format("more than {} levels deep", kDeepest)}};
  if (json.is_discarded()) return Unexpected{Error{fmt::format("line {}: not JSON", line)}};
  if (!json.is_object())
    return Unexpected{Error{"line 1: the configuration must be a JSON object"}};
  return json;
}

}  // namespace rookery::lichess
