// What must hold for any bytes at the page's doors: HTTP and WebSockets, and the requests in them.
#pragma once

#include <sys/socket.h>

#include <deque>
#include <map>
#include <mutex>
#include <set>

#include "fuzz/json_doors.h"
#include "web/app.h"
#include "web/client.h"
#include "web/http_connection.h"
#include "web/websocket.h"

namespace rookery::fuzz {

inline std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

/// Everything on the caller's thread, when it says so.
class FuzzLoop final : public web::Loop {
 public:
  void post(std::function<void()> call) override {
    const std::lock_guard lock(mutex_);
    calls_.push_back(std::move(call));
  }
  void work(std::function<void()> work) override { post(std::move(work)); }
  std::unique_ptr<web::Timer> make_timer() override { return std::make_unique<FuzzTimer>(*this); }

  void drain() {
    for (;;) {
      std::function<void()> call;
      {
        const std::lock_guard lock(mutex_);
        if (calls_.empty()) return;
        call = std::move(calls_.front());
        calls_.pop_front();
      }
      call();
    }
  }
  /// Lets all timers that wait now run out.
  void run_out() {
    const auto waiting = timers_;
    for (FuzzTimer* timer : waiting)
      if (timers_.contains(timer)) timer->run_out();
  }

 private:
  class FuzzTimer final : public web::Timer {
   public:
    explicit FuzzTimer(FuzzLoop& loop) : loop_(loop) {}
    ~FuzzTimer() override { cancel(); }
    void after(std::chrono::milliseconds, std::function<void()> call) override {
      call_ = std::move(call);
      loop_.timers_.insert(this);
    }
    void cancel() override { loop_.timers_.erase(this); }
    void run_out() {
      cancel();
      std::exchange(call_, nullptr)();
    }

   private:
    FuzzLoop& loop_;
    std::function<void()> call_;
  };

  std::mutex mutex_;
  std::deque<std::function<void()>> calls_;
  std::set<FuzzTimer*> timers_;
};

/// A tab: keeps the newest names of things, so that requests can be about them ($G, $A, $F).
class FuzzTab final : public web::Client {
 public:
  explicit FuzzTab(web::App& app) : app_(app) { app_.opened(*this); }

  /// A request, with a number of its own if it is an object.
  void ask(std::string text) {
    for (const auto& [name, value] : names_) text = replaced(text, name, value);
    auto value = json::Value::parse(text, nullptr, /*allow_exceptions=*/false);
    if (value.is_object()) {
      value["id"] = ++asked_;
      const auto type = value.find("t");
      later_ += type != value.end() && (*type == "hint" || *type == "threat");
      text = json::to_text(value);
    } else {
      ++asked_;
    }
    app_.message(*this, text);
  }
  void send(std::shared_ptr<const std::string> text, web::Importance) override {
    const auto value = json::Value::parse(*text, nullptr, /*allow_exceptions=*/false);
    require(value.is_object(), "the page is sent JSON objects", *text);
    answers_ += value.contains("re");
    for (const auto& [name, key] :
         {std::pair("$G", "game"), std::pair("$A", "analysis"), std::pair("$F", "file")})
      if (const auto found = value.find(key); found != value.end() && found->is_string())
        names_[name] = *found;
  }
  void close(int, std::string_view) override { leave(); }
  void leave() {
    if (std::exchange(open_, false)) app_.closed(*this);
  }
  bool is_open() const { return open_; }
  /// Requests that take their time may still be under way.
  bool all_answered() const { return answers_ <= asked_ && answers_ + later_ >= asked_; }

 private:
  web::App& app_;
  bool open_ = true;
  int asked_ = 0, answers_ = 0, later_ = 0;
  std::map<std::string, std::string> names_;
};

/// A session of the page: each line is a request, "POST ..." an import, "tick" lets timers run out.
/// Each request is answered once, with JSON.
inline void fuzz_page(std::string_view text) {
  static FuzzLoop& loop = *new FuzzLoop;  // searches may end after their session
  const std::filesystem::path state = fuzz_folder() / "page";
  {
    web::App app(loop, {state, "fuzz", 1e9});
    FuzzTab tab(app);
    tab.ask(R"({"t":"hello","proto":[1],"client":"fuzz-tab"})");
    for (int lines = 0; !text.empty() && lines < 25 && tab.is_open(); ++lines) {
      const std::string line(text.substr(0, text.find('\n')));
      text.remove_prefix(std::min(text.size(), line.size() + 1));
      int replies = 0;
      if (line.starts_with("POST ")) {
        app.post("/api/import", line.substr(5), [&](int, const web::PostBody& body) {
          require(json::Value::accept(body.bytes), "a POST is answered with JSON", body.bytes);
          ++replies;
        });
        loop.drain();
        require(replies == 1, "a POST is answered once", line);
      } else if (line == "tick") {
        loop.run_out();
      } else {
        tab.ask(line);
      }
      loop.drain();
      if (tab.is_open()) require(tab.all_answered(), "each request is answered once", line);
    }
    tab.leave();
    app.shut_down();
    loop.drain();
  }
  loop.drain();
  std::error_code ignored;
  std::filesystem::remove_all(state, ignored);
}

/// Hears what came through to the application.
class FuzzApplication final : public web::Application {
 public:
  void opened(web::Client& client) override {
    client_ = &client;
    ++heard;
  }
  void message(web::Client& client, std::string_view text) override {
    require(&client == client_, "messages come from who is there");
    client.send(std::make_shared<const std::string>(text), web::Importance::droppable);
    if (text == "bye") client.close(web::kTooMany, "bye");
  }
  void closed(web::Client&) override { client_ = nullptr; }
  bool post(std::string_view, std::string body, web::PostReply reply) override {
    ++heard;
    reply(200, std::move(body));
    return true;
  }
  void shut_down() override {}

  int heard = 0;

 private:
  web::Client* client_ = nullptr;
};

/// Bytes of a connection; $H, $O and $C become our host, origin and cookie. After a line "==" each
/// line is a WebSocket frame: its first byte as it is, the rest masked. Without the cookie nothing
/// reaches the application; the connection ends when the peer's does; the answer is HTTP.
inline void fuzz_http(std::string_view text) {
  constexpr int kPort = 4711;
  web::ServerOptions options;
  options.key = std::string(64, 'k');
  web::Transport transport(options, kPort);
  FuzzApplication application;
  transport.application = &application;
  const std::string cookie = transport.trust.cookie();
  const std::size_t mark = std::min(text.find("\n==\n"), text.size());
  std::string bytes(text.substr(0, mark));
  const bool knows = bytes.find("$C") != bytes.npos || bytes.find(cookie) != bytes.npos;
  bytes = replaced(std::move(bytes), "$H", "127.0.0.1:4711");
  bytes = replaced(std::move(bytes), "$O", "http://127.0.0.1:4711");
  bytes = replaced(std::move(bytes), "$C", cookie);
  for (std::string_view frames = text.substr(std::min(mark + 4, text.size())); !frames.empty();) {
    const std::string_view line = frames.substr(0, frames.find('\n'));
    frames.remove_prefix(std::min(frames.size(), line.size() + 1));
    if (line.empty()) continue;
    std::string frame = web::testing::frame(1, line.substr(1));
    frame[0] = line[0];
    bytes += frame;
  }
  int ends[2];
  require(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) == 0,
          "a pair of sockets can be made");
  web::tcp::socket socket(transport.io);
  socket.assign(web::tcp::v4(), ends[0]);
  std::make_shared<web::HttpConnection>(transport, std::move(socket))->read_request();
  require(::send(ends[1], bytes.data(), bytes.size(), MSG_NOSIGNAL) >= 0, "it can be written");
  ::shutdown(ends[1], SHUT_WR);
  std::string answer;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  while (!transport.connections.empty() || !transport.websockets.empty()) {
    transport.io.restart();
    transport.io.poll();
    char part[1 << 16];
    for (ssize_t n; (n = ::recv(ends[1], part, sizeof part, 0)) > 0;)
      answer.append(part, static_cast<std::size_t>(n));
    require(std::chrono::steady_clock::now() < end, "a connection ends with its peer's", text);
  }
  ::close(ends[1]);
  require(knows || application.heard == 0, "nothing comes through without the cookie", text);
  if (!answer.empty()) require(answer.starts_with("HTTP/1.1 "), "an answer is HTTP", answer);
}

}  // namespace rookery::fuzz
