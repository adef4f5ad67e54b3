// The two languages of the configuration, TOML and JSON with comments, as one tree of values.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "base/result.h"

namespace rookery::lichess {

/// Where each key stands: "challenges.rated" -> line.
using KeyLines = std::map<std::string, int, std::less<>>;

/// Errors begin with the line. `lines` is filled also when the text turns out to be faulty.
Result<nlohmann::ordered_json, Error> parse_toml(std::string_view text, KeyLines& lines);
Result<nlohmann::ordered_json, Error> parse_json(std::string_view text, KeyLines& lines);

}  // namespace rookery::lichess
