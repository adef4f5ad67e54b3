#include "search/option.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "base/printable.h"

namespace rookery::search {

namespace {

/// A value as it is shown in an error.
std::string quoted(std::string_view value) {
  constexpr std::size_t kLongest = 60;
  return "'" + printable(value.substr(0, kLongest)) + (value.size() > kLongest ? "..." : "") + "'";
}

}  // namespace

OptionSpec OptionSpec::check(std::string name, bool value) {
  return {std::move(name), Type::check, value ? "true" : "false", 0, 0, {}};
}
OptionSpec OptionSpec::spin(std::string name, int value, int min, int max) {
  return {std::move(name), Type::spin, std::to_string(value), min, max, {}};
}
OptionSpec OptionSpec::combo(std::string name, std::string value,
                             std::vector<std::string> choices) {
  return {std::move(name), Type::combo, std::move(value), 0, 0, std::move(choices)};
}
OptionSpec OptionSpec::button(std::string name) {
  return {std::move(name), Type::button, "", 0, 0, {}};
}
OptionSpec OptionSpec::text(std::string name, std::string value) {
  return {std::move(name), Type::string, std::move(value), 0, 0, {}};
}

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

const OptionSpec* find_option(const std::vector<OptionSpec>& specs, std::string_view name) {
  const auto found = std::find_if(specs.begin(), specs.end(), [&](const OptionSpec& spec) {
    return same_name(spec.name, name);
  });
  return found == specs.end() ? nullptr : &*found;
}

std::string values_text(const OptionSpec& spec) {
  switch (spec.type) {
    case OptionSpec::Type::check:
      return "true or false";
    case OptionSpec::Type::spin:
      return std::to_string(spec.min) + " to " + std::to_string(spec.max);
    case OptionSpec::Type::combo: {
      std::string out;
      for (const std::string& choice : spec.choices)
        out += (out.empty() ? "" : &choice == &spec.choices.back() ? " or " : ", ") + choice;
      return out;
    }
    case OptionSpec::Type::button:
      return "button";
    case OptionSpec::Type::string:
      break;
  }
  return "text";
}

Result<std::string, Error> checked_value(const OptionSpec& spec, std::string_view value) {
  const auto expected = [&](std::string_view prefix = "") {
    return Unexpected{Error{"option " + spec.name + ": expected " + std::string(prefix) +
                            values_text(spec) + ", not " + quoted(value)}};
  };
  switch (spec.type) {
    case OptionSpec::Type::check:
      if (same_name(value, "true") || value == "1") return std::string("true");
      if (same_name(value, "false") || value == "0") return std::string("false");
      return expected();
    case OptionSpec::Type::spin: {
      int number = 0;
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
      if (error != std::errc{} || end != value.data() + value.size() || number < spec.min ||
          number > spec.max)
        return expected("a number from ");
      return std::to_string(number);
    }
    case OptionSpec::Type::combo:
      for (const std::string& choice : spec.choices)
        if (same_name(choice, value)) return choice;
      return expected();
    case OptionSpec::Type::button:
      return std::string();
    case OptionSpec::Type::string:
      break;
  }
  return value == "<empty>" ? std::string() : std::string(value);
}

Option switch_option(std::string name, bool& value) {
  return {OptionSpec::check(std::move(name), value), [&value](const std::string& text) {
            value = text == "true";
            return Ok{};
          }};
}

Option number_option(std::string name, int& value, int min, int max) {
  return {OptionSpec::spin(std::move(name), value, min, max), [&value](const std::string& text) {
            value = std::stoi(text);
            return Ok{};
          }};
}

Option seed_option(std::function<void(std::uint64_t)> set) {
  return {OptionSpec::text("seed"), [set = std::move(set)](const std::string& text) {
            std::uint64_t seed = 0;
            const char* const end = text.data() + text.size();
            const auto read = std::from_chars(text.data(), end, seed);
            if (read.ec != std::errc{} || read.ptr != end)
              return Result<Ok, Error>(
                  Unexpected{Error{"option seed: expected a whole number, not " + quoted(text)}});
            set(seed);
            return Result<Ok, Error>(Ok{});
          }};
}

Result<Ok, Error> set_option(const std::vector<Option>& table, std::string_view owner,
                             std::string_view name, std::string_view value) {
  for (const Option& option : table) {
    if (!same_name(option.spec.name, name)) continue;
    const auto checked = checked_value(option.spec, value);
    if (!checked) return Unexpected{checked.error()};
    return option.apply(*checked);
  }
  return Unexpected{Error{std::string(owner) + " has no option " + quoted(name)}};
}

}  // namespace rookery::search
