#include "web/settings.h"

#include <algorithm>

#include "base/atomic_file.h"
#include "base/read_file.h"

namespace rookery::web {

namespace {

constexpr std::size_t kMaxBytes = 64 * 1024, kMaxKeys = 100;

}  // namespace

Settings::Settings(Loop& loop, Hub& hub, const std::optional<std::filesystem::path>& folder)
    : loop_(loop), channel_(hub, "settings", [this] { return state(); }) {
  hub.on("settings_set", [this](json::Fields fields) { return set(fields); });
  if (!folder) return;
  file_ = *folder / "settings.json";
  const auto text = read_file(file_, FileKind::settings);
  if (!text) return;
  if (auto value = json::parse_untrusted(*text, {.bytes = kMaxBytes}); value && value->is_object())
    values_ = *std::move(value);
}

bool Settings::flag(std::string_view key, bool otherwise) const {
  const auto found = values_.find(key);
  return found != values_.end() && found->is_boolean() ? found->get<bool>() : otherwise;
}

int Settings::integer(std::string_view key, int min, int max, int otherwise) const {
  const auto found = values_.find(key);
  if (found == values_.end() || !found->is_number_integer()) return otherwise;
  return static_cast<int>(std::clamp<std::int64_t>(found->get<std::int64_t>(), min, max));
}

Answer Settings::set(json::Fields fields) {
  json::Fields patch = fields.object("patch");
  if (fields.error()) return bad_fields(fields);
  json::Value changed = values_;
  for (const auto& [key, value] : patch.value().items()) {
    if (value.is_null())
      changed.erase(key);
    else
      changed[key] = value;
  }
  const std::string text = json::to_text(changed);
  if (text.size() > kMaxBytes || changed.size() > kMaxKeys)
    return failure("too_large", "The settings are larger than 64 KB.");
  values_ = std::move(changed);
  channel_.publish_state();
  if (on_change) on_change();
  if (file_.empty()) return json::Value::object();
  // Written before the answer: what the page was told is on the disk.
  std::error_code ignored;
  std::filesystem::create_directories(file_.parent_path(), ignored);
  if (const auto written = write_file(file_, text, Writing::own_state); !written)
    return failure("disk", written.error().message);
  return json::Value::object();
}

}  // namespace rookery::web
