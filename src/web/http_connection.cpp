#include "web/http_connection.h"

#include <boost/asio/dispatch.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <utility>

#include "web/assets.h"
#include "web/pages.h"
#include "web/websocket.h"

namespace rookery::web {

namespace {

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }
beast::string_view view(std::string_view text) { return {text.data(), text.size()}; }

/// The value of `name` in "a=1&b=2", not decoded; empty if it is not there.
std::string_view query_value(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const auto end = std::min(query.find('&'), query.size());
    const std::string_view one = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (one.starts_with(name) && one.substr(name.size()).starts_with('='))
      return one.substr(name.size() + 1);
  }
  return {};
}

bool is_json(std::string_view type) { return type.substr(0, type.find(';')) == "application/json"; }

}  // namespace

HttpConnection::HttpConnection(Transport& transport, tcp::socket socket)
    : transport_(transport), number_(transport.next_number++), stream_(std::move(socket)) {}

HttpConnection::~HttpConnection() {
  transport_.connections.erase(number_);
  if (counts_as_body_) --transport_.bodies;
}

void HttpConnection::drop() { stream_.close(); }

std::string_view HttpConnection::header(http::field field) const {
  const auto& request = head_ ? head_->get().base() : body_->get().base();
  const auto [begin, end] = request.equal_range(field);
  return begin != end && std::next(begin) == end ? view(begin->value()) : std::string_view();
}

bool HttpConnection::has_cookie() const {
  return transport_.trust.has_cookie(header(http::field::cookie));
}

void HttpConnection::read_request() {
  transport_.connections.emplace(number_, weak_from_this());
  idle_ = true;
  body_.reset();
  head_.emplace();
  head_->header_limit(16 * 1024);
  head_->body_limit(~std::uint64_t{0});  // decided by the path, once the head is known
  stream_.expires_after(transport_.options.limits.request_time);
  http::async_read_header(stream_, buffer_, *head_,
                          [self = shared_from_this()](beast::error_code error, std::size_t) {
                            self->on_header(error);
                          });
}

void HttpConnection::on_header(beast::error_code error) {
  idle_ = false;
  if (error == http::error::end_of_stream || error == asio::error::operation_aborted ||
      error == beast::error::timeout)
    return drop();
  if (error) return refuse(http::status::bad_request, "This is not an HTTP request.");
  const auto& request = head_->get();
  keep_alive_ = request.keep_alive();
  // Before anything else: a page of another site may have made its own name point to us.
  if (!transport_.trust.is_our_host(header(http::field::host)))
    return refuse(http::status::misdirected_request, "This name is not served here.");
  const std::string_view target = view(request.target());
  const auto question = std::min(target.find('?'), target.size());
  path_ = target.substr(0, question);
  query_ = target.substr(std::min(question + 1, target.size()));
  if (!path_.starts_with('/')) return refuse(http::status::bad_request, "No such address.");
  if (request.method() == http::verb::post) return handle_post();
  if (request.method() != http::verb::get && request.method() != http::verb::head)
    return refuse(http::status::method_not_allowed, "Only GET, HEAD and POST are known.");
  if (!head_->is_done() && (request.has_content_length() || request.chunked()))
    return refuse(http::status::bad_request, "A GET request has no body.");
  if (beast::websocket::is_upgrade(request)) return handle_upgrade();
  handle_get();
}

void HttpConnection::handle_get() {
  if (path_ == "/again.js")
    return send({.type = content_type(path_), .body = std::string(again_script())});
  if (path_ == "/")
    if (const auto token = query_value(query_, "token"); !token.empty()) return handle_token(token);
  if (!has_cookie()) {
    if (!is_page_path(path_))
      return refuse(http::status::forbidden, "Open Rookery with ./rookery web.");
    return send({.status = http::status::forbidden, .body = no_cookie_page()});
  }
  const Asset* asset = find_asset(path_);
  if (!asset && is_page_path(path_)) asset = find_asset("/index.html");
  if (!asset && is_page_path(path_)) return send({.body = no_page_page()});
  if (!asset) return refuse(http::status::not_found, "There is nothing at this address.");
  Answer answer{.type = content_type(asset->path)};
  answer.cache = asset->path.starts_with("/assets/") ? "max-age=31536000, immutable" : "no-cache";
  answer.etag = '"' + std::string(asset->hash) + '"';
  if (header(http::field::if_none_match) == answer.etag) {
    answer.status = http::status::not_modified;
    return send(std::move(answer));
  }
  answer.gzip = header(http::field::accept_encoding).find("gzip") != std::string_view::npos;
  answer.body = answer.gzip ? asset->gzip : asset->plain;
  send(std::move(answer));
}

void HttpConnection::handle_token(std::string_view token) {
  if (transport_.trust.redeem(token)) {
    if (transport_.options.on_link_used) transport_.options.on_link_used();
    return send({.body = welcome_page(), .cookie = transport_.trust.set_cookie()});
  }
  if (has_cookie()) return send({.body = welcome_page()});
  send({.status = http::status::forbidden, .body = used_link_page()});
}

void HttpConnection::handle_upgrade() {
  if (path_ != "/ws") return refuse(http::status::not_found, "The WebSocket is at /ws.");
  if (!transport_.trust.is_our_origin(header(http::field::origin)))
    return refuse(http::status::forbidden, "Pages of other sites may not connect.");
  const bool known = has_cookie();
  stream_.expires_never();
  const auto socket = std::make_shared<WebSocket>(transport_, stream_.release_socket());
  socket->accept(head_->release(), known);
}

void HttpConnection::handle_post() {
  const TransportLimits& limits = transport_.options.limits;
  if (!transport_.trust.is_our_origin(header(http::field::origin)))
    return refuse(http::status::forbidden, "Pages of other sites may not send anything.");
  if (!has_cookie()) return refuse(http::status::forbidden, "Open Rookery with ./rookery web.");
  if (!is_json(header(http::field::content_type)))
    return refuse(http::status::unsupported_media_type, "The body must be application/json.");
  const auto length = head_->content_length();
  if (!length) return refuse(http::status::length_required, "The length must be told.");
  if (*length > limits.body_bytes)
    return refuse(http::status::payload_too_large, "This is too large.");
  if (transport_.bodies >= limits.bodies)
    return refuse(http::status::service_unavailable, "Too many uploads at once.");
  ++transport_.bodies;
  counts_as_body_ = true;
  body_.emplace(std::move(*head_));
  head_.reset();
  body_->body_limit(limits.body_bytes);
  stream_.expires_after(limits.body_time);
  http::async_read(
      stream_, buffer_, *body_,
      [self = shared_from_this()](beast::error_code error, std::size_t) { self->on_body(error); });
}

void HttpConnection::on_body(beast::error_code error) {
  if (error) return drop();
  stream_.expires_never();
  const auto reply = [self = shared_from_this()](int status, PostBody body) {
    self->counts_as_body_ = false;
    --self->transport_.bodies;
    self->send({.status = static_cast<http::status>(status),
                .type = body.type,
                .body = std::move(body.bytes)});
  };
  if (path_ == "/api/link")
    return reply(200, "{\"token\":\"" + transport_.trust.new_token() + "\"}");
  if (!transport_.application->post(path_, std::move(body_->get().body()), reply))
    reply(404,
          R"({"ok":false,"error":{"code":"no_such","text":"There is nothing at this address."}})");
}

void HttpConnection::refuse(http::status status, std::string_view why) {
  keep_alive_ = false;  // whatever follows is not read
  send({.status = status, .type = "text/plain; charset=utf-8", .body = std::string(why) + "\n"});
}

void HttpConnection::send(Answer answer) {
  const bool head_only = head_ && head_->get().method() == http::verb::head;
  response_ = {answer.status, 11};
  response_.set(http::field::content_type, view(answer.type));
  response_.set(http::field::cache_control, view(answer.cache));
  response_.set("X-Content-Type-Options", "nosniff");
  response_.set("X-Frame-Options", "DENY");
  response_.set("Referrer-Policy", "same-origin");
  response_.set("Cross-Origin-Resource-Policy", "same-origin");
  response_.set("Cross-Origin-Opener-Policy", "same-origin");
  response_.set("Content-Security-Policy",
                "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
                "connect-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; "
                "form-action 'self'");
  if (!answer.cookie.empty()) response_.set(http::field::set_cookie, answer.cookie);
  if (!answer.etag.empty()) response_.set(http::field::etag, answer.etag);
  if (answer.gzip) response_.set(http::field::content_encoding, "gzip");
  if (!answer.etag.empty()) response_.set(http::field::vary, "Accept-Encoding");
  response_.keep_alive(keep_alive_);
  response_.body() = std::move(answer.body);
  response_.prepare_payload();
  if (head_only) response_.body().clear();  // the length stays that of a GET
  stream_.expires_after(transport_.options.limits.answer_time);
  http::async_write(
      stream_, response_,
      [self = shared_from_this()](beast::error_code error, std::size_t) { self->on_sent(error); });
}

void HttpConnection::on_sent(beast::error_code error) {
  response_.body() = {};
  if (!error && keep_alive_) return read_request();
  beast::error_code ignored;
  stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
  drop();
}

}  // namespace rookery::web
