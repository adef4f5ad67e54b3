// `rookery manual`: man pages and completions, from the options that --help shows.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "base/atomic_file.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "play/levels.h"
#include "play/roster.h"

namespace rookery::cli {
namespace {

/// What stands behind an option's name.
enum class Values { none, any, files, agents, levels, choices };

struct OptionText {
  std::string name;      ///< "--depth"; for a positional its own name
  std::string argument;  ///< "INT"; empty for a flag
  std::string description;
  Values values = Values::none;
  std::string choices;  ///< "random sequential"
  bool positional = false;
};

struct CommandText {
  std::string name, summary, description, examples, usage;
  std::vector<OptionText> options;
  std::vector<std::pair<std::string, std::string>> subcommands;
};

Values values_of(const std::string& name, const std::string& type) {
  if (name == "--agent" || name == "--agents" || name == "--white" || name == "--black" ||
      name == "--against" || name == "--opponent" || name == "PLAYERS" || name == "NAME")
    return Values::agents;
  if (name == "--level") return Values::levels;
  return type == "TEXT" ? Values::files : Values::any;
}

/// "a b" of "TEXT:{a,b}", which is how CLI11 tells what an option takes.
std::string choices_of(const std::string& type) {
  const std::size_t begin = type.find('{'), end = type.rfind('}');
  if (begin == type.npos || end == type.npos || end < begin) return "";
  std::string out = type.substr(begin + 1, end - begin - 1);
  std::replace(out.begin(), out.end(), ',', ' ');
  return out;
}

/// "rookery think [OPTIONS]", from the line of the help that begins with "Usage: ".
std::string usage_of(const std::string& help) {
  constexpr std::string_view kMark = "Usage: ";
  const std::size_t at = help.find(kMark);
  if (at == help.npos) return "";
  const std::size_t begin = at + kMark.size();
  return help.substr(begin, help.find('\n', begin) - begin);
}

CommandText describe(const CommandSummary& command, const Parser& parser) {
  CommandText out;
  out.name = command.name;
  out.summary = command.summary;
  out.description = parser.get_description();
  out.examples = parser.get_footer();
  out.usage = usage_of(parser.help());
  for (const CLI::Option* option : parser.get_options()) {
    if (option->get_group().empty()) continue;  // hidden
    const std::string type = option->get_type_name().substr(0, option->get_type_name().find(':'));
    OptionText text;
    text.positional = option->get_positional();
    text.name = text.positional ? option->get_name(true) : "--" + option->get_lnames().at(0);
    text.argument = option->get_type_size() == 0 ? "" : type;
    text.description = option->get_description();
    if (const std::string normal = option->get_default_str(); !normal.empty())
      text.description += " [" + normal + "]";
    text.values = text.argument.empty() ? Values::none : values_of(text.name, type);
    text.choices = choices_of(option->get_type_name());
    if (!text.choices.empty()) text.values = Values::choices;
    out.options.push_back(text);
  }
  for (const CLI::App* sub : parser.get_subcommands([](const CLI::App*) { return true; }))
    out.subcommands.emplace_back(sub->get_name(), sub->get_description());
  return out;
}

std::vector<CommandText> all_commands() {
  std::vector<CommandText> out;
  for (const CommandSummary& command : command_summaries()) {
    if (command.run == run_manual) continue;  // for packagers, and it is running
    Parser::set_reader([&](const Parser& parser) { out.push_back(describe(command, parser)); });
    command.run({});
  }
  Parser::set_reader({});
  return out;
}

// --- man pages ----------------------------------------------------------------------------------

/// Text for troff: no line begins with a request, and hyphens are hyphens.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

constexpr const char* kExitStatus =
    ".SH EXIT STATUS\n"
    "0 on success, 1 on failure, 2 after a mistake in the arguments, 130 when stopped by "
    "Ctrl\\-C.\n";

std::string title(const std::string& name) {
  return fmt::format(".TH {} 1 \"\" \"Rookery {}\" \"User Commands\"\n", roff(name),
                     ROOKERY_VERSION);
}

std::string command_page(const CommandText& command) {
  std::string out = title("rookery-" + command.name);
  out +=
      fmt::format(".SH NAME\n{} \\- {}\n", roff("rookery-" + command.name), roff(command.summary));
  out += fmt::format(".SH SYNOPSIS\n{}\n", roff(command.usage));
  out += fmt::format(".SH DESCRIPTION\n{}\n", roff(command.description));
  if (!command.subcommands.empty()) out += ".SH COMMANDS\n";
  for (const auto& [name, text] : command.subcommands)
    out += fmt::format(".TP\n.B {}\n{}\n", roff(name), roff(text));
  out += ".SH OPTIONS\n";
  for (const OptionText& option : command.options)
    out += fmt::format(".TP\n.B {}{}\n{}\n", roff(option.name),
                       option.argument.empty() || option.positional
                           ? ""
                           : " \\fI" + roff(option.argument) + "\\fR",
                       roff(option.description));
  const std::size_t begin = command.examples.find('\n');
  if (begin != command.examples.npos)
    out += fmt::format(".SH EXAMPLES\n.nf\n{}\n.fi\n", roff(command.examples.substr(begin + 1)));
  return out + kExitStatus + ".SH SEE ALSO\n.BR rookery (1)\n";
}

std::string main_page(const std::vector<CommandText>& commands) {
  std::string out = title("rookery");
  out +=
      ".SH NAME\nrookery \\- a colony of chess minds\n"
      ".SH SYNOPSIS\nrookery [COMMAND] [ARGUMENTS]\n"
      ".SH DESCRIPTION\n"
      "Play chess against agents of every strength, watch how they think, let them play each\n"
      "other, and train better ones. Without a command a person gets the game in the terminal,\n"
      "and a program that talks through pipes gets a UCI engine.\n.SH COMMANDS\n";
  for (const CommandText& command : commands)
    out += fmt::format(".TP\n.B {}\n{}; see\n.BR {} (1)\n", roff(command.name),
                       roff(command.summary), roff("rookery-" + command.name));
  out +=
      ".SH OPTIONS\n.TP\n.B \\-\\-help\nThe commands, with an example of each.\n"
      ".TP\n.B \\-\\-version\nThe version; with\n.B \\-\\-verbose\n"
      "also what this build was made for and what it chose on this machine.\n"
      ".SH ENVIRONMENT\n.TP\n.B ROOKERY_CPU\n"
      "In a package:\n.IR v2 ,\n.I v3\nor\n.IR v4 ,\n"
      "the build for this level of x86\\-64 instead of the best one.\n"
      ".TP\n.B NO_COLOR\nNo colours in the terminal.\n"
      ".SH FILES\n.TP\n.I $XDG_STATE_HOME/rookery\nGames, settings and progress;\n"
      ".I ~/.local/state/rookery\nif the variable is not set.\n";
  out += kExitStatus;
  out += ".SH SEE ALSO\n";
  for (const CommandText& command : commands)
    out += fmt::format(".BR {} (1){}\n", roff("rookery-" + command.name),
                       &command == &commands.back() ? "" : ",");
  return out;
}

// --- completions --------------------------------------------------------------------------------

template <class List, class Name>
std::string join(const List& list, Name name, const char* between = " ") {
  std::string out;
  for (const auto& item : list) out += (out.empty() ? "" : between) + std::string(name(item));
  return out;
}

std::string agent_names() {
  return join(play::roster(), [](const play::RosterEntry& e) { return e.name; });
}
std::string level_numbers() {
  return join(play::levels(), [](const play::Level& l) { return std::to_string(l.number); });
}
std::string command_names(const std::vector<CommandText>& commands) {
  return join(commands, [](const CommandText& c) { return c.name; });
}
/// Whether agents stand where a command expects something without an option's name.
bool takes_agents(const CommandText& command) {
  return std::any_of(command.options.begin(), command.options.end(), [](const OptionText& o) {
    return o.positional && o.values == Values::agents;
  });
}
/// Options and subcommands of a command, and the agents that it takes.
std::string words_of(const CommandText& command) {
  std::string out = join(command.options,
                         [](const OptionText& o) { return o.positional ? std::string() : o.name; });
  for (const auto& [name, text] : command.subcommands) out += " " + name;
  if (takes_agents(command)) out += " " + agent_names();
  return out;
}
/// The names of all options, of any command, whose values are of this kind: "--agent|--agents".
std::string options_with(const std::vector<CommandText>& commands, Values values) {
  std::vector<std::string> names;
  for (const CommandText& command : commands)
    for (const OptionText& option : command.options)
      if (!option.positional && option.values == values &&
          std::find(names.begin(), names.end(), option.name) == names.end())
        names.push_back(option.name);
  return join(names, std::identity{}, "|");
}

std::string bash_completion(const std::vector<CommandText>& commands) {
  std::string out =
      "# bash completion for rookery, made by 'rookery manual'\n"
      "_rookery() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n";
  out += fmt::format("    COMPREPLY=($(compgen -W '{} --help --version' -- \"$word\"))\n",
                     command_names(commands));
  out += "    return\n  fi\n  case \"${COMP_WORDS[1]} $before\" in\n";
  for (const CommandText& command : commands)
    for (const OptionText& option : command.options)
      if (option.values == Values::choices && !option.positional)
        out += fmt::format("    '{} {}') COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n",
                           command.name, option.name, option.choices);
  out += "    '--version '*) COMPREPLY=($(compgen -W '--verbose' -- \"$word\")); return ;;\n";
  out += "  esac\n  case $before in\n";
  out += fmt::format("    {}) COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n",
                     options_with(commands, Values::agents), agent_names());
  out += fmt::format("    {}) COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n",
                     options_with(commands, Values::levels), level_numbers());
  out += fmt::format("    {}) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n",
                     options_with(commands, Values::files));
  out += fmt::format("    {}) return ;;\n  esac\n", options_with(commands, Values::any));
  out += "  local words=\n  case ${COMP_WORDS[1]} in\n";
  for (const CommandText& command : commands)
    out += fmt::format("    {}) words='{}' ;;\n", command.name, words_of(command));
  out +=
      "  esac\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
      "  [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- \"$word\"))\n"
      "}\n"
      "complete -o filenames -F _rookery rookery\n";
  return out;
}

/// In single quotes of a shell; `also` are characters that zsh's _arguments takes for its own.
std::string shell_text(std::string_view text, std::string_view also = "") {
  std::string out;
  for (const char c : text) {
    if (also.find(c) != also.npos) out += '\\';
    if (c == '\'')
      out += "'\\''";
    else
      out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string zsh_completion(const std::vector<CommandText>& commands) {
  std::string out =
      "#compdef rookery\n# made by 'rookery manual'\n_rookery() {\n"
      "  local -a commands=(\n";
  for (const CommandText& command : commands)
    out += fmt::format("    '{}:{}'\n", command.name, shell_text(command.summary, ":"));
  out +=
      "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
      "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n";
  for (const CommandText& command : commands) {
    out += fmt::format("    {})\n      _arguments", command.name);
    for (const OptionText& option : command.options) {
      if (option.positional) continue;
      out +=
          fmt::format(" \\\n        '{}[{}]", option.name, shell_text(option.description, "[]:"));
      switch (option.values) {
        case Values::none:
          break;
        case Values::any:
          out += fmt::format(":{}: ", option.argument);
          break;
        case Values::files:
          out += fmt::format(":{}:_files", option.argument);
          break;
        case Values::agents:
          out += fmt::format(":agent:({})", agent_names());
          break;
        case Values::levels:
          out += fmt::format(":level:({})", level_numbers());
          break;
        case Values::choices:
          out += fmt::format(":{}:({})", option.argument, option.choices);
          break;
      }
      out += "'";
    }
    if (!command.subcommands.empty())
      out += fmt::format(" \\\n        ':command:({})'",
                         join(command.subcommands, [](const auto& s) { return s.first; }));
    out += takes_agents(command) ? fmt::format(" \\\n        '*:agent:({})' ;;\n", agent_names())
                                 : " \\\n        '*:file:_files' ;;\n";
  }
  return out + "  esac\n}\n_rookery \"$@\"\n";
}

std::string fish_completion(const std::vector<CommandText>& commands) {
  std::string out =
      "# fish completion for rookery, made by 'rookery manual'\n"
      "set -l commands " +
      command_names(commands) + "\n";
  for (const CommandText& command : commands) {
    out += fmt::format(
        "complete -c rookery -n \"not __fish_seen_subcommand_from $commands\" -f -a {} -d '{}'\n",
        command.name, shell_text(command.summary));
    const std::string here =
        fmt::format("complete -c rookery -n '__fish_seen_subcommand_from {}'", command.name);
    for (const auto& [name, text] : command.subcommands)
      out += fmt::format("{} -a {} -d '{}'\n", here, name, shell_text(text));
    if (takes_agents(command)) out += fmt::format("{} -f -a '{}'\n", here, agent_names());
    for (const OptionText& option : command.options) {
      if (option.positional) continue;
      out += fmt::format("{} -l {} -d '{}'", here, option.name.substr(2),
                         shell_text(option.description));
      switch (option.values) {
        case Values::none:
          break;
        case Values::any:
          out += " -x";
          break;
        case Values::files:
          out += " -r";
          break;
        case Values::agents:
          out += fmt::format(" -x -a '{}'", agent_names());
          break;
        case Values::levels:
          out += fmt::format(" -x -a '{}'", level_numbers());
          break;
        case Values::choices:
          out += fmt::format(" -x -a '{}'", option.choices);
          break;
      }
      out += '\n';
    }
  }
  return out;
}

}  // namespace

int run_manual(Arguments arguments) {
  Parser parser("manual", "Writes man pages and completions for bash, zsh and fish.",
                "  rookery manual --out packaging/generated");
  std::string folder;
  parser.add_option("--out", folder, "Folder; man and completions are made in it")->required();
  if (const auto status = parser.run(arguments)) return *status;

  const std::vector<CommandText> commands = all_commands();
  std::vector<std::pair<std::string, std::string>> files = {
      {"man/rookery.1", main_page(commands)},
      {"completions/rookery.bash", bash_completion(commands)},
      {"completions/_rookery", zsh_completion(commands)},
      {"completions/rookery.fish", fish_completion(commands)}};
  for (const CommandText& command : commands)
    files.emplace_back("man/rookery-" + command.name + ".1", command_page(command));
  for (const auto& [name, text] : files) {
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (const auto written = write_file(path, text); !written) return fail(written.error().message);
  }
  fmt::print("{} files in {}\n", files.size(), folder);
  return 0;
}

}  // namespace rookery::cli
