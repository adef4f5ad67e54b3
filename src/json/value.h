// Value: what JSON is inside the program, and how it becomes text.
#pragma once

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace rookery::json {

using Value = nlohmann::json;

/// Whole numbers without a fraction; what JSON can not say (infinities) as null.
inline Value number(double value) {
  if (!std::isfinite(value)) return nullptr;
  if (value == std::floor(value) && std::fabs(value) < 1e15)
    return static_cast<std::int64_t>(value);
  return value;
}

/// In one line. Text that is not UTF-8 (names from files) gets replacement characters.
inline std::string to_text(const Value& value) {
  return value.dump(-1, ' ', false, Value::error_handler_t::replace);
}

}  // namespace rookery::json
