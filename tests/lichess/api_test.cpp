// The HTTP loop and the rules of conduct, against the fake server.
#include "lichess/api.h"

#include <gtest/gtest.h>

#include "harness.h"

namespace rookery::lichess {
namespace {

using namespace test;

Timing quick() {
  Timing t;
  t.watchdog_ms = 1000;
  t.rate_limit_wait_ms = 1000;
  t.request_timeout_ms = 3000;
  t.retry_first_ms = 20;
  t.retry_max_ms = 100;
  return t;
}

struct Client {
  explicit Client(const FakeServer& server, const std::string& token = kToken)
      : http(server.url(), *Token::from_text(token), "test"), api(http, quick(), log) {}
  EventLog log;
  Http http;
  Api api;
};

struct StreamRecord {
  Mailbox<std::pair<long, std::string>> ends;
  Mailbox<std::string> lines;
  StreamListener listener() {
    return {[this](std::string line) { lines.push(std::move(line)); },
            [this](long status, std::string reason) {
              ends.push({status, std::move(reason)});
            }};
  }
};

TEST(Api, AccountAndScopes) {
  FakeServer server(Json::object());
  Client client(server);
  const auto account = client.api.account({});
  ASSERT_TRUE(account) << account.error().message;
  EXPECT_EQ(account->id, "rookerybot");
  EXPECT_TRUE(account->is_bot);
  const auto scopes = client.api.token_scopes(test_token(), {});
  ASSERT_TRUE(scopes) << scopes.error().message;
  EXPECT_NE(scopes->find("bot:play"), std::string::npos);
}

TEST(Api, AStrangeAccountIsReadOrRefusedInOneLine) {
  FakeServer server(Json{{"account", R"({"username":null,"perfs":null})"}});
  Client client(server);
  const auto account = client.api.account({});
  ASSERT_TRUE(account) << account.error().message;
  EXPECT_EQ(account->name, "rookerybot");
  const auto refusal = [&](const char* changes) {
    server.control("set", {{"account", changes}});
    const auto strange = client.api.account({});
    return strange ? "accepted" : strange.error().message;
  };
  EXPECT_EQ(refusal(R"({"username":[1,2]})"), "account.username: expected text, not a list");
  EXPECT_EQ(refusal(R"({"id":null})"), "account.id: is missing, expected text");
  EXPECT_EQ(refusal(R"({"count":{"all":9000000000}})"),
            "account.count.all: expected a whole number from 0 to 1000000000, not 9000000000");
  EXPECT_EQ(refusal(R"({"count":7})"), "account.count: expected an object, not 7");
}

TEST(Api, WrongTokenIsToldWithoutRetries) {
  FakeServer server(Json::object());
  Client client(server, "lip_wrong");
  const auto account = client.api.account({});
  ASSERT_FALSE(account);
  EXPECT_NE(account.error().message.find("token"), std::string::npos);
  EXPECT_EQ(account.error().message.find("lip_wrong"), std::string::npos);
  EXPECT_FALSE(client.api.token_scopes(*Token::from_text("lip_wrong"), {}));
}

TEST(Api, ServerErrorsAreRetriedClientErrorsAreNot) {
  FakeServer server(Json::object());
  Client client(server);
  EXPECT_EQ(client.api.accept("nothere", {}).status, 404);
  EXPECT_EQ(FakeServer::count(server.report(), "requests"), 1);
  server.control("set", {{"faults", {{"error", 1.0}}}});
  EXPECT_GE(client.api.accept("nothere", {}).status, 500);
  EXPECT_EQ(FakeServer::count(server.report(), "requests"), 1 + 4);
}

TEST(Api, LostConnectionsAreRetried) {
  FakeServer server(Json{{"faults", {{"drop", 1.0}}}});
  Client client(server);
  EXPECT_EQ(client.api.accept("nothere", {}).status, 0);
  EXPECT_GE(FakeServer::count(server.report(), "dropped"), 4);
}

TEST(Api, RestsAfter429AndThenSucceeds) {
  FakeServer server(Json{{"rest_ms", 250}, {"faults", {{"rate_errand", 1.0}}}});
  Client client(server);
  const auto began = Clock::now();
  std::thread relief([&] {
    server.wait_for([](const Json& r) { return FakeServer::count(r, "rate_limited") >= 1; });
    server.control("set", {{"faults", {{"rate_errand", 0.0}}}});
  });
  EXPECT_EQ(client.api.accept("nothere", {}).status, 404);
  relief.join();
  EXPECT_GE(Clock::now() - began, 1000ms);
  EXPECT_EQ(FakeServer::count(server.report(), "came_too_early"), 0);
  EXPECT_EQ(FakeServer::count(server.report(), "requests"), 2);
}

TEST(Api, AnErrandsRestDoesNotHoldBackMoves) {
  FakeServer server(Json{{"faults", {{"rate_errand", 1.0}}}});
  Client client(server);
  EXPECT_EQ(client.api.chat("g", "player", "hi", {}).status, 429);
  const auto began = Clock::now();
  EXPECT_EQ(client.api.move("nothere", "e2e4", false, {}).status, 404);
  EXPECT_LT(Clock::now() - began, 800ms);
  // The other way round everything rests.
  server.control("set", {{"faults", {{"rate_game", 1.0}, {"rate_errand", 0.0}}}});
  std::stop_source stop;
  std::thread mover([&] { client.api.move("nothere", "e2e4", false, stop.get_token()); });
  ASSERT_TRUE(
      server.wait_for([](const Json& r) { return FakeServer::count(r, "rate_limited") >= 2; }));
  // Rests from when our side has read the answer, which may be a moment after the server wrote it.
  bool rested = false;
  for (const auto deadline = Clock::now() + 30s; !rested && Clock::now() < deadline;) {
    const auto errand_began = Clock::now();
    client.api.accept("nothere", {});
    rested = Clock::now() - errand_began >= 300ms;
  }
  EXPECT_TRUE(rested);
  stop.request_stop();
  mover.join();
}

TEST(Api, StopEndsEveryWait) {
  FakeServer server(Json{{"faults", {{"slow", 1.0}, {"slow_ms", 100000}}}});
  Client client(server);
  std::stop_source stop;
  std::thread stopper([&] {
    std::this_thread::sleep_for(50ms);
    stop.request_stop();
  });
  const auto began = Clock::now();
  EXPECT_EQ(client.api.move("nothere", "e2e4", false, stop.get_token()).status, 0);
  EXPECT_LT(Clock::now() - began, 2500ms);  // below the request's own timeout
  stopper.join();
}

TEST(Api, SilentStreamIsEndedByTheWatchdog) {
  FakeServer server(Json{{"faults", {{"stall", 1.0}}}});
  Client client(server);
  StreamRecord record;
  const auto began = Clock::now();
  client.api.open_event_stream(record.listener());
  const auto end = record.ends.pop(Clock::now() + 5s);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->second, "no keep-alive");
  EXPECT_GE(Clock::now() - began, 1000ms);
}

TEST(Api, KeepAlivesKeepAStreamOpen) {
  FakeServer server(Json{{"keep_alive_ms", 100}});
  Client client(server);
  StreamRecord record;
  const auto id = client.api.open_event_stream(record.listener());
  EXPECT_FALSE(record.ends.pop(Clock::now() + 2500ms));  // longer than the watchdog
  EXPECT_FALSE(record.lines.pop(Clock::now()));          // keep-alives are not lines
  server.control("challenge");
  const auto line = record.lines.pop(Clock::now() + 5s);
  ASSERT_TRUE(line);
  EXPECT_NE(line->find("\"challenge\""), std::string::npos);
  client.api.close_stream(id);
  EXPECT_FALSE(record.ends.pop(Clock::now() + 100ms));  // closed streams are silent
}

TEST(Api, StreamStatusIsReported) {
  FakeServer server(Json::object());
  Client client(server);
  StreamRecord record;
  client.api.open_game_stream("nothere", record.listener());
  const auto end = record.ends.pop(Clock::now() + 5s);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->first, 404);
}

TEST(Api, BackoffGrowsToItsLimit) {
  FakeServer server(Json::object());
  Client client(server);
  const auto wait = [&](int failures) { return client.api.next_try(0, failures) - Clock::now(); };
  EXPECT_LT(wait(0), 15ms);
  EXPECT_LT(wait(1), 40ms);
  EXPECT_GT(wait(3), 50ms);
  EXPECT_LT(wait(50), 150ms);
  EXPECT_GT(client.api.next_try(429, 1) - Clock::now(), 500ms);
}

TEST(Http, ManyThreadsShareTheLoop) {
  FakeServer server(Json::object());
  Client client(server);
  std::vector<std::thread> threads;
  std::atomic<int> ok{0};
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&] {
      HttpRequest request;
      request.path = "/api/account";
      for (int i = 0; i < 10; ++i) ok += client.http.perform(request).ok();
    });
  for (auto& t : threads) t.join();
  EXPECT_EQ(ok, 80);
}

TEST(Http, UrlEncoding) { EXPECT_EQ(url_encode("a b&c=\xC3\xA4-_.~"), "a%20b%26c%3D%C3%A4-_.~"); }

}  // namespace
}  // namespace rookery::lichess
