// Http: requests and line streams over libcurl's multi interface, driven by one thread.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "lichess/mailbox.h"
#include "lichess/token.h"

namespace rookery::lichess {

struct HttpRequest {
  bool post = false;
  std::string path;  ///< with query, e.g. "/api/account"
  std::string body;  ///< form-encoded unless `plain_text`
  bool plain_text = false;
  std::chrono::milliseconds timeout{8000};
};

struct HttpReply {
  long status = 0;  ///< 0: no answer came
  std::string body;
  std::string error;  ///< why there was no answer
  std::chrono::milliseconds elapsed{0};

  bool ok() const { return status >= 200 && status < 300; }
  /// Worth another try: no answer, or a fault of the server.
  bool is_passing_fault() const { return status == 0 || status >= 500; }
};

/// Receives a stream's lines on the loop thread; must not block. Empty lines are keep-alives and
/// are not delivered.
struct StreamListener {
  std::function<void(std::string line)> on_line;
  /// Once, at the end: with the HTTP status (200 if the stream had begun) and the reason.
  std::function<void(long status, std::string reason)> on_end;
};

/// Any thread may call; callbacks come on the loop thread.
class Http {
 public:
  Http(std::string base_url, const Token& token, std::string user_agent);
  /// Without a token, for what everybody may ask.
  Http(std::string base_url, std::string user_agent);
  /// Ends every transfer: waiting requests get status 0.
  ~Http();
  Http(const Http&) = delete;

  /// Blocks until the answer, the timeout or the stop. Not on the loop thread.
  HttpReply perform(const HttpRequest& request, std::stop_token stop = {});

  using StreamId = std::uint64_t;
  /// `watchdog`: so much silence ends the stream.
  StreamId open_stream(std::string path, std::chrono::milliseconds watchdog,
                       StreamListener listener);
  /// When this returns, no callback of the stream runs or will run. Unknown ids are fine.
  void close_stream(StreamId id);

 private:
  class Loop;
  std::unique_ptr<Loop> loop_;
};

/// For query strings and form bodies.
std::string url_encode(std::string_view text);

}  // namespace rookery::lichess
