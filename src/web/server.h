// Server: HTTP and WebSocket on one port and one thread. What it serves and to whom is decided in
// http_connection.cpp; what is said over the WebSockets is the Application's.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "web/application.h"
#include "web/trust.h"

namespace rookery::web {

/// Bounds on what others can make the server hold or wait for.
struct TransportLimits {
  std::size_t connections = 100;      ///< not counting WebSockets; the oldest idle one gives way
  std::size_t websockets = 64;        ///< more are closed with kTooMany
  std::size_t bodies = 4;             ///< POSTs being read at once
  std::size_t body_bytes = 40 << 20;  ///< of one POST: 32 MB of text with its escapes
  std::size_t frame_bytes = 1 << 20;
  std::size_t unread_bytes = 4 << 20;  ///< waiting for one client
  std::chrono::seconds request_time{15}, body_time{120}, answer_time{60}, idle_time{60};
};

struct ServerOptions {
  std::string address = "127.0.0.1";
  int port = 0;                    ///< 0: any free one
  std::vector<std::string> names;  ///< allowed hosts besides those of this machine
  std::string key;                 ///< what the cookie holds
  TransportLimits limits;
  bool heeds_signals = false;               ///< SIGINT and SIGTERM end run()
  std::function<void()> on_link_used = {};  ///< on the loop's thread
};

class Transport;

class Server final : public Loop {
 public:
  /// Binds and listens; connections wait until run().
  static Result<std::unique_ptr<Server>, Error> listen(ServerOptions options);
  ~Server() override;

  int port() const;
  /// Before run(), or on the loop's thread.
  Trust& trust();
  /// "http://127.0.0.1:4711"
  std::string origin() const;
  /// Serves until stop(); then the application has shut down.
  void run(Application& application);
  /// From any thread, also from a signal's.
  void stop();

  void post(std::function<void()> call) override;
  void work(std::function<void()> work) override;
  std::unique_ptr<Timer> make_timer() override;

 private:
  explicit Server(std::unique_ptr<Transport> transport);
  std::unique_ptr<Transport> transport_;
};

}  // namespace rookery::web
