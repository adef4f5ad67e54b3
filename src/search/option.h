// Options: what can be set in an agent. One table of {spec, apply} for each agent, and one place
// where values are checked.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace rookery::search {

/// A setting an agent offers, in UCI's terms.
struct OptionSpec {
  enum class Type { check, spin, combo, button, string };
  std::string name;
  Type type = Type::string;
  std::string default_value;
  int min = 0, max = 0;              ///< spin
  std::vector<std::string> choices;  ///< combo
  /// Whether chess GUIs are told of it. All others are for specs, "rookery:level=3".
  bool for_guis = true;

  static OptionSpec check(std::string name, bool value);
  static OptionSpec spin(std::string name, int value, int min, int max);
  static OptionSpec combo(std::string name, std::string value, std::vector<std::string> choices);
  static OptionSpec button(std::string name);
  static OptionSpec text(std::string name, std::string value = "");
};

/// Names of options are compared without regard to case, as UCI says.
bool same_name(std::string_view a, std::string_view b);
/// Null if there is none of this name.
const OptionSpec* find_option(const std::vector<OptionSpec>& specs, std::string_view name);

/// "1 to 60", "easy, normal or hard", "true or false".
std::string values_text(const OptionSpec& spec);

/// The value in the one form that its type has ("true" for "TRUE" and "1", "" for "<empty>"), or an
/// error that says what is expected.
Result<std::string, Error> checked_value(const OptionSpec& spec, std::string_view value);

/// One row of an agent's table. `apply` gets a checked value; its error says why it was not taken,
/// and then everything is as before.
struct Option {
  OptionSpec spec;
  std::function<Result<Ok, Error>(const std::string& value)> apply;
};

/// Rows for options that only set a variable, which must outlive them.
Option switch_option(std::string name, bool& value);
Option number_option(std::string name, int& value, int min, int max);
/// For what is random: the same seed, the same play. A text, for it has 64 bits.
Option seed_option(std::function<void(std::uint64_t)> set);

/// Checks and applies; `owner` is for the error if the table has no such option.
Result<Ok, Error> set_option(const std::vector<Option>& table, std::string_view owner,
                             std::string_view name, std::string_view value);

}  // namespace rookery::search
