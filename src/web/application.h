// What the transport needs of the application, and the application of the transport: nothing here
// knows of HTTP libraries or of chess.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace rookery::web {

/// Close codes of our own; those below 4000 are the WebSocket standard's.
enum CloseCode : int {
  kGoingAway = 1001,
  kOutOfMemory = 1011,
  kBadVersion = 4001,
  kBadToken = 4003,
  kTooSlow = 4008,
  kTooMany = 4009
};

/// Whether a message may be left out for a client that does not keep up.
enum class Importance { needed, droppable };

/// One WebSocket. Used on the loop's thread only.
class Client {
 public:
  virtual ~Client() = default;
  virtual void send(std::shared_ptr<const std::string> text, Importance importance) = 0;
  virtual void close(int code, std::string_view reason) = 0;
};

/// The answer to a POST: JSON, if it does not say otherwise.
struct PostBody {
  PostBody(std::string text) : bytes(std::move(text)) {}
  PostBody(const char* text) : bytes(text) {}
  PostBody(std::string data, std::string_view mime) : bytes(std::move(data)), type(mime) {}
  std::string bytes;
  std::string_view type = "application/json";
};
using PostReply = std::function<void(int status, PostBody body)>;

/// All calls come on the loop's thread.
class Application {
 public:
  virtual ~Application() = default;
  virtual void opened(Client& client) = 0;
  virtual void message(Client& client, std::string_view text) = 0;
  /// The last call about this client.
  virtual void closed(Client& client) = 0;
  /// True if it takes the path; then `reply` is called once, now or later.
  virtual bool post(std::string_view path, std::string body, PostReply reply) = 0;
  /// Saves everything; nothing is sent afterwards.
  virtual void shut_down() = 0;
};

/// A timer that calls once; a new time replaces the old one.
class Timer {
 public:
  virtual ~Timer() = default;
  virtual void after(std::chrono::milliseconds delay, std::function<void()> call) = 0;
  virtual void cancel() = 0;
};

/// The one thread on which everything happens that is not a search or slow work.
class Loop {
 public:
  virtual ~Loop() = default;
  /// From any thread: `call` runs on the loop's thread.
  virtual void post(std::function<void()> call) = 0;
  /// Runs `work` on the one thread for disks and large files, in order; from the loop's thread.
  virtual void work(std::function<void()> work) = 0;
  virtual std::unique_ptr<Timer> make_timer() = 0;
};

}  // namespace rookery::web
