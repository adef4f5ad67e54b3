// One table lists every field; a reader, a dumper and a writer of the annotated default visit it.
#include "lichess/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/read_file.h"
#include "lichess/config_text.h"
#include "play/time_control.h"

namespace rookery::lichess {
namespace {

using nlohmann::ordered_json;

struct Range {
  int min, max;
};
constexpr Range kAny{0, 0};

template <class V>
void visit_fields(V& v, EngineRules& c) {
  v("agent", c.agent, kAny, "who plays: a name from 'rookery agents', or cmd=ENGINE");
  v("options", c.options, kAny, "the agent's options by name, such as Hash and Threads");
  v("depth", c.depth, Range{0, 200}, "search no deeper than this; 0 = no limit");
  v("nodes", c.nodes, Range{0, 2000000000}, "search at most this many nodes; 0 = no limit");
  v("move_time_ms", c.move_time_ms, Range{0, 3600000},
    "think at most this long; 0 = as the clock allows");
  v("move_overhead_ms", c.move_overhead_ms, Range{0, 10000},
    "time kept back for the network; measured lag is added when it is higher");
  v("ponder", c.ponder, kAny, "think on the opponent's time");
}

template <class V>
void visit_fields(V& v, ChallengeRules& c) {
  v("variants", c.variants, kAny, "of standard, chess960, fromPosition");
  v("min_initial_seconds", c.min_initial_seconds, Range{0, 10800}, "faster clocks are declined");
  v("max_initial_seconds", c.max_initial_seconds, Range{0, 10800}, "slower clocks are declined");
  v("min_increment_seconds", c.min_increment_seconds, Range{0, 180}, "");
  v("max_increment_seconds", c.max_increment_seconds, Range{0, 180}, "");
  v("correspondence", c.correspondence, kAny, "games of days a move, or without a clock");
  v("rated", c.rated, kAny, "accept rated games");
  v("casual", c.casual, kAny, "accept casual games");
  v("humans", c.humans, kAny, "accept people");
  v("bots", c.bots, kAny, "accept bots");
  v("min_rating", c.min_rating, Range{0, 4000}, "");
  v("max_rating", c.max_rating, Range{0, 4000}, "");
  v("allow", c.allow, kAny, "if not empty: only these users");
  v("block", c.block, kAny, "never these users");
  v("concurrent_games", c.concurrent_games, Range{1, 100}, "more are declined with 'later'");
}

template <class V>
void visit_fields(V& v, GameRules& c) {
  v("resign", c.resign, kAny, "give up lost games");
  v("resign_below_centipawns", c.resign_below_centipawns, Range{-30000, 0}, "lost means this ...");
  v("resign_after_moves", c.resign_after_moves, Range{1, 100}, "... for so many moves in a row");
  v("offer_draws", c.offer_draws, kAny, "");
  v("accept_draws", c.accept_draws, kAny, "");
  v("draw_within_centipawns", c.draw_within_centipawns, Range{0, 1000},
    "drawn means this even ...");
  v("draw_after_moves", c.draw_after_moves, Range{1, 100}, "... for so many moves in a row ...");
  v("draw_from_move", c.draw_from_move, Range{1, 1000}, "... from this move of the game on");
  v("takebacks_per_game", c.takebacks_per_game, Range{0, 1000}, "how many requests are granted");
  v("takebacks_when_rated", c.takebacks_when_rated, kAny, "in rated games too");
  v("claim_wins", c.claim_wins, kAny, "claim the win when the opponent has left");
  v("abort_after_seconds", c.abort_after_seconds, Range{1, 86400},
    "abort a game that the opponent does not begin");
  v("pgn_file", c.pgn_file, kAny, "finished games are appended here; \"\" = nowhere");
}

template <class V>
void visit_fields(V& v, ChatRules& c) {
  v("commands", c.commands, kAny, "answer !name, !level, !eval and !help");
  v("greeting", c.greeting, kAny, "\"\" = silent; {opponent} and {me} are filled in");
  v("farewell", c.farewell, kAny, "");
}

template <class V>
void visit_fields(V& v, MatchmakingRules& c) {
  v("enabled", c.enabled, kAny, "challenge other bots while idle");
  v("idle_seconds", c.idle_seconds, Range{1, 86400}, "after so long without a game");
  v("games_per_day", c.games_per_day, Range{1, 100}, "Lichess allows 100 games between bots a day");
  v("rating_window", c.rating_window, Range{0, 4000},
    "opponents this near to the bot's own rating");
  v("time_controls", c.time_controls, kAny, "one is drawn by lot: seconds+increment");
  v("variant", c.variant, kAny, "standard or chess960");
  v("rated", c.rated, kAny, "");
  v("state_file", c.state_file, kAny, "remembers today's challenges over a restart");
}

template <class V>
void visit_fields(V& v, Timing& c) {
  const Range ms{1, 86400000};
  v("watchdog_ms", c.watchdog_ms, ms, "");
  v("rate_limit_wait_ms", c.rate_limit_wait_ms, ms, "");
  v("request_timeout_ms", c.request_timeout_ms, ms, "");
  v("retry_first_ms", c.retry_first_ms, ms, "");
  v("retry_max_ms", c.retry_max_ms, ms, "");
  v("finish_grace_ms", c.finish_grace_ms, ms, "");
  v("challenge_expiry_ms", c.challenge_expiry_ms, ms, "");
}

template <class V>
void visit_fields(V& v, Config& c) {
  v("base_url", c.base_url, kAny, "the server; plain http only on this machine");
  v("token_file", c.token_file, kAny,
    "file with the API token, mode 600; the variable LICHESS_TOKEN comes first");
  v("log_file", c.log_file, kAny, "one JSON object a line; \"\" = no log");
  v.section("engine", c.engine, "Who plays.");
  v.section("challenges", c.challenges, "Which challenges to accept.");
  v.section("games", c.games, "How to behave in a game.");
  v.section("chat", c.chat, "What to say.");
  v.section("matchmaking", c.matchmaking, "Looking for opponents.");
  v.hidden_section("timing", c.timing);
}

/// What is wrong with which key; without a key, nothing is.
struct Fault {
  std::string key, what;
};

/// Reads what is there; remembers the first thing that is wrong.
class Reader {
 public:
  Reader(const ordered_json& object, std::string path, Fault& fault)
      : object_(object), path_(std::move(path)), fault_(fault) {}

  void operator()(const char* key, bool& field, Range, const char*) {
    if (const ordered_json* value = find(key); value) {
      if (!value->is_boolean()) return fail(key, "must be true or false");
      field = value->get<bool>();
    }
  }
  void operator()(const char* key, int& field, Range range, const char*) {
    if (const ordered_json* value = find(key); value) {
      if (!value->is_number_integer()) return fail(key, "must be a whole number");
      const auto number = value->get<std::int64_t>();
      if (number < range.min || number > range.max)
        return fail(key, fmt::format("must be from {} to {}", range.min, range.max));
      field = static_cast<int>(number);
    }
  }
  void operator()(const char* key, std::string& field, Range, const char*) {
    if (const ordered_json* value = find(key); value) {
      if (!value->is_string()) return fail(key, "must be a string");
      field = value->get<std::string>();
    }
  }
  void operator()(const char* key, std::vector<std::string>& field, Range, const char*) {
    if (const ordered_json* value = find(key); value) {
      const auto is_string = [](const ordered_json& j) { return j.is_string(); };
      if (!value->is_array() || !std::all_of(value->begin(), value->end(), is_string))
        return fail(key, "must be a list of strings");
      field = value->get<std::vector<std::string>>();
    }
  }
  void operator()(const char* key, std::map<std::string, std::string>& field, Range, const char*) {
    if (const ordered_json* value = find(key); value) {
      if (!value->is_object()) return fail(key, "must hold names with values");
      field.clear();
      for (const auto& [name, option] : value->items()) {
        if (!option.is_string() && !option.is_number_integer() && !option.is_boolean())
          return fail((std::string(key) + "." + name).c_str(),
                      "must be a string, a whole number, true or false");
        field[name] = option.is_string() ? option.get<std::string>() : option.dump();
      }
    }
  }
  template <class T>
  void section(const char* key, T& fields, const char*) {
    if (const ordered_json* value = find(key); value) {
      if (!value->is_object()) return fail(key, "must be a section with settings");
      Reader inner(*value, path_ + key + ".", fault_);
      visit_fields(inner, fields);
      inner.finish();
    }
  }
  template <class T>
  void hidden_section(const char* key, T& fields) {
    section(key, fields, "");
  }
  void finish() {
    for (const auto& [key, value] : object_.items())
      if (std::find(known_.begin(), known_.end(), key) == known_.end())
        fail(key.c_str(), "is not a setting");
  }

 private:
  const ordered_json* find(const char* key) {
    known_.emplace_back(key);
    const auto found = object_.find(key);
    return found == object_.end() ? nullptr : &*found;
  }
  void fail(const char* key, const std::string& what) {
    if (fault_.key.empty()) fault_ = {path_ + key, what};
  }

  const ordered_json& object_;
  std::string path_;
  Fault& fault_;
  std::vector<std::string> known_;
};

class Dumper {
 public:
  explicit Dumper(nlohmann::json& object) : object_(object) {}
  template <class T>
  void operator()(const char* key, T& field, Range, const char*) {
    object_[key] = field;
  }
  template <class T>
  void section(const char* key, T& fields, const char*) {
    Dumper inner(object_[key] = nlohmann::json::object());
    visit_fields(inner, fields);
  }
  template <class T>
  void hidden_section(const char* key, T& fields) {
    section(key, fields, "");
  }

 private:
  nlohmann::json& object_;
};

class TomlAnnotator {
 public:
  template <class T>
  void operator()(const char* key, T& field, Range, const char* comment) {
    if (*comment) text_ += fmt::format("# {}\n", comment);
    // The two languages write strings, numbers, lists and an empty table alike.
    text_ += fmt::format("{} = {}\n", key, ordered_json(field).dump());
  }
  template <class T>
  void section(const char* key, T& fields, const char* comment) {
    text_ += fmt::format("\n# {}\n[{}]\n", comment, key);
    visit_fields(*this, fields);
  }
  template <class T>
  void hidden_section(const char*, T&) {}

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

class JsonAnnotator {
 public:
  explicit JsonAnnotator(int indent) : indent_(indent) {}
  template <class T>
  void operator()(const char* key, T& field, Range, const char* comment) {
    if (*comment) line(fmt::format("// {}", comment));
    line(fmt::format("\"{}\": {}", key, ordered_json(field).dump()), true);
  }
  template <class T>
  void section(const char* key, T& fields, const char* comment) {
    line("");
    line(fmt::format("// {}", comment));
    JsonAnnotator inner(indent_ + 2);
    visit_fields(inner, fields);
    line(fmt::format("\"{}\": {{\n{}{:{}}}}", key, inner.text(), "", indent_), true);
  }
  template <class T>
  void hidden_section(const char*, T&) {}

  /// Commas stand between settings only, so each is written when the next one comes.
  std::string text() const { return text_ + '\n'; }

 private:
  void line(const std::string& content, bool setting = false) {
    if (setting && last_setting_ != 0) text_.insert(last_setting_, ",");
    if (!text_.empty()) text_ += '\n';
    if (!content.empty()) text_ += std::string(static_cast<std::size_t>(indent_), ' ') + content;
    if (setting) last_setting_ = text_.size();
  }
  int indent_;
  std::string text_;
  std::size_t last_setting_ = 0;
};

/// Where the token may go: in the clear only where nobody can listen. Strict, because whoever reads
/// an address leniently can be sent elsewhere: http://127.0.0.1:80@example.org is example.org.
bool is_server_address(std::string_view url) {
  const auto all = [](std::string_view text, std::string_view others) {
    return std::all_of(text.begin(), text.end(), [&](unsigned char c) {
      return std::isalnum(c) || others.find(static_cast<char>(c)) != others.npos;
    });
  };
  const bool secret = url.starts_with("https://");
  if (!secret && !url.starts_with("http://")) return false;
  url.remove_prefix(secret ? 8 : 7);
  const std::size_t end = std::min(url.find('/'), url.size());
  const std::string_view path = url.substr(end), authority = url.substr(0, end);
  const std::size_t colon = std::min(authority.find(':'), authority.size());
  const std::string_view host = authority.substr(0, colon), port = authority.substr(colon);
  const bool has_port = port.size() > 1 && std::all_of(port.begin() + 1, port.end(),
                                                       [](char c) { return c >= '0' && c <= '9'; });
  if (host.empty() || !all(host, ".-") || !all(path, "/.-_~") || (!port.empty() && !has_port))
    return false;
  return secret || (has_port && (host == "127.0.0.1" || host == "localhost"));
}

Fault check_meaning(const Config& c) {
  for (const std::string& variant : c.challenges.variants)
    if (variant != "standard" && variant != "chess960" && variant != "fromPosition")
      return {"challenges.variants",
              fmt::format("has '{}'; known are standard, chess960, fromPosition", variant)};
  if (c.challenges.variants.empty()) return {"challenges.variants", "must not be empty"};
  if (!c.challenges.rated && !c.challenges.casual)
    return {"challenges.rated", "and 'challenges.casual' are both false; one must be true"};
  if (!c.challenges.humans && !c.challenges.bots)
    return {"challenges.humans", "and 'challenges.bots' are both false; one must be true"};
  if (c.matchmaking.variant != "standard" && c.matchmaking.variant != "chess960")
    return {"matchmaking.variant", "must be standard or chess960"};
  for (const std::string& control : c.matchmaking.time_controls) {
    const auto parsed = play::parse_time_control(control, play::BaseUnit::seconds);
    if (!parsed || !*parsed || (*parsed)->moves > 0)
      return {"matchmaking.time_controls", fmt::format("has '{}', not like \"180+2\"", control)};
    const auto ms = (*parsed)->base.count(), increment_ms = (*parsed)->increment.count();
    if (ms % 1000 != 0 || increment_ms % 1000 != 0)
      return {"matchmaking.time_controls", fmt::format("has '{}', not in whole seconds", control)};
    const auto seconds = ms / 1000, increment = increment_ms / 1000;
    // What Lichess offers.
    const bool known = seconds == 15 || seconds == 30 || seconds == 45 || seconds == 90 ||
                       (seconds % 60 == 0 && seconds <= 10800);
    if (!known || increment > 60)
      return {"matchmaking.time_controls",
              fmt::format("has '{}', which Lichess does not offer: seconds are 0, 15, 30, 45, 90 "
                          "or whole minutes up to 10800, increments 0 to 60",
                          control)};
  }
  if (c.matchmaking.time_controls.empty())
    return {"matchmaking.time_controls", "must not be empty"};
  if (!is_server_address(c.base_url))
    return {"base_url",
            "must be https://HOST (or http://127.0.0.1:PORT for a test server), without user, "
            "question mark or spaces"};
  return {};
}

}  // namespace

ConfigLanguage language_of(std::string_view path) {
  return path.ends_with(".json") ? ConfigLanguage::json : ConfigLanguage::toml;
}

Result<Config, Error> parse_config(std::string_view text, ConfigLanguage language) {
  KeyLines lines;
  const auto values =
      language == ConfigLanguage::json ? parse_json(text, lines) : parse_toml(text, lines);
  if (!values) return Unexpected{values.error()};
  Config config;
  Fault fault;
  Reader reader(*values, "", fault);
  visit_fields(reader, config);
  reader.finish();
  if (fault.key.empty()) fault = check_meaning(config);
  if (!fault.key.empty()) {
    const auto line = lines.find(fault.key);
    return Unexpected{Error{
        fmt::format("{}'{}' {}", line == lines.end() ? "" : fmt::format("line {}: ", line->second),
                    fault.key, fault.what)}};
  }
  while (config.base_url.ends_with('/')) config.base_url.pop_back();
  return config;
}

Result<Config, Error> load_config(const std::string& path) {
  const auto text = read_file(path, FileKind::settings);
  if (!text)
    return Unexpected{Error{text.error().message + "; 'rookery lichess init' writes a default"}};
  auto config = parse_config(*text, language_of(path));
  if (!config) return Unexpected{Error{path + ": " + config.error().message}};
  const auto folder = std::filesystem::path(path).parent_path();
  for (std::string* name : {&config->token_file, &config->log_file, &config->games.pgn_file,
                            &config->matchmaking.state_file})
    if (!name->empty()) *name = (folder / *name).string();
  return config;
}

std::string annotated_default_config(ConfigLanguage language) {
  const bool json = language == ConfigLanguage::json;
  const char* mark = json ? "//" : "#";
  std::string text = fmt::format(
      "{0} Configuration of 'rookery lichess'. Every setting may be left out; these are\n"
      "{0} the defaults. The API token does not belong here: put it into the variable\n"
      "{0} LICHESS_TOKEN or into a file of mode 600 (token_file).\n",
      mark);
  Config config;
  if (json) {
    JsonAnnotator annotator(2);
    visit_fields(annotator, config);
    return text + "{\n" + annotator.text() + "}\n";
  }
  TomlAnnotator annotator;
  visit_fields(annotator, config);
  return text + "\n" + annotator.text();
}

nlohmann::json config_to_json(const Config& config) {
  Config copy = config;
  nlohmann::json json = nlohmann::json::object();
  Dumper dumper(json);
  visit_fields(dumper, copy);
  return json;
}

}  // namespace rookery::lichess
