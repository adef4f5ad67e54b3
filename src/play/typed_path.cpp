#include "play/typed_path.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace rookery::play {

namespace fs = std::filesystem;

fs::path typed_path(std::string_view text) {
  const char* home = std::getenv("HOME");
  if (home && *home && (text == "~" || text.starts_with("~/")))
    return fs::path(home) / text.substr(std::min<std::size_t>(2, text.size()));
  return text;
}

fs::path name_to_save(std::string_view text) {
  fs::path path = typed_path(text);
  if (path.extension().empty()) path += ".pgn";
  return path;
}

fs::path name_to_open(std::string_view text) {
  const fs::path path = typed_path(text);
  fs::path with_ending = path;
  with_ending += ".pgn";
  std::error_code error;
  return !fs::exists(path, error) && fs::exists(with_ending, error) ? with_ending : path;
}

std::string completed_path(const std::string& text) {
  const auto slash = text.rfind('/');
  const std::string folder = slash == text.npos ? "" : text.substr(0, slash + 1);
  const std::string begun = text.substr(folder.size());
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator at(folder.empty() ? fs::path(".") : typed_path(folder), error), end;
       !error && at != end; at.increment(error)) {
    std::string name = at->path().filename().string();
    if (!name.starts_with(begun) || (begun.empty() && name.starts_with("."))) continue;
    std::error_code unknown;
    if (at->is_directory(unknown)) name += '/';
    names.push_back(std::move(name));
  }
  if (names.empty()) return text;
  std::string common = names[0];
  for (const std::string& name : names)
    common.resize(static_cast<std::size_t>(
        std::mismatch(common.begin(), common.end(), name.begin(), name.end()).first -
        common.begin()));
  return folder + common;
}

}  // namespace rookery::play
