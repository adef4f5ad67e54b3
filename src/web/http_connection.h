// HttpConnection: reads requests, lets pass whom Trust lets pass, answers.
#pragma once

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "web/transport.h"

namespace rookery::web {

namespace beast = boost::beast;
namespace http = beast::http;

class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(Transport& transport, tcp::socket socket);
  ~HttpConnection();

  void read_request();
  /// Waiting for a request: nobody loses anything if it is closed.
  bool is_idle() const { return idle_; }
  void drop();

 private:
  struct Answer {
    http::status status = http::status::ok;
    std::string_view type = "text/html; charset=utf-8";
    std::string body = {};
    std::string_view cache = "no-store";
    std::string cookie = {}, etag = {};
    bool gzip = false;
  };

  void on_header(beast::error_code error);
  void handle_get();
  void handle_token(std::string_view token);
  void handle_post();
  void handle_upgrade();
  void on_body(beast::error_code error);
  void refuse(http::status status, std::string_view why);
  void send(Answer answer);
  void on_sent(beast::error_code error);

  /// A header's value; empty if it is missing or there are two.
  std::string_view header(http::field field) const;
  bool has_cookie() const;

  Transport& transport_;
  const std::uint64_t number_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::empty_body>> head_;
  std::optional<http::request_parser<http::string_body>> body_;
  http::response<http::string_body> response_;
  std::string path_, query_;
  bool idle_ = true, keep_alive_ = false, counts_as_body_ = false;
};

}  // namespace rookery::web
