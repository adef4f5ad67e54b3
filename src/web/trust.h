// Trust: who may talk to the server. It stands on 127.0.0.1, where every page of every site that
// the user visits can send requests, so nothing is answered before Host, Origin and cookie are
// right.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace rookery::web {

/// `bytes` random bytes of the kernel as hexadecimal digits.
std::string random_hex(std::size_t bytes);

class Trust {
 public:
  /// `key` is what the cookie holds; `names` are hosts besides 127.0.0.1, localhost and [::1].
  Trust(std::string key, int port, const std::vector<std::string>& names = {});

  /// The value of a Host header. A foreign name that was made to point to 127.0.0.1 fails here.
  bool is_our_host(std::string_view host) const;
  /// The value of an Origin header; browsers send it with every WebSocket and POST.
  bool is_our_origin(std::string_view origin) const;
  /// The value of a Cookie header.
  bool has_cookie(std::string_view cookies) const;
  /// The value of a Set-Cookie header. The name holds the port, as browsers do not tell ports
  /// apart.
  std::string set_cookie() const;
  /// The value of a Cookie header that passes.
  std::string cookie() const { return name_ + "=" + key_; }

  /// A token for one link; of those that nobody used only the newest few are good.
  std::string new_token();
  /// True once for each token.
  bool redeem(std::string_view token);

 private:
  std::string key_, name_;
  std::vector<std::string> hosts_;  // "localhost:4711"
  std::deque<std::string> tokens_;
};

}  // namespace rookery::web
