// WebSocket: one client's messages in both directions, with a bound on what waits for it.
#pragma once

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <deque>
#include <memory>
#include <string>

#include "web/transport.h"

namespace rookery::web {

class WebSocket final : public Client, public std::enable_shared_from_this<WebSocket> {
 public:
  using Request = boost::beast::http::request<boost::beast::http::empty_body>;

  WebSocket(Transport& transport, tcp::socket socket);
  ~WebSocket() override;

  /// Answers the handshake; who is not `known` (no cookie) is told so and sent away.
  void accept(Request request, bool known);

  void send(std::shared_ptr<const std::string> text, Importance importance) override;
  void close(int code, std::string_view reason) override;

 private:
  struct Message {
    std::shared_ptr<const std::string> text;
    Importance importance;
  };

  void on_accept(boost::beast::error_code error, bool known);
  void read_next();
  void on_read(boost::beast::error_code error);
  void write_next();
  void make_room(std::size_t size);
  void end();
  /// The application hears no more of this client.
  void leave();
  /// There was no memory, or no thread, for what this client wanted: it may come again.
  void fail();

  Transport& transport_;
  const std::uint64_t number_;
  Request request_;
  boost::beast::websocket::stream<boost::beast::tcp_stream> stream_;
  boost::beast::flat_buffer buffer_;
  std::deque<Message> queue_;  // the first is being written
  std::size_t queued_bytes_ = 0;
  asio::steady_timer patience_;  // with a peer that does not take our farewell
  bool open_ = false, writing_ = false, closing_ = false;
};

}  // namespace rookery::web
