#include "play/preferences.h"

#include "json/door.h"
#include "play/state_file.h"

namespace rookery::play {
namespace {

/// The one table of names and ranges: what `visit` is told, to_json writes and patched reads.
template <class P, class Visitor>
void visit_preferences(P& p, Visitor&& visit) {
  visit("opponent", p.opponent);
  visit("color", p.color);
  visit("clock", p.clock);
  visit("start", p.start);
  visit("theme", p.theme);
  visit("board", p.board);
  visit("analysis_agent", p.analysis_agent);
  visit("lines", p.lines, 1, 5);
  visit("threads", p.threads, 1, 1024);
  visit("hash_mb", p.hash_mb, 1, 1 << 20);
  visit("pace_ms", p.pace_ms, 0, 60'000);
  visit("human_pause", p.human_pause);
  visit("always_queen", p.always_queen);
  visit("bell", p.bell);
}

struct PreferenceReader {
  json::Fields& fields;

  void operator()(const char* name, std::string& field) {
    constexpr std::size_t kLongest = 200;
    if (auto told = fields.optional_text(name, kLongest)) field = *std::move(told);
  }
  void operator()(const char* name, int& field, int min, int max) {
    if (const auto told = fields.optional_integer(name, min, max)) field = static_cast<int>(*told);
  }
  void operator()(const char* name, bool& field) {
    if (fields.has(name)) field = fields.flag(name);
  }
};

std::filesystem::path settings_file(const std::filesystem::path& state) {
  return state / "settings.json";
}

}  // namespace

json::Value to_json(const Preferences& preferences) {
  json::Value out = json::Value::object();
  visit_preferences(preferences,
                    [&](const char* name, const auto& field, auto...) { out[name] = field; });
  return out;
}

Result<Preferences, Error> patched(Preferences preferences, const json::Value& patch) {
  json::Fields fields(patch, "settings");
  visit_preferences(preferences, PreferenceReader{fields});
  const std::string& color = preferences.color;
  if (color != "white" && color != "black" && color != "either")
    fields.refuse("color", "expected white, black or either");
  return fields.result(std::move(preferences));
}

Preferences load_preferences(const std::filesystem::path& state) {
  const auto value = StateFile(settings_file(state)).read();
  return value ? patched({}, *value).value_or(Preferences{}) : Preferences{};
}

Result<Preferences, Error> change_preferences(const std::filesystem::path& state,
                                              const json::Value& patch) {
  Preferences after;
  const auto done =
      StateFile(settings_file(state)).update([&](json::Value& value) -> Result<Ok, Error> {
        auto changed = patched(patched({}, value).value_or(Preferences{}), patch);
        if (!changed) return Unexpected{changed.error()};
        after = *changed;
        value.update(to_json(after));
        return Ok{};
      });
  if (!done) return Unexpected{done.error()};
  return after;
}

}  // namespace rookery::play
