// The page that was embedded at build time (cmake/embed_page.cmake), as files in memory.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace rookery::web {

/// One file of www/dist.
struct Asset {
  std::string_view path;  ///< as asked for, "/assets/index-3f2a.js"
  std::string_view plain, gzip;
  std::string_view hash;  ///< of the plain contents
};

/// Made by the build; empty if there was no www/dist.
std::span<const Asset> embedded_assets();
/// Identifies the page as a whole; "none" without one.
std::string_view embedded_build();

/// By its exact path; null if there is none.
const Asset* find_asset(std::string_view path);
std::string_view content_type(std::string_view path);

/// The addresses that the page itself interprets: "/play/20261118", "/analyse", ...
bool is_page_path(std::string_view path);

}  // namespace rookery::web
