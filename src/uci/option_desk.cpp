#include "uci/option_desk.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::uci {

using search::OptionSpec;

namespace {

std::string option_line(const OptionSpec& spec) {
  const std::string head = "option name " + spec.name + " type ";
  const std::string value = spec.default_value.empty() ? "<empty>" : spec.default_value;
  switch (spec.type) {
    case OptionSpec::Type::check:
      return head + "check default " + value;
    case OptionSpec::Type::spin:
      return fmt::format("{}spin default {} min {} max {}", head, value, spec.min, spec.max);
    case OptionSpec::Type::combo: {
      std::string line = head + "combo default " + value;
      for (const std::string& choice : spec.choices) line += " var " + choice;
      return line;
    }
    case OptionSpec::Type::button:
      return head + "button";
    case OptionSpec::Type::string:
      break;
  }
  return head + "string default " + value;
}

bool is_among(const std::vector<search::Option>& table, std::string_view name) {
  return std::any_of(table.begin(), table.end(), [&](const search::Option& option) {
    return search::same_name(option.spec.name, name);
  });
}

}  // namespace

Result<SetOption, Error> parse_set_option(Words words) {
  if (words.next() != "name") return Unexpected{Error{"setoption: expected 'name'"}};
  SetOption option;
  while (!words.empty() && words.peek() != "value")
    option.name += (option.name.empty() ? "" : " ") + std::string(words.next());
  words.next();
  option.value = words.rest();
  return option;
}

std::vector<std::string> OptionDesk::announce() const {
  std::vector<std::string> lines;
  for (const search::Option& option : own_) lines.push_back(option_line(option.spec));
  for (const OptionSpec& spec : offered_)
    if (spec.for_guis && !is_among(own_, spec.name)) lines.push_back(option_line(spec));
  return lines;
}

std::vector<Error> OptionDesk::take_over(search::Agent& agent) {
  std::vector<Error> refused;
  offered_ = agent.options();
  for (const OptionSpec& spec : offered_)
    if (!search::find_option(known_, spec.name)) known_.push_back(spec);
  for (const auto& [option, value] : settings_)
    if (search::find_option(offered_, option))
      if (const auto applied = agent.set_option(option, value); !applied)
        refused.push_back(applied.error());
  return refused;
}

Result<Ok, Error> OptionDesk::set(search::Agent& agent, const SetOption& option) {
  if (is_among(own_, option.name)) return search::set_option(own_, "", option.name, option.value);
  // GUIs set all options that were announced, also when another agent plays: it is kept for later.
  const bool is_offered = search::find_option(offered_, option.name) != nullptr;
  const OptionSpec* const spec = search::find_option(is_offered ? offered_ : known_, option.name);
  if (!spec) return search::set_option({}, "the engine", option.name, option.value);
  const auto value = search::checked_value(*spec, option.value);
  if (!value) return Unexpected{value.error()};
  if (is_offered)
    if (auto applied = agent.set_option(spec->name, *value); !applied) {
      if (spec->name == "SyzygyPath") settings_.erase(spec->name);  // the old one is gone
      return applied;
    }
  if (spec->type != OptionSpec::Type::button) settings_[spec->name] = *value;
  return Ok{};
}

}  // namespace rookery::uci
