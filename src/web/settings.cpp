#include "web/settings.h"

#include <utility>

#include "play/state_file.h"

namespace rookery::web {

using json::Value;

namespace {

constexpr std::size_t kMaxBytes = 32 * 1024, kMaxKeys = 100;
constexpr const char* kPage = "page";

play::StateFile file_in(const std::filesystem::path& state) {
  return play::StateFile(state / "settings.json");
}

}  // namespace

Settings::Settings(Hub& hub, std::optional<std::filesystem::path> state)
    : state_(std::move(state)), channel_(hub, "settings", [this] {
        return Value{{"t", "settings"}, {"settings", all()}};
      }) {
  hub.on("settings_set", [this](json::Fields fields) { return set(fields); });
  if (!state_) return;
  preferences_ = play::load_preferences(*state_);
  if (const auto value = file_in(*state_).read())
    if (const auto page = value->find(kPage); page != value->end() && page->is_object())
      page_ = *page;
}

Value Settings::all() const {
  Value value = play::to_json(preferences_);
  value[kPage] = page_;
  return value;
}

Answer Settings::set(json::Fields fields) {
  json::Fields patch = fields.object("patch");
  if (fields.error()) return bad_fields(fields);
  Value plain = patch.value();
  const Value page = plain.contains(kPage) ? plain[kPage] : Value();
  plain.erase(kPage);
  for (const auto& [key, value] : plain.items())
    if (!play::to_json(preferences_).contains(key))
      return failure("bad_message", "There is no setting '" + key + "'.", key);
  // Written before the answer: what the page was told is on the disk.
  if (!plain.empty()) {
    auto changed =
        state_ ? play::change_preferences(*state_, plain) : play::patched(preferences_, plain);
    if (!changed) return failure("bad_message", changed.error().message);
    preferences_ = *std::move(changed);
  }
  if (!page.is_null())
    if (auto done = set_page(page); !done) return done;
  channel_.publish_state();
  return Value::object();
}

Answer Settings::set_page(const Value& patch) {
  if (!patch.is_object()) return failure("bad_message", "page: expected an object", kPage);
  Value changed = page_;
  for (const auto& [key, value] : patch.items()) {
    if (value.is_null())
      changed.erase(key);
    else
      changed[key] = value;
  }
  if (changed.size() > kMaxKeys || json::to_text(changed).size() > kMaxBytes)
    return failure("too_large", "The settings are larger than 32 KB.", kPage);
  if (state_) {
    const auto written = file_in(*state_).update([&](Value& value) -> Result<Ok, Error> {
      value[kPage] = changed;
      return Ok{};
    });
    if (!written) return failure("disk", written.error().message);
  }
  page_ = std::move(changed);
  return Value::object();
}

}  // namespace rookery::web
