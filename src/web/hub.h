// Hub: what is above the WebSocket and below chess. Tabs say hello, requests are done once however
// often they are sent, channels carry numbered events that a tab can catch up on.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/result.h"
#include "json/door.h"
#include "json/value.h"
#include "web/application.h"

namespace rookery::web {

/// Why a request was not done: a code for programs, a sentence for people.
struct Failure {
  std::string code, text, field = {};
};
/// The fields of a reply.
using Answer = Result<json::Value, Failure>;

inline Unexpected<Failure> failure(std::string code, std::string text, std::string field = {}) {
  return Unexpected{Failure{std::move(code), std::move(text), std::move(field)}};
}
/// The first thing that was wrong with a request's fields.
inline Unexpected<Failure> bad_fields(const json::Fields& fields) {
  return failure("bad_message", fields.error() ? fields.error()->message : "bad request");
}
/// {"ok": true, ...} or {"ok": false, "error": {...}}.
json::Value reply_to_json(Answer answer);

class Hub;
struct Tab;

/// A request that is answered later, once. If nobody answers, its end is an answer too.
class Request {
 public:
  Request(Hub& hub, std::weak_ptr<Tab> tab, std::int64_t id, json::Value message)
      : hub_(hub), tab_(std::move(tab)), id_(id), message_(std::move(message)) {}
  ~Request();
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;

  json::Fields fields() const { return json::Fields(message_, message_["t"]); }
  void answer(Answer answer);

 private:
  Hub& hub_;
  std::weak_ptr<Tab> tab_;
  std::int64_t id_;
  json::Value message_;
  bool answered_ = false;
};

/// Events about one thing, for the tabs that watch it. Lives as long as the thing.
class Channel {
 public:
  /// `state` makes the event that tells everything. `watched` hears when the first tab comes and
  /// when the last one has gone.
  Channel(Hub& hub, std::string name, std::function<json::Value()> state,
          std::function<void(bool)> watched = {});
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  const std::string& name() const { return name_; }
  bool is_watched() const { return !watchers_.empty(); }
  /// Numbered, and kept for tabs that come back.
  void publish(json::Value event);
  /// The whole state to everyone, as a numbered event.
  void publish_state() { publish(state_()); }
  /// Of the moment: not numbered, and left out for those who are slow.
  void publish_passing(json::Value event);

 private:
  friend class Hub;
  struct Event {
    std::uint64_t number;
    std::shared_ptr<const std::string> text;
  };
  std::shared_ptr<const std::string> text_of(json::Value& event, bool numbered) const;

  Hub& hub_;
  const std::string name_;
  const std::function<json::Value()> state_;
  const std::function<void(bool)> watched_;
  std::uint64_t number_ = 0;
  std::deque<Event> events_;
  std::set<Tab*> watchers_;
};

/// One page in a browser; outlives its connection, so that it can come back.
struct Tab {
  std::string name;
  Client* client = nullptr;  ///< none: away
  std::set<Channel*> channels;
  /// By the request's number; null: not answered yet.
  std::map<std::int64_t, std::shared_ptr<const std::string>> replies;
  std::size_t reply_bytes = 0;
  std::uint64_t last_seen = 0;
};

class Hub {
 public:
  struct Setup {
    /// Fields of the welcome besides those of the protocol.
    std::function<json::Value()> welcome;
    /// Makes the channel of a thing that is not open yet, if there is one.
    std::function<Answer(std::string_view name)> open_channel;
    double requests_per_second = 50;
  };
  Hub(Loop& loop, Setup setup);
  ~Hub();

  void on(std::string type, std::function<Answer(json::Fields)> handler);
  void on_later(std::string type, std::function<void(std::shared_ptr<Request>)> handler);

  void opened(Client& client);
  void message(Client& client, std::string_view text);
  void closed(Client& client);
  /// To every tab.
  void broadcast(const json::Value& event);

  const std::string& session() const { return session_; }

 private:
  friend class Request;
  friend class Channel;
  struct Connection {
    std::shared_ptr<Tab> tab;  ///< after hello
    std::unique_ptr<Timer> hello_timer;
    double allowance = 0;  ///< of requests
    std::chrono::steady_clock::time_point counted;
  };

  bool is_too_fast(Connection& connection) const;
  void hello(Client& client, Connection& connection, std::int64_t id, json::Fields fields);
  std::shared_ptr<Tab> find_tab(const std::string& name);
  void resume(Tab& tab, const json::Value& channels, bool same_session);
  Answer watch(Tab& tab, const std::string& name, std::optional<std::uint64_t> after);
  void catch_up(Tab& tab, Channel& channel, std::optional<std::uint64_t> after);
  void unwatch(Tab& tab, Channel& channel);
  void leave(Tab& tab);
  void store_reply(Tab& tab, std::int64_t id, Answer answer);
  void send(Client& client, const json::Value& value);

  Loop& loop_;
  const Setup setup_;
  const std::string session_;
  std::map<std::string, std::function<void(std::shared_ptr<Request>)>, std::less<>> handlers_;
  std::map<Client*, Connection> connections_;
  std::map<std::string, std::shared_ptr<Tab>> tabs_;
  std::map<std::string, Channel*, std::less<>> channels_;
  std::uint64_t visits_ = 0;
};

/// Milliseconds of the steady clock, as the page sees time.
std::int64_t now_ms();

}  // namespace rookery::web
