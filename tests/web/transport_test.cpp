// Who gets in, and what those who get in can not do. The application is an echo.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <memory>
#include <new>
#include <set>
#include <thread>
#include <vector>

#include "base/rng.h"
#include "web/assets.h"
#include "web/client.h"
#include "web/server.h"

namespace rookery::web {
namespace {

using namespace std::chrono_literals;
using testing::Connection;
using testing::frame;
using testing::get;
using testing::Headers;
using testing::post;
using testing::read_response;
using testing::Response;
using testing::Socket;

const std::string kKey(64, 'a');

/// Sends back what it gets; "flood N KB", "lines N KB", "close" and "starve" do as they say.
class Echo final : public Application {
 public:
  void opened(Client& client) override { clients.insert(&client), ++opened_ever; }
  void closed(Client& client) override { clients.erase(&client), ++closed_ever; }
  void message(Client& client, std::string_view text) override {
    ASSERT_TRUE(clients.contains(&client));
    ++messages;
    const bool lines = text.starts_with("lines ");
    if (text == "close") return client.close(4001, "as told");
    if (text == "starve") throw std::bad_alloc();
    if (!lines && !text.starts_with("flood "))
      return client.send(std::make_shared<const std::string>(text), Importance::needed);
    const int count = std::stoi(std::string(text.substr(6)));
    const auto block = std::make_shared<const std::string>(1024, lines ? 'l' : 'f');
    for (int i = 0; i < count && clients.contains(&client); ++i)
      client.send(block, lines ? Importance::droppable : Importance::needed);
    if (lines) client.send(std::make_shared<const std::string>("end"), Importance::needed);
  }
  bool post(std::string_view path, std::string body, PostReply reply) override {
    if (path == "/api/starve") throw std::bad_alloc();
    if (path != "/api/size") return false;
    reply(200, std::to_string(body.size()));
    return true;
  }
  void shut_down() override { ++shut_downs; }

  std::set<Client*> clients;
  std::atomic<int> opened_ever{0}, closed_ever{0}, messages{0}, shut_downs{0};
};

class Web : public ::testing::Test {
 protected:
  void SetUp() override {
    options_.key = kKey;
    options_.names = {"chess.example"};
  }
  void start() {
    auto server = Server::listen(options_);
    ASSERT_TRUE(server) << server.error().message;
    server_ = std::move(*server);
    token_ = server_->trust().new_token();
    thread_ = std::thread([this] { server_->run(echo_); });
    const std::string host = "127.0.0.1:" + std::to_string(port());
    own_ = {host, "http://" + host, "other=1; rookery_" + std::to_string(port()) + "=" + kKey, ""};
  }
  void TearDown() override {
    if (!server_) return;
    server_->stop();
    thread_.join();
    EXPECT_EQ(echo_.shut_downs, 1);
    EXPECT_EQ(echo_.opened_ever, echo_.closed_ever);
  }
  int port() const { return server_->port(); }
  /// A working client gets its answer, whatever others do.
  void expect_alive() {
    Socket socket(port(), own_);
    ASSERT_EQ(socket.status(), 101);
    ASSERT_TRUE(socket.send("hello"));
    EXPECT_EQ(socket.receive(), "hello");
  }

  ServerOptions options_;
  Echo echo_;
  std::unique_ptr<Server> server_;
  std::thread thread_;
  std::string token_;
  Headers own_;
};

TEST_F(Web, OwnPagePasses) {
  start();
  EXPECT_EQ(get(port(), "/", own_).status, 200);
  EXPECT_EQ(get(port(), "/play/20261118-1", own_).status, 200);
  EXPECT_EQ(get(port(), "/nothing", own_).status, 404);
  const Response page = get(port(), "/analyse", own_);
  EXPECT_TRUE(page.has("Content-Security-Policy: default-src 'self';"));
  EXPECT_TRUE(page.has("X-Content-Type-Options: nosniff"));
  EXPECT_FALSE(page.has("Access-Control"));
  expect_alive();
}

TEST_F(Web, ForeignHostIsRefusedBeforeAnythingElse) {
  start();
  const std::string port_text = ":" + std::to_string(port());
  for (const std::string& host :
       {std::string(), std::string("127.0.0.1"), "evil.example" + port_text,
        "127.0.0.1.evil.example" + port_text, std::string("localhost:1"), "LOCALHOST" + port_text,
        "127.0.0.1" + port_text + " "}) {
    Headers headers = own_;
    headers.host = host;
    const bool is_ours = host == "127.0.0.1" + port_text + " ";  // the blank is no part of it
    EXPECT_EQ(get(port(), "/", headers).status, is_ours ? 200 : 421) << host;
    EXPECT_EQ(post(port(), "/api/size", headers, "{}").status, is_ours ? 200 : 421) << host;
    EXPECT_EQ(Socket(port(), headers).status(), is_ours ? 101 : 421) << host;
    EXPECT_EQ(get(port(), "/again.js", headers).status, is_ours ? 200 : 421) << host;
  }
  Headers twice = own_;
  twice.more = "Host: evil.example\r\n";
  EXPECT_NE(get(port(), "/", twice).status, 200);
  for (const char* name : {"localhost", "[::1]", "chess.example"}) {
    Headers headers = own_;
    headers.host = name + port_text;
    EXPECT_EQ(get(port(), "/", headers).status, 200) << name;
  }
}

TEST_F(Web, ForeignOriginIsRefused) {
  start();
  const std::string right = own_.origin;
  for (const std::string& origin :
       {std::string(), std::string("null"), std::string("http://evil.example"), right + "/",
        "https" + right.substr(4), std::string("http://127.0.0.1:1"), right + ".evil.example",
        "file://" + right}) {
    Headers headers = own_;
    headers.origin = origin;
    EXPECT_EQ(Socket(port(), headers).status(), 403) << origin;
    EXPECT_EQ(post(port(), "/api/size", headers, "{}").status, 403) << origin;
    EXPECT_EQ(post(port(), "/api/link", headers, "{}").status, 403) << origin;
  }
  EXPECT_EQ(echo_.opened_ever, 0);
}

TEST_F(Web, WithoutTheCookieNothingIsServed) {
  start();
  for (const std::string& cookie :
       {std::string(), "rookery=" + kKey, "rookery_1=" + kKey,
        "rookery_" + std::to_string(port()) + "=" + std::string(64, 'b'),
        "rookery_" + std::to_string(port()) + "=", "x" + own_.cookie.substr(9)}) {
    Headers headers = own_;
    headers.cookie = cookie;
    const Response page = get(port(), "/play", headers);
    EXPECT_EQ(page.status, 403) << cookie;
    EXPECT_NE(page.body.find("again.js"), page.body.npos);
    EXPECT_EQ(get(port(), "/index.html", headers).status, 403);
    EXPECT_EQ(post(port(), "/api/size", headers, "{}").status, 403);
    EXPECT_EQ(post(port(), "/api/link", headers, "{}").status, 403);
    // The page can read why a WebSocket was closed, but not why one was refused.
    Socket socket(port(), headers);
    EXPECT_EQ(socket.status(), 101);
    socket.send("hello");
    EXPECT_EQ(socket.receive(), std::nullopt);
    EXPECT_EQ(socket.close_code(), kBadToken);
    EXPECT_EQ(get(port(), "/again.js", headers).status, 200);
  }
  EXPECT_EQ(echo_.messages, 0);
}

TEST_F(Web, LinkWorksOnce) {
  start();
  Headers nobody = own_;
  nobody.cookie.clear();
  EXPECT_EQ(get(port(), "/?token=wrong", nobody).status, 403);
  EXPECT_EQ(get(port(), "/play?token=" + token_, nobody).status, 403);
  const Response first = get(port(), "/?token=" + token_, nobody);
  EXPECT_EQ(first.status, 200);
  EXPECT_TRUE(first.has("Set-Cookie: rookery_" + std::to_string(port()) + "=" + kKey +
                        "; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict"));
  const Response second = get(port(), "/?token=" + token_, nobody);
  EXPECT_EQ(second.status, 403);
  EXPECT_NE(second.body.find("used already"), second.body.npos);
  EXPECT_FALSE(second.has("Set-Cookie"));
  // The same tab, reloaded, has the cookie.
  EXPECT_EQ(get(port(), "/?token=" + token_, own_).status, 200);

  const Response link = post(port(), "/api/link", own_, "{}");
  EXPECT_EQ(link.status, 200);
  const std::string fresh = link.body.substr(10, 32);
  EXPECT_TRUE(get(port(), "/?token=" + fresh, nobody).has("Set-Cookie"));
}

TEST_F(Web, OnlyTheNewestLinksAreGood) {
  start();
  for (int i = 0; i < 10; ++i) EXPECT_EQ(post(port(), "/api/link", own_, "{}").status, 200);
  Headers nobody = own_;
  nobody.cookie.clear();
  EXPECT_EQ(get(port(), "/?token=" + token_, nobody).status, 403);
}

TEST_F(Web, PathsLeadNowhereElse) {
  start();
  for (const char* path :
       {"/../../etc/passwd", "/assets/../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc/passwd", "//etc/passwd", "/etc/passwd", "/play/../../etc/passwd",
        "/play/..", "/play/a/b", "/assets/", "/assets/%00", "/play/a\\b", "/games/x", "/ws"}) {
    EXPECT_EQ(get(port(), path, own_).status, 404) << path;
  }
  for (const char* target : {"http://evil.example/", "*", "etc/passwd"})
    EXPECT_EQ(get(port(), target, own_).status, 400) << target;
}

TEST_F(Web, PostsAreJsonOfKnownLength) {
  options_.limits.body_bytes = 100'000;
  start();
  EXPECT_EQ(post(port(), "/api/size", own_, std::string(100'000, 'x')).body, "100000");
  EXPECT_EQ(post(port(), "/api/size", own_, std::string(100'001, 'x')).status, 413);
  EXPECT_EQ(post(port(), "/api/else", own_, "{}").status, 404);
  // What a form of another site could send.
  for (const char* type : {"text/plain", "application/x-www-form-urlencoded",
                           "multipart/form-data; boundary=x", "application/jsonp"})
    EXPECT_EQ(post(port(), "/api/size", own_, "{}", type).status, 415) << type;
  Connection chunked(port());
  chunked.send("POST /api/size HTTP/1.1\r\n" + own_.text() +
               "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n");
  EXPECT_EQ(read_response(chunked).status, 411);
  Connection both(port());
  both.send("POST /api/size HTTP/1.1\r\n" + own_.text() +
            "Content-Type: application/json\r\nContent-Length: 99999999999999999999\r\n\r\n");
  EXPECT_EQ(read_response(both).status, 400);
  for (const char* method : {"PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "NONSENSE"}) {
    Connection connection(port());
    connection.send(fmt::format("{} / HTTP/1.1\r\n{}\r\n", method, own_.text()));
    EXPECT_GE(read_response(connection).status, 400) << method;
  }
  Connection long_head(port());
  long_head.send("GET / HTTP/1.1\r\n" + own_.text() + "X: " + std::string(100'000, 'x'));
  EXPECT_EQ(read_response(long_head).status, 400);
  expect_alive();
}

TEST_F(Web, LargeFramesEndTheConnection) {
  start();
  {
    Socket fits(port(), own_);
    const std::string text(1 << 20, 'x');
    ASSERT_TRUE(fits.send(text));
    EXPECT_TRUE(fits.receive() == text);  // not EXPECT_EQ, which would print them
  }
  Socket large(port(), own_);
  large.send(std::string((1 << 20) + 1, 'x'));
  EXPECT_EQ(large.receive(), std::nullopt);
  // Only its head says how large it would be: nothing is kept for it.
  Socket promised(port(), own_);
  promised.send_bytes(std::string("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00", 14));
  EXPECT_EQ(promised.receive(), std::nullopt);
  // In pieces.
  Socket pieces(port(), own_);
  pieces.send_bytes(frame(1, std::string(600'000, 'x'), false));
  pieces.send_bytes(frame(0, std::string(600'000, 'x')));
  EXPECT_EQ(pieces.receive(), std::nullopt);
  Socket binary(port(), own_);
  binary.send_bytes(frame(2, "xyz"));
  EXPECT_EQ(binary.receive(), std::nullopt);
  EXPECT_EQ(binary.close_code(), 1003);
  Socket told(port(), own_);
  told.send("close");
  EXPECT_EQ(told.receive(), std::nullopt);
  EXPECT_EQ(told.close_code(), 4001);
  expect_alive();
}

TEST_F(Web, TwoHundredConnectionsOpenedAndLeft) {
  start();
  std::vector<Connection> left;
  for (int i = 0; i < 200; ++i) {
    left.emplace_back(port());
    if (i % 3 == 1) left.back().send("GET / HT");
    if (i % 3 == 2) left.back().send("POST /api/size HTTP/1.1\r\n");
  }
  expect_alive();
  EXPECT_EQ(get(port(), "/", own_).status, 200);
}

TEST_F(Web, TwoHundredWebSocketsOpenedAndLeft) {
  start();
  std::vector<std::unique_ptr<Socket>> left;
  int refused = 0;
  for (int i = 0; i < 200; ++i) {
    left.push_back(std::make_unique<Socket>(port(), own_));
    ASSERT_EQ(left.back()->status(), 101);
    if (i < 64) continue;
    EXPECT_EQ(left.back()->receive(), std::nullopt);
    refused += left.back()->close_code() == kTooMany;
  }
  EXPECT_EQ(refused, 200 - 64);
  EXPECT_EQ(get(port(), "/", own_).status, 200);
  left[0]->send("still here");
  EXPECT_EQ(left[0]->receive(), "still here");
  left.clear();
  for (int i = 0; i < 500 && echo_.closed_ever < 64; ++i) std::this_thread::sleep_for(10ms);
  expect_alive();
}

TEST_F(Web, SilentConnectionsTimeOut) {
  options_.limits.request_time = 1s;
  options_.limits.body_time = 1s;
  start();
  Connection silent(port());
  Connection slow(port());
  slow.send("GET / HTTP/1.1\r\nHost");
  Connection body(port());
  body.send("POST /api/size HTTP/1.1\r\n" + own_.text() +
            "Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{");
  for (Connection* one : {&silent, &slow, &body}) EXPECT_FALSE(one->fill(10s));
}

TEST_F(Web, SlowReaderLosesLinesAndThenTheConnection) {
  start();
  {
    // 8 MB of lines: some are left out, what is needed arrives.
    Socket slow(port(), own_, 4096);
    slow.send("lines 8192");
    for (int i = 0; i < 20; ++i) expect_alive();
    std::size_t lines = 0;
    std::optional<std::string> text;
    while ((text = slow.receive()) && *text != "end") ++lines;
    EXPECT_EQ(text, "end");
    EXPECT_LT(lines, 8192u);
  }
  Socket slow(port(), own_, 4096);
  slow.send("flood 20480");
  for (int i = 0; i < 500 && !(echo_.closed_ever >= 22); ++i) std::this_thread::sleep_for(10ms);
  EXPECT_EQ(echo_.closed_ever, 22);
  // It reads on at last, and finds why it was left.
  while (slow.receive()) {
  }
  EXPECT_TRUE(slow.close_code() == kTooSlow || slow.close_code() == 0) << slow.close_code();
  expect_alive();
}

TEST_F(Web, WhatDoesNotFitInMemoryEndsOnlyItsOwnConnection) {
  start();
  Socket other(port(), own_);
  for (int i = 0; i < 3; ++i) {
    Socket socket(port(), own_);
    socket.send("starve");
    EXPECT_EQ(socket.receive(), std::nullopt);
    EXPECT_EQ(socket.close_code(), kOutOfMemory);
    EXPECT_NE(post(port(), "/api/starve", own_, "{}").status, 200);
    server_->post([] { throw std::bad_alloc(); });
    server_->work([] { throw std::bad_alloc(); });
    expect_alive();
  }
  std::atomic<bool> worked{false};
  server_->work([&] { worked = true; });
  for (int i = 0; i < 3000 && !worked; ++i) std::this_thread::sleep_for(10ms);
  EXPECT_TRUE(worked);
  other.send("still here");
  EXPECT_EQ(other.receive(), "still here");
}

TEST_F(Web, StopSaysGoodbye) {
  start();
  Socket socket(port(), own_);
  socket.send("x");
  EXPECT_EQ(socket.receive(), "x");
  server_->stop();
  EXPECT_EQ(socket.receive(), std::nullopt);
  EXPECT_EQ(socket.close_code(), kGoingAway);
}

/// Frames with every kind of fault: opcodes, lengths, masks, fragments, texts that are no text.
std::string random_frame(Rng& rng) {
  std::string payload(rng.below(rng.below(8) ? 40 : 2000), ' ');
  const bool is_text = rng.below(50) != 0;
  for (char& c : payload) c = static_cast<char>(is_text ? ' ' + rng.below(95) : rng.below(256));
  if (rng.below(300) == 0) return payload;  // not even a frame
  const int opcode = rng.below(100) ? 1 : static_cast<int>(rng.below(16));
  std::string bytes = frame(opcode, payload, rng.below(200) != 0);
  if (rng.below(32) == 0)
    bytes[rng.below(static_cast<std::uint32_t>(bytes.size()))] ^=
        static_cast<char>(1 << rng.below(8));
  return bytes;
}

void send_random_frames(int port, const Headers& own, int frames) {
  Rng rng(1);
  int sockets = 0;
  for (int sent = 0; sent < frames;) {
    Socket socket(port, own);
    ASSERT_EQ(socket.status(), 101);
    ++sockets;
    for (int i = 0; i < 1000 && sent < frames; ++i, ++sent) {
      if (!socket.send_bytes(random_frame(rng))) break;
      while (socket.connection().fill(0ms)) socket.connection().take(1 << 20);
      if (!socket.connection().is_open()) break;
    }
  }
  EXPECT_GE(sockets, frames / 1000);
}

TEST_F(Web, RandomFrames) {
  start();
  send_random_frames(port(), own_, 20'000);
  expect_alive();
}

class DeepWeb : public Web {};

TEST_F(DeepWeb, MillionRandomFrames) {
  start();
  send_random_frames(port(), own_, 1'000'000);
  expect_alive();
}

TEST(WebAssets, PagesAndTypes) {
  for (const char* path : {"/", "/play", "/play/8f3a", "/analyse/x", "/review/player/Bob%20X",
                           "/review/practice", "/learn/alpha-beta/2", "/learn/tree", "/games",
                           "/games/file/3", "/arena/m1/17", "/arena/queue"})
    EXPECT_TRUE(is_page_path(path)) << path;
  for (const char* path :
       {"", "/plays", "/play/", "/play/a/b", "/games/x", "/api/link", "/index.html"})
    EXPECT_FALSE(is_page_path(path)) << path;
  EXPECT_EQ(content_type("/assets/a.js"), "text/javascript; charset=utf-8");
  for (const Asset& asset : embedded_assets()) {
    EXPECT_EQ(find_asset(asset.path), &asset);
    EXPECT_FALSE(asset.plain.empty());
    EXPECT_EQ(asset.gzip.substr(0, 2), "\x1f\x8b");
  }
}

}  // namespace
}  // namespace rookery::web
