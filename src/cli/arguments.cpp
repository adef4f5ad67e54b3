#include "cli/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace rookery::cli {

Parser::Parser(const std::string& name, const std::string& summary, const std::string& examples)
    : CLI::App(summary, "rookery " + name) {
  get_formatter()->column_width(28);
  footer("examples:\n" + examples);
}

std::optional<int> Parser::run(Arguments arguments) {
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());  // as CLI11 wants them
  try {
    parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", help());
    return 0;
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "{}: {}\n", get_name(), error.what());
    return 2;
  }
  return std::nullopt;
}

int fail(const std::string& message, int exit_status) {
  fmt::print(stderr, "rookery: {}\n", message);
  return exit_status;
}

}  // namespace rookery::cli
