// Paths as people type them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace rookery::play {

/// "~/games" becomes a path in the home folder.
std::filesystem::path typed_path(std::string_view text);
/// Where a game is saved under a name: "your_game" becomes "your_game.pgn".
std::filesystem::path name_to_save(std::string_view text);
/// What is opened under a name: "your_game" is "your_game.pgn" if only that exists.
std::filesystem::path name_to_open(std::string_view text);

/// Tab: the text made longer as far as the names in the folder agree; a folder gets its slash.
std::string completed_path(const std::string& text);

}  // namespace rookery::play
