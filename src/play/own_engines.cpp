#include "play/own_engines.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/bounded_toml.h"
#include "base/read_file.h"
#include "play/roster.h"
#include "play/user_folders.h"

namespace rookery::play {

namespace {

constexpr std::size_t kMaxNameLength = 40;

/// Letters, digits and "-_.": nothing that means something in a spec, and no name of the roster.
bool is_free_name(std::string_view name) {
  const auto allowed = [](unsigned char c) {
    return std::isalnum(c) || c == '-' || c == '_' || c == '.';
  };
  return !name.empty() && name.size() <= kMaxNameLength &&
         std::all_of(name.begin(), name.end(), allowed) && name != "human" && !in_roster(name);
}

Error at_line(const toml::node& node, const std::string& what) {
  return Error{fmt::format("line {}: {}", node.source().begin.line, what)};
}

/// Options are text to an engine, whatever they are in TOML.
std::optional<std::string> option_text(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  return std::nullopt;
}

Result<Ok, Error> read_setting(OwnEngine& engine, std::string_view key, const toml::node& node) {
  const auto wrong = [&](const char* expected) {
    return Unexpected{
        at_line(node, fmt::format("engines.{}: '{}' must be {}", engine.name, key, expected))};
  };
  if (key == "cmd" || key == "dir" || key == "agent") {
    const auto* text = node.as_string();
    if (!text || text->get().empty()) return wrong("a text");
    (key == "cmd"   ? engine.program.command
     : key == "dir" ? engine.program.directory
                    : engine.agent) = text->get();
  } else if (key == "args") {
    const auto* list = node.as_array();
    if (!list) return wrong("a list of texts");
    for (const toml::node& item : *list) {
      if (!item.is_string()) return wrong("a list of texts");
      engine.program.arguments.push_back(item.as_string()->get());
    }
  } else if (key == "options") {
    const auto* table = node.as_table();
    if (!table) return wrong("a table, { Hash = 64 }");
    for (const auto& [name, value] : *table) {
      const auto text = option_text(value);
      if (!text) return wrong("a table of texts, whole numbers, true and false");
      engine.options.emplace_back(name.str(), *text);
    }
  } else if (key == "timeout") {
    const auto seconds = node.value<double>();
    if (!seconds || !(*seconds > 0 && *seconds < 1e7)) return wrong("a number of seconds");
    engine.program.answer_timeout = engine.program.silence_timeout =
        search::Milliseconds(static_cast<long>(*seconds * 1000));
  } else {
    return Unexpected{at_line(
        node, fmt::format(
                  "engines.{}: '{}' is unknown; there are cmd, args, dir, timeout, agent, options",
                  engine.name, key))};
  }
  return Ok{};
}

Result<OwnEngine, Error> read_engine(std::string_view name, const toml::node& node) {
  OwnEngine engine;
  engine.name = name;
  engine.program.name = name;
  if (!is_free_name(name))
    return Unexpected{
        at_line(node, fmt::format("'{}' cannot name an engine: letters, digits and -_. "
                                  "that name no agent of 'rookery agents'",
                                  name))};
  const auto* table = node.as_table();
  if (!table) return Unexpected{at_line(node, fmt::format("engines.{} must be a table", name))};
  for (const auto& [key, value] : *table)
    if (auto read = read_setting(engine, key.str(), value); !read) return Unexpected{read.error()};
  if (engine.agent.empty() == engine.program.command.empty())
    return Unexpected{at_line(node, fmt::format("engines.{} needs either cmd or agent", name))};
  if (!engine.agent.empty() && !in_roster(engine.agent))
    return Unexpected{at_line(
        node, fmt::format("engines.{}: no agent '{}' in 'rookery agents'", name, engine.agent))};
  if (engine.agent.empty()) engine.program.options = std::exchange(engine.options, {});
  return engine;
}

}  // namespace

const OwnEngine* OwnEngines::find(std::string_view name) const {
  const auto found = std::find_if(list.begin(), list.end(),
                                  [&](const OwnEngine& engine) { return engine.name == name; });
  return found == list.end() ? nullptr : &*found;
}

Result<OwnEngines, Error> parse_own_engines(std::string_view text) {
  const auto parsed = parse_bounded_toml(text);
  if (!parsed) return Unexpected{parsed.error()};
  OwnEngines engines;
  const toml::node* node = parsed->get("engines");
  if (!node) return engines;
  const auto* table = node->as_table();
  if (!table) return Unexpected{at_line(*node, "'engines' must be a table")};
  for (const auto& [name, value] : *table) {
    auto engine = read_engine(name.str(), value);
    if (!engine) return Unexpected{engine.error()};
    engines.list.push_back(std::move(*engine));
  }
  return engines;
}

OwnEngines load_own_engines(const std::filesystem::path& config) {
  std::error_code none;
  if (!std::filesystem::exists(config, none)) return {};
  const auto fault = [&](const std::string& why) { return OwnEngines{{}, why}; };
  const auto text = read_file(config, FileKind::settings);
  if (!text) return fault(text.error().message);
  auto engines = parse_own_engines(*text);
  if (!engines) return fault(config.string() + ": " + engines.error().message);
  return std::move(*engines);
}

const OwnEngines& own_engines() {
  static const OwnEngines engines = [] {
    const auto folder = config_directory();
    return folder ? load_own_engines(*folder / "config.toml") : OwnEngines{};
  }();
  return engines;
}

}  // namespace rookery::play
