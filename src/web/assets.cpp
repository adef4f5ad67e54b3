#include "web/assets.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace rookery::web {

namespace {

std::vector<std::string_view> segments_of(std::string_view path) {
  std::vector<std::string_view> segments;
  while (path.starts_with('/')) {
    path.remove_prefix(1);
    const auto end = std::min(path.find('/'), path.size());
    segments.push_back(path.substr(0, end));
    path.remove_prefix(end);
  }
  return segments;
}

/// One segment of an address: an id, a number, an encoded name.
bool is_plain(std::string_view segment) {
  return !segment.empty() && segment.size() <= 256 && segment.find("..") == segment.npos &&
         std::all_of(segment.begin(), segment.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                  std::string_view("-_.~%+").find(c) != std::string_view::npos;
         });
}

}  // namespace

const Asset* find_asset(std::string_view path) {
  for (const Asset& asset : embedded_assets())
    if (asset.path == path) return &asset;
  return nullptr;
}

std::string_view content_type(std::string_view path) {
  constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".json", "application/json"},
      {".webmanifest", "application/manifest+json"},
      {".png", "image/png"},
      {".ico", "image/x-icon"},
      {".woff2", "font/woff2"},
      {".txt", "text/plain; charset=utf-8"}};
  for (const auto& [ending, type] : kTypes)
    if (path.ends_with(ending)) return type;
  return "application/octet-stream";
}

bool is_page_path(std::string_view path) {
  if (path == "/") return true;
  const auto segments = segments_of(path);
  if (segments.empty() || !std::all_of(segments.begin(), segments.end(), is_plain)) return false;
  const std::string_view view = segments[0];
  const std::size_t depth = segments.size();
  if (view == "play" || view == "analyse") return depth <= 2;
  if (view == "review") return depth <= 2 || (depth == 3 && segments[1] == "player");
  if (view == "learn" || view == "arena") return depth <= 3;
  if (view == "games") return depth == 1 || (depth == 3 && segments[1] == "file");
  return false;
}

}  // namespace rookery::web
