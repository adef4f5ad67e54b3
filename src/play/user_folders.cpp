#include "play/user_folders.h"

#include <cstdlib>

namespace rookery::play {

namespace fs = std::filesystem;

namespace {

/// A relative path would depend on where the program is started; the XDG specification, too, says
/// to ignore one.
std::optional<fs::path> full_path(const char* variable) {
  const char* value = std::getenv(variable);
  if (!value || !fs::path(value).is_absolute()) return std::nullopt;
  return value;
}

std::optional<fs::path> own_folder(const char* variable, const char* below_home) {
  if (const auto folder = full_path(variable)) return *folder / "rookery";
  if (const auto home = full_path("HOME")) return *home / below_home / "rookery";
  return std::nullopt;
}

}  // namespace

std::optional<fs::path> state_directory() { return own_folder("XDG_STATE_HOME", ".local/state"); }

std::optional<fs::path> config_directory() { return own_folder("XDG_CONFIG_HOME", ".config"); }

}  // namespace rookery::play
