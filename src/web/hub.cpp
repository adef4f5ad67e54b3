#include "web/hub.h"

#include <algorithm>
#include <new>
#include <utility>

#include "web/assets.h"
#include "web/trust.h"

namespace rookery::web {

namespace {

using namespace std::chrono_literals;
using json::Value;

constexpr int kProtocol = 1;
constexpr std::size_t kKeptEvents = 256, kKeptReplies = 64, kKeptTabs = 64, kMaxWatched = 32;
constexpr std::size_t kKeptReplyBytes = 1 << 20;
constexpr std::int64_t kLargestId = (std::int64_t{1} << 53) - 1;

bool is_tab_name(std::string_view name) {
  return name.size() >= 8 && name.size() <= 64 && std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                  c == '-' || c == '_';
         });
}

std::shared_ptr<const std::string> shared_text(const Value& value) {
  return std::make_shared<const std::string>(json::to_text(value));
}

}  // namespace

std::int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

Value reply_to_json(Answer answer) {
  if (answer) {
    Value reply = *std::move(answer);
    reply["ok"] = true;
    return reply;
  }
  Value error = {{"code", answer.error().code}, {"text", answer.error().text}};
  if (!answer.error().field.empty()) error["field"] = answer.error().field;
  return {{"ok", false}, {"error", std::move(error)}};
}

// --- requests -----------------------------------------------------------------------------------

Request::~Request() {
  if (answered_) return;
  try {
    answer(failure("busy", "This was not done."));
  } catch (const std::bad_alloc&) {  // the client hears nothing, and everybody else goes on
  }
}

void Request::answer(Answer answer) {
  if (std::exchange(answered_, true)) return;
  if (const auto tab = tab_.lock()) hub_.store_reply(*tab, id_, std::move(answer));
}

// --- channels -----------------------------------------------------------------------------------

Channel::Channel(Hub& hub, std::string name, std::function<Value()> state,
                 std::function<void(bool)> watched)
    : hub_(hub), name_(std::move(name)), state_(std::move(state)), watched_(std::move(watched)) {
  hub_.channels_[name_] = this;
}

Channel::~Channel() {
  for (Tab* tab : watchers_) tab->channels.erase(this);
  hub_.channels_.erase(name_);
}

std::shared_ptr<const std::string> Channel::text_of(Value& event, bool numbered) const {
  event["ch"] = name_;
  if (numbered) event["q"] = number_;
  return shared_text(event);
}

void Channel::publish(Value event) {
  ++number_;
  const auto text = text_of(event, true);
  events_.push_back({number_, text});
  if (events_.size() > kKeptEvents) events_.pop_front();
  const auto watchers = watchers_;  // a client that is too slow leaves while we send
  for (Tab* tab : watchers)
    if (tab->client) tab->client->send(text, Importance::needed);
}

void Channel::publish_passing(Value event) {
  if (watchers_.empty()) return;
  const auto text = text_of(event, false);
  const auto watchers = watchers_;
  for (Tab* tab : watchers)
    if (tab->client) tab->client->send(text, Importance::droppable);
}

// --- hub ----------------------------------------------------------------------------------------

Hub::Hub(Loop& loop, Setup setup) : loop_(loop), setup_(std::move(setup)), session_(random_hex(8)) {
  on("ping", [](json::Fields) -> Answer { return Value{{"now", now_ms()}}; });
}

Hub::~Hub() = default;

void Hub::on(std::string type, std::function<Answer(json::Fields)> handler) {
  on_later(std::move(type),
           [handler = std::move(handler)](const std::shared_ptr<Request>& request) {
             json::Fields fields = request->fields();
             request->answer(handler(fields));
           });
}

void Hub::on_later(std::string type, std::function<void(std::shared_ptr<Request>)> handler) {
  handlers_[std::move(type)] = std::move(handler);
}

void Hub::opened(Client& client) {
  Connection& connection = connections_[&client];
  connection.counted = std::chrono::steady_clock::now();
  connection.allowance = 2 * setup_.requests_per_second;
  connection.hello_timer = loop_.make_timer();
  connection.hello_timer->after(5s, [&client] { client.close(1008, "no hello"); });
}

void Hub::closed(Client& client) {
  const auto found = connections_.find(&client);
  if (found == connections_.end()) return;
  const auto tab = found->second.tab;
  connections_.erase(found);
  if (tab && tab->client == &client) leave(*tab);
}

void Hub::leave(Tab& tab) {
  tab.client = nullptr;
  tab.last_seen = ++visits_;
  while (!tab.channels.empty()) unwatch(tab, **tab.channels.begin());
}

void Hub::send(Client& client, const Value& value) {
  client.send(shared_text(value), Importance::needed);
}

void Hub::broadcast(const Value& event) {
  const auto text = shared_text(event);
  const auto tabs = tabs_;
  for (const auto& [name, tab] : tabs)
    if (tab->client) tab->client->send(text, Importance::needed);
}

bool Hub::is_too_fast(Connection& connection) const {
  const auto now = std::chrono::steady_clock::now();
  const std::chrono::duration<double> passed = now - connection.counted;
  connection.counted = now;
  connection.allowance =
      std::min(2 * setup_.requests_per_second,
               connection.allowance + passed.count() * setup_.requests_per_second);
  if (connection.allowance < 1) return true;
  connection.allowance -= 1;
  return false;
}

void Hub::message(Client& client, std::string_view text) {
  const auto found = connections_.find(&client);
  if (found == connections_.end()) return;
  Connection& connection = found->second;
  const auto refuse = [&](const Value& id, std::string code, std::string why) {
    Value reply = reply_to_json(failure(std::move(code), std::move(why)));
    reply["re"] = id;
    send(client, reply);
  };
  // Before anything is read: a flood costs no more than its answers.
  if (is_too_fast(connection)) return refuse(nullptr, "rate", "Too many requests in a second.");
  const auto value = json::parse_untrusted(text);
  if (!value) return refuse(nullptr, "bad_message", value.error().message);
  if (!value->is_object()) return refuse(nullptr, "bad_message", "A request is an object.");
  json::Fields fields(*value, "request");
  const std::string type = fields.text("t", 40);
  const std::int64_t id = fields.integer("id", 1, kLargestId);
  if (fields.error()) return refuse(nullptr, "bad_message", fields.error()->message);
  if (type == "hello") return hello(client, connection, id, fields);
  if (!connection.tab) return refuse(id, "bad_message", "The first request is hello.");
  Tab& tab = *connection.tab;
  if (const auto known = tab.replies.find(id); known != tab.replies.end()) {
    if (known->second) client.send(known->second, Importance::needed);
    return;  // else it is being done
  }
  // Should anything fail before there is a Request, it may be sent again.
  struct Promise {
    Tab& tab;
    std::int64_t id;
    bool kept = false;
    ~Promise() {
      if (!kept) tab.replies.erase(id);
    }
  } promise{tab, id};
  tab.replies.emplace(id, nullptr);
  const auto request = std::make_shared<Request>(*this, connection.tab, id, *value);
  promise.kept = true;
  if (type == "watch" || type == "unwatch") {
    const std::string name = fields.text("ch", 100);
    if (fields.error()) return request->answer(bad_fields(fields));
    if (type == "unwatch") {
      if (const auto channel = channels_.find(name); channel != channels_.end())
        unwatch(tab, *channel->second);
      return request->answer(Value::object());
    }
    return request->answer(watch(tab, name, std::nullopt));
  }
  const auto handler = handlers_.find(type);
  if (handler == handlers_.end())
    return request->answer(failure("bad_message", "There is no request '" + type + "'."));
  handler->second(request);
}

void Hub::store_reply(Tab& tab, std::int64_t id, Answer answer) {
  Value reply = reply_to_json(std::move(answer));
  reply["re"] = id;
  const auto text = shared_text(reply);
  auto& kept = tab.replies[id];
  kept = text;
  tab.reply_bytes += text->size();
  for (auto oldest = tab.replies.begin();
       oldest != tab.replies.end() &&
       (tab.replies.size() > kKeptReplies || tab.reply_bytes > kKeptReplyBytes);) {
    if (!oldest->second || oldest->first == id) {
      ++oldest;
      continue;
    }
    tab.reply_bytes -= oldest->second->size();
    oldest = tab.replies.erase(oldest);
  }
  if (tab.client) tab.client->send(text, Importance::needed);
}

std::shared_ptr<Tab> Hub::find_tab(const std::string& name) {
  auto& tab = tabs_[name];
  if (!tab) {
    tab = std::make_shared<Tab>();
    tab->name = name;
  }
  const auto kept = tab;
  // Those that are away longest are forgotten.
  while (tabs_.size() > kKeptTabs) {
    auto oldest = tabs_.end();
    for (auto i = tabs_.begin(); i != tabs_.end(); ++i)
      if (i->second != kept && !i->second->client &&
          (oldest == tabs_.end() || i->second->last_seen < oldest->second->last_seen))
        oldest = i;
    if (oldest == tabs_.end()) break;
    tabs_.erase(oldest);
  }
  return kept;
}

void Hub::hello(Client& client, Connection& connection, std::int64_t id, json::Fields fields) {
  const auto versions = fields.integers("proto", 16, 0, 1000);
  const std::string name = fields.text("client", 64);
  const auto session = fields.optional_text("session", 64);
  Value reply;
  if (fields.error() || !is_tab_name(name) || connection.tab) {
    const std::string why = fields.error()   ? fields.error()->message
                            : connection.tab ? "Hello was said already."
                                             : "client: expected 8 to 64 letters and digits";
    reply = reply_to_json(failure("bad_message", why));
    reply["re"] = id;
    return send(client, reply);
  }
  if (std::find(versions.begin(), versions.end(), kProtocol) == versions.end())
    return client.close(kBadVersion, "this page is of another version");
  connection.hello_timer.reset();
  connection.tab = find_tab(name);
  Tab& tab = *connection.tab;
  if (tab.client) {  // a connection that died without telling
    Client& old = *tab.client;
    leave(tab);
    old.close(1008, "the same tab has connected again");
  }
  tab.client = &client;
  reply = setup_.welcome();
  const bool same_session = session == session_;
  reply.update({{"t", "welcome"},
                {"re", id},
                {"ok", true},
                {"proto", kProtocol},
                {"build", embedded_build()},
                {"session", session_},
                {"fresh", !same_session},
                {"now", now_ms()}});
  send(client, reply);
  if (const auto channels = fields.optional_object("resume"); channels && tab.client == &client)
    resume(tab, channels->value(), same_session);
}

void Hub::resume(Tab& tab, const Value& channels, bool same_session) {
  std::size_t count = 0;
  for (const auto& [name, number] : channels.items()) {
    if (++count > kMaxWatched) break;
    std::optional<std::uint64_t> after;
    if (same_session && number.is_number_unsigned()) after = number.get<std::uint64_t>();
    if (!watch(tab, name, after) && tab.client) send(*tab.client, {{"t", "gone"}, {"ch", name}});
  }
}

Answer Hub::watch(Tab& tab, const std::string& name, std::optional<std::uint64_t> after) {
  auto found = channels_.find(name);
  if (found == channels_.end()) {
    if (auto opened = setup_.open_channel(name); !opened) return opened;
    found = channels_.find(name);
    if (found == channels_.end()) return failure("no_such", "There is nothing of this name.");
  }
  Channel& channel = *found->second;
  if (!tab.channels.contains(&channel) && tab.channels.size() >= kMaxWatched)
    return failure("too_large", "This tab watches too much at once.");
  const bool first = channel.watchers_.empty();
  channel.watchers_.insert(&tab);
  tab.channels.insert(&channel);
  if (first && channel.watched_) channel.watched_(true);
  catch_up(tab, channel, after);
  return Value{{"q", channel.number_}};
}

void Hub::catch_up(Tab& tab, Channel& channel, std::optional<std::uint64_t> after) {
  const std::uint64_t oldest =
      channel.events_.empty() ? channel.number_ + 1 : channel.events_.front().number;
  if (after && *after <= channel.number_ && *after + 1 >= oldest) {
    for (const auto& event : channel.events_)
      if (event.number > *after && tab.client) tab.client->send(event.text, Importance::needed);
    return;
  }
  Value state = channel.state_();
  if (state.is_null() || !tab.client) return;
  tab.client->send(channel.text_of(state, true), Importance::needed);
}

void Hub::unwatch(Tab& tab, Channel& channel) {
  tab.channels.erase(&channel);
  if (channel.watchers_.erase(&tab) && channel.watchers_.empty() && channel.watched_)
    channel.watched_(false);
}

}  // namespace rookery::web
