// Settings: what the page remembers for the person, on whichever screen: play::Preferences, which
// the terminal has too, and an object of the page's own.
#pragma once

#include <filesystem>
#include <optional>

#include "play/preferences.h"
#include "web/hub.h"

namespace rookery::web {

class Settings {
 public:
  Settings(Hub& hub, std::optional<std::filesystem::path> state);

  const play::Preferences& preferences() const { return preferences_; }
  /// The fields of the preferences, and "page".
  json::Value all() const;

 private:
  /// Values of the preferences; of "page" each value by itself, and null removes one.
  Answer set(json::Fields fields);
  Answer set_page(const json::Value& patch);

  const std::optional<std::filesystem::path> state_;  // none: not kept
  play::Preferences preferences_;
  json::Value page_ = json::Value::object();
  Channel channel_;
};

}  // namespace rookery::web
