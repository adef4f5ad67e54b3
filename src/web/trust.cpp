#include "web/trust.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <cerrno>

#include "base/result.h"

namespace rookery::web {

namespace {

constexpr std::size_t kMaxTokens = 8;

/// Takes as long whether the first character differs or the last.
bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

}  // namespace

std::string random_hex(std::size_t bytes) {
  std::string text;
  while (text.size() < 2 * bytes) {
    unsigned char byte = 0;
    const ssize_t got = getrandom(&byte, 1, 0);
    if (got < 0 && errno != EINTR) throw FatalError{"the system gives no random numbers"};
    if (got == 1) text += fmt::format("{:02x}", byte);
  }
  return text;
}

Trust::Trust(std::string key, int port, const std::vector<std::string>& names)
    : key_(std::move(key)), name_(fmt::format("rookery_{}", port)) {
  std::vector<std::string> all = {"127.0.0.1", "localhost", "[::1]"};
  all.insert(all.end(), names.begin(), names.end());
  for (const std::string& name : all) {
    hosts_.push_back(fmt::format("{}:{}", name, port));
    if (port == 80) hosts_.push_back(name);  // browsers leave out the usual port
  }
}

bool Trust::is_our_host(std::string_view host) const {
  return std::find(hosts_.begin(), hosts_.end(), host) != hosts_.end();
}

bool Trust::is_our_origin(std::string_view origin) const {
  constexpr std::string_view kScheme = "http://";
  return origin.starts_with(kScheme) && is_our_host(origin.substr(kScheme.size()));
}

bool Trust::has_cookie(std::string_view cookies) const {
  while (!cookies.empty()) {
    const auto end = std::min(cookies.find(';'), cookies.size());
    std::string_view one = cookies.substr(0, end);
    cookies.remove_prefix(std::min(end + 1, cookies.size()));
    while (one.starts_with(' ')) one.remove_prefix(1);
    if (one.starts_with(name_) && one.substr(name_.size()).starts_with('=') &&
        same_secret(one.substr(name_.size() + 1), key_))
      return true;
  }
  return false;
}

std::string Trust::set_cookie() const {
  return cookie() + "; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict";
}

std::string Trust::new_token() {
  tokens_.push_back(random_hex(16));
  if (tokens_.size() > kMaxTokens) tokens_.pop_front();
  return tokens_.back();
}

bool Trust::redeem(std::string_view token) {
  const auto found = std::find_if(tokens_.begin(), tokens_.end(),
                                  [&](const std::string& t) { return same_secret(t, token); });
  if (found == tokens_.end()) return false;
  tokens_.erase(found);
  return true;
}

}  // namespace rookery::web
