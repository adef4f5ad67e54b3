// Where this user's own files are. Without a home nothing is read or kept: never the current
// folder, which may be somebody else's.
#pragma once

#include <filesystem>
#include <optional>

namespace rookery::play {

/// $XDG_STATE_HOME/rookery, or ~/.local/state/rookery; none if neither variable is a full path.
std::optional<std::filesystem::path> state_directory();
/// $XDG_CONFIG_HOME/rookery, or ~/.config/rookery.
std::optional<std::filesystem::path> config_directory();

/// What to tell a person who has no state folder.
inline constexpr const char* kNotKept = "HOME is not set: games are not kept";

}  // namespace rookery::play
