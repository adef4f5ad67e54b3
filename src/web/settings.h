// Settings: what the page remembers for the person, on whichever screen: one JSON object in a file.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "web/hub.h"

namespace rookery::web {

class Settings {
 public:
  /// A file that is damaged counts as empty, and is replaced by the first change.
  Settings(Loop& loop, Hub& hub, const std::optional<std::filesystem::path>& state);

  const json::Value& all() const { return values_; }
  bool flag(std::string_view key, bool otherwise) const;
  int integer(std::string_view key, int min, int max, int otherwise) const;

  std::function<void()> on_change;

  /// Replaces top-level values; null removes one.
  Answer set(json::Fields fields);

 private:
  json::Value state() const { return {{"t", "settings"}, {"settings", values_}}; }

  Loop& loop_;
  std::filesystem::path file_;  // empty: not kept
  json::Value values_ = json::Value::object();
  Channel channel_;
};

}  // namespace rookery::web
