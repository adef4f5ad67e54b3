// An App behind a real server, and pages that speak to it.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "json/value.h"
#include "web/app.h"
#include "web/client.h"
#include "web/server.h"

namespace rookery::web::testing {

namespace fs = std::filesystem;
using json::Value;

/// One page: sends requests, keeps the events that come meanwhile.
class Page {
 public:
  Page(int port, const Headers& headers, std::string name = "page-one-12")
      : socket_(port, headers), name_(std::move(name)) {}

  Value hello(Value more = Value::object()) {
    more.update({{"proto", {1}}, {"client", name_}});
    return ask("hello", std::move(more));
  }
  void send(const std::string& type, Value fields, int id) {
    fields["t"] = type;
    fields["id"] = id;
    socket_.send(json::to_text(fields));
  }
  Value ask(const std::string& type, Value fields = Value::object()) {
    send(type, std::move(fields), ++id_);
    return reply(id_);
  }
  Value reply(int id) {
    for (;;) {
      const Value value = next();
      if (value.is_null() || value.value("re", 0) == id) return value;
      events.push_back(value);
    }
  }
  /// The next event of that type, also one that has come already.
  Value event(const std::string& type) {
    for (;;) {
      for (std::size_t i = 0; i < events.size(); ++i)
        if (events[i]["t"] == type) {
          const Value found = events[i];
          events.erase(events.begin() + static_cast<std::ptrdiff_t>(i));
          return found;
        }
      const Value value = next();
      if (value.is_null()) return value;
      events.push_back(value);
    }
  }
  Value next() {
    const auto text = socket_.receive();
    return text ? Value::parse(*text) : Value();
  }
  Socket& socket() { return socket_; }
  int last_id() const { return id_; }
  std::vector<Value> events;

 private:
  Socket socket_;
  std::string name_;
  int id_ = 0;
};

class WebApp : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* base = getenv("TEST_TMPDIR");
    std::string name = std::string(base ? base : "/tmp") + "/web-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    state_ = name;
    start();
  }
  void TearDown() override {
    stop();
    fs::remove_all(state_);
  }
  void start(double rate = 1e9) {
    ServerOptions options;
    options.key = std::string(64, 'a');
    auto server = Server::listen(options);
    ASSERT_TRUE(server);
    server_ = std::move(*server);
    AppSetup setup{state_, "test", rate};
    setup.review.position = {10'000};
    setup.review.levels = false;
    setup.queue = queue_;
    app_ = std::make_unique<App>(*server_, std::move(setup));
    thread_ = std::thread([this] { server_->run(*app_); });
    const std::string host = "127.0.0.1:" + std::to_string(server_->port());
    own_ = {host, "http://" + host, server_->trust().cookie(), ""};
  }
  void stop() {
    if (!server_) return;
    server_->stop();
    thread_.join();
    app_.reset();
    server_.reset();
  }
  Page page(std::string name = "page-one-12") {
    return Page(server_->port(), own_, std::move(name));
  }
  /// A game in the folder, as a terminal leaves it.
  void write_game(const std::string& id, const std::string& moves) {
    fs::create_directories(state_ / "current");
    std::ofstream(state_ / "current" / (id + ".pgn"))
        << "[Event \"Rookery game\"]\n[White \"Human\"]\n[Black \"Human\"]\n[Result \"*\"]\n"
           "[RookeryWhite \"human\"]\n[RookeryBlack \"human\"]\n\n"
        << moves << " *\n";
  }

  fs::path state_;
  std::optional<QueueSetup> queue_;
  std::unique_ptr<Server> server_;
  std::unique_ptr<App> app_;
  std::thread thread_;
  Headers own_;
};

}  // namespace rookery::web::testing
