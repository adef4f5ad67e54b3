#include "play/player_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "play/roster.h"

namespace rookery::play {

namespace {

constexpr std::string_view kHuman = "human";
constexpr std::size_t kMaxShown = 60;

/// What a file may ask of memory and threads.
constexpr int kMaxNamedHash = 256, kMaxNamedThreads = 8;

template <class Number>
std::optional<Number> whole_number(std::string_view text) {
  Number number{};
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || rest != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Switches, numbers and choices do no more than they say; a text may be a path, a button may do
/// anything.
Result<Ok, Error> check_harmless(search::Agent& agent, const std::string& option,
                                 const std::string& value) {
  using Type = search::OptionSpec::Type;
  const auto offered = agent.options();
  const search::OptionSpec* const spec = search::find_option(offered, option);
  const auto refuse = [&](std::string_view why) {
    return Unexpected{Error{fmt::format("setting '{}' of {} {}", option, agent.name(), why)}};
  };
  if (!spec) return refuse("is unknown");
  if (spec->name == "seed") return Ok{};  // a text, for it is a long number
  if (spec->type == Type::string || spec->type == Type::button)
    return refuse("can be given on the command line or in config.toml only");
  const int most = spec->name == "Hash"      ? kMaxNamedHash
                   : spec->name == "Threads" ? kMaxNamedThreads
                                             : spec->max;
  if (spec->type == Type::spin)
    if (const auto number = whole_number<int>(value); !number || *number > most)
      return refuse(fmt::format("may be at most {} in a file, not '{}'", most, value));
  return Ok{};
}

/// One line that a terminal can show, whatever the file holds.
std::string shown(std::string_view text) {
  std::string line(text.substr(0, kMaxShown));
  std::replace_if(
      line.begin(), line.end(), [](unsigned char c) { return c < ' ' || c >= 0x7F; }, '?');
  return line;
}

/// The program's name without its folder: what others may see of an own spec.
std::string program_name(const std::string& spec) {
  const auto value = [&](std::string_view key) -> std::string {
    std::string_view rest = spec;
    while (!rest.empty()) {
      const std::string_view item = rest.substr(0, rest.find(','));
      rest.remove_prefix(std::min(item.size() + 1, rest.size()));
      if (item.starts_with(key)) return std::string(item.substr(key.size()));
    }
    return "";
  };
  const std::string name = value("name=");
  return shown(name.empty() ? std::filesystem::path(value("cmd=")).filename().string() : name);
}

}  // namespace

Result<NamedSpec, Error> NamedSpec::parse(std::string_view text, const OwnEngines& engines) {
  const std::size_t colon = text.find(':');
  NamedSpec spec(text.substr(0, colon));
  if (colon == text.npos && engines.find(spec.name_)) return spec;
  if (!in_roster(spec.name_)) return Unexpected{unknown_agent(spec.name_, engines)};
  auto settings = parse_settings(text);
  if (!settings) return Unexpected{settings.error()};
  spec.settings_ = std::move(*settings);
  if (spec.settings_.empty()) return spec;
  const auto agent = make_roster_agent(spec.name_);
  for (const auto& [option, value] : spec.settings_) {
    if (auto harmless = check_harmless(*agent, option, value); !harmless)
      return Unexpected{harmless.error()};
    if (auto set = agent->set_option(option, value); !set) return Unexpected{set.error()};
  }
  return spec;
}

NamedSpec NamedSpec::of_level(int level, std::uint64_t seed) {
  NamedSpec spec = flagship();
  spec.settings_ = {{"level", std::to_string(level)}, {"seed", std::to_string(seed)}};
  return spec;
}

NamedSpec NamedSpec::with_resources(int hash_mb, int threads) const {
  NamedSpec spec = *this;
  if (!in_roster(name_)) return spec;
  const auto offered = make_roster_agent(name_)->options();
  for (const auto& [option, value] : {std::pair("Hash", hash_mb), std::pair("Threads", threads)}) {
    const bool is_said = std::any_of(settings_.begin(), settings_.end(),
                                     [&](const auto& said) { return said.first == option; });
    if (!is_said && search::find_option(offered, option))
      spec.settings_.emplace_back(option, std::to_string(value));
  }
  return spec;
}

std::string NamedSpec::text() const {
  std::string text = name_;
  for (const auto& [option, value] : settings_)
    text += fmt::format("{}{}={}", text.size() == name_.size() ? ':' : ',', option, value);
  return text;
}

Result<PlayerSpec, Error> PlayerSpec::from_command_line(const std::string& text) {
  if (text == kHuman) return PlayerSpec();
  if (auto named = NamedSpec::parse(text)) return PlayerSpec(*std::move(named));
  OwnSpec own = OwnSpec::written_by_user(text);
  if (const auto agent = make_agent(own); !agent) return Unexpected{agent.error()};
  return PlayerSpec(std::move(own));
}

PlayerSpec PlayerSpec::from_file(std::string_view text, const OwnEngines& engines) {
  if (text == kHuman) return PlayerSpec();
  if (auto named = NamedSpec::parse(text, engines)) return PlayerSpec(*std::move(named));
  return PlayerSpec(Person{shown(text)});
}

bool PlayerSpec::is_missing() const {
  const Person* person = std::get_if<Person>(&who_);
  return person && !person->stands_in_for.empty();
}

const Level* PlayerSpec::level() const {
  if (!named() || named()->name() != NamedSpec::flagship().name()) return nullptr;
  for (const auto& [option, value] : named()->settings())
    if (option == "level") return find_level(whole_number<int>(value).value_or(0));
  return nullptr;
}

std::string PlayerSpec::title() const {
  if (const Level* known = level())
    return fmt::format("Rookery {} (level {})", known->name, known->number);
  const std::string text = saved_text();
  return text == kHuman ? "Human" : text;
}

std::string PlayerSpec::saved_text() const {
  if (named()) {
    // With what the level sees today: the game keeps its strength when the table changes.
    const std::string text = named()->text();
    const Level* known = level();
    if (!known || known->sight.is_full() || text.find("sight-") != text.npos) return text;
    const Sight& s = known->sight;
    return fmt::format(
        "{},sight-danger={},sight-depth={},sight-nodes={},sight-noise={},"
        "sight-network={}",
        text, s.danger, s.depth, s.nodes, s.noise, s.network ? 1 : 0);
  }
  if (own())
    return own()->text().starts_with("cmd=")
               ? "program " + program_name(own()->text())
               : shown(own()->text().substr(0, own()->text().find(':')) + " with own settings");
  const auto& person = std::get<Person>(who_);
  return person.stands_in_for.empty() ? std::string(kHuman) : person.stands_in_for;
}

}  // namespace rookery::play
