// Command-line parsing that every subcommand shares: CLI11 with our exit statuses and messages.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "json/value.h"

namespace rookery::cli {

/// What stands behind a subcommand's name.
using Arguments = std::span<const std::string>;

/// A parser named "rookery NAME" with examples at the end of its help.
class Parser : public CLI::App {
 public:
  Parser(const std::string& name, const std::string& summary, const std::string& examples);

  /// The exit status if the command ends here: 0 after --help, 2 with a line on stderr after a
  /// mistake. Nothing: go on.
  std::optional<int> run(Arguments arguments);

  /// While a reader is set, run() shows it the parser and ends the command: the options of every
  /// command are known without running one, for man pages and completions.
  using Reader = std::function<void(const Parser&)>;
  static void set_reader(Reader reader);
};

/// One object in one line on standard output; docs/json.md says what its fields mean.
void print_json(const json::Value& value);

/// Prints "rookery: COMMAND: MESSAGE" on stderr and returns the status: 1 for a failure, 2 for a
/// mistake in the arguments.
int fail(const std::string& message, int exit_status = 1);
/// "1 game", "2 games".
std::string counted(std::uint64_t count, std::string_view noun);
/// What fail() names; main sets it once.
void set_command_name(std::string name);

}  // namespace rookery::cli
