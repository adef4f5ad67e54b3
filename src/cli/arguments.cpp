#include "cli/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string_view>
#include <vector>

#include "base/nearest.h"
#include "base/printable.h"

namespace rookery::cli {
namespace {

constexpr std::size_t kHelpColumn = 28, kHelpWidth = 80;

/// `name`, and `text` beside it or below, broken at spaces.
std::string two_columns(const std::string& name, std::string_view text) {
  std::string out = "  " + name;
  const std::string below = "\n" + std::string(kHelpColumn, ' ');
  if (out.size() < kHelpColumn)
    out.resize(kHelpColumn, ' ');
  else
    out += below;
  while (text.size() > kHelpWidth - kHelpColumn) {
    const std::size_t space = text.rfind(' ', kHelpWidth - kHelpColumn);
    if (space == text.npos) break;
    out += text.substr(0, space);
    out += below;
    text.remove_prefix(space + 1);
  }
  return out.append(text) + "\n";
}

/// CLI11's help in 80 columns, without the ranges and exclusions: the message about a mistake has
/// them. What is needed stands before the options, some of which take any number of words.
class HelpText : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    const std::string normal = option->get_default_str();
    return two_columns(make_option_name(option, is_positional) + make_option_opts(option),
                       make_option_desc(option) + (normal.empty() ? "" : " [" + normal + "]"));
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string type = option->get_type_name();
    std::string text =
        option->get_type_size() == 0 || type.empty() ? "" : " " + type.substr(0, type.find(':'));
    if (option->get_expected_max() > 1) text += "...";
    return option->get_required() ? text + " (required)" : text;
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return two_columns(command->get_name(), command->get_description());
  }
  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::string text = "Usage: " + name;
    for (const CLI::Option* option : app->get_options())
      if (option->get_positional()) text += " " + make_option_usage(option);
    if (!app->get_subcommands([](const CLI::App*) { return true; }).empty()) text += " [COMMAND]";
    return text + " [OPTIONS]\n";
  }
};

}  // namespace

Parser::Parser(const std::string& name, const std::string& summary, const std::string& examples)
    : CLI::App(summary, "rookery " + name) {
  formatter(std::make_shared<HelpText>());
  footer("examples:\n" + examples);
}

namespace {

Parser::Reader parser_reader;
std::string command_name;

/// What is wrong with arguments that nothing takes.
std::string unknown_text(const CLI::App& app, Arguments arguments, const std::string& otherwise) {
  std::vector<std::string> known;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  for (const std::string& argument : arguments) {
    const std::string name = argument.substr(0, argument.find('='));
    if (name.starts_with("--") && std::find(known.begin(), known.end(), name) == known.end())
      return fmt::format("no option '{}'{}", name, did_you_mean(name, known));
  }
  return otherwise;
}

}  // namespace

void Parser::set_reader(Reader reader) { parser_reader = std::move(reader); }
void set_command_name(std::string name) { command_name = std::move(name); }

std::optional<int> Parser::run(Arguments arguments) {
  if (parser_reader) return parser_reader(*this), 0;
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());  // as CLI11 wants them
  try {
    parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", help());
    return 0;
  } catch (const CLI::ExtrasError& error) {
    return fail(unknown_text(*this, arguments, error.what()), 2);
  } catch (const CLI::ParseError& error) {
    return fail(error.what(), 2);
  }
  return std::nullopt;
}

void print_json(const json::Value& value) { fmt::print("{}\n", json::to_text(value)); }

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

int fail(const std::string& message, int exit_status) {
  const std::string prefix = command_name.empty() ? "" : command_name + ": ";
  fmt::print(stderr, "rookery: {}{}\n", message.starts_with(prefix) ? "" : prefix,
             printable_lines(message));
  return exit_status;
}

}  // namespace rookery::cli
