// What the connections of one server share. Included only by the files that use Boost.
#pragma once

#include <utility>  // Boost.Asio 1.74 needs it and does not say so

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <map>
#include <memory>
#include <optional>

#include "web/server.h"

namespace rookery::web {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;

class HttpConnection;
class WebSocket;

class Transport {
 public:
  Transport(ServerOptions given, int bound_port)
      : options(std::move(given)),
        trust(options.key, bound_port, options.names),
        port(bound_port) {}

  void accept_next();
  void take(tcp::socket socket);
  /// Application, then clients, then the loop.
  void begin_to_stop();

  const ServerOptions options;
  Trust trust;
  const int port;
  // By age. A connection leaves when it ends or becomes a WebSocket.
  std::map<std::uint64_t, std::weak_ptr<HttpConnection>> connections;
  std::map<std::uint64_t, std::weak_ptr<WebSocket>> websockets;
  std::uint64_t next_number = 1;
  std::size_t bodies = 0;  // POSTs being read

  // After what connections use: they end with it.
  asio::io_context io{1};
  tcp::acceptor acceptor{io};
  asio::steady_timer retry{io};  // after accept() failed, or before the loop ends
  std::optional<asio::signal_set> signals;
  asio::thread_pool worker{1};
  Application* application = nullptr;
  bool stopping = false;
  bool accepting = false;  // or waiting to
};

}  // namespace rookery::web
