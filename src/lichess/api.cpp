// The endpoints and the waiting.
#include "lichess/api.h"

#include <algorithm>
#include <cmath>

#include "json/door.h"

namespace rookery::lichess {
namespace {

constexpr int kGameTries = 6;
constexpr int kErrandTries = 4;

std::string explain(const HttpReply& reply) {
  if (reply.status == 0) return "no answer: " + reply.error;
  std::string text = "HTTP " + std::to_string(reply.status);
  if (const auto body = json::parse_untrusted(reply.body))
    if (const auto error = json::Fields(*body, "answer").optional_text("error"))
      text += ": " + *error;
  return text;
}

}  // namespace

Milliseconds Api::backoff(int failures) const {
  const double wait = timing_.retry_first_ms * std::pow(2.0, std::min(failures - 1, 16));
  return Milliseconds(static_cast<int>(std::min<double>(wait, timing_.retry_max_ms)));
}

bool Api::wait_until(Clock::time_point moment, std::stop_token stop) {
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, stop, moment, [&] { return Clock::now() >= moment; });
  return !stop.stop_requested();
}

bool Api::wait_for_lane(Lane lane, std::stop_token stop) {
  for (;;) {
    Clock::time_point resume;
    {
      const std::lock_guard lock(mutex_);
      resume = resume_[static_cast<int>(lane)];
    }
    if (Clock::now() >= resume) return !stop.stop_requested();
    if (!wait_until(resume, stop)) return false;
  }
}

void Api::note_rate_limit(Lane lane, const HttpReply& reply, const std::string& path) {
  const auto rest = Milliseconds(timing_.rate_limit_wait_ms);
  {
    const std::lock_guard lock(mutex_);
    const auto resume = Clock::now() + rest;
    for (const Lane l : {Lane::game, Lane::errand})
      if (lane == Lane::game || l == lane)
        resume_[static_cast<int>(l)] = std::max(resume_[static_cast<int>(l)], resume);
  }
  log_.warn("rate_limited",
            {{"path", path}, {"wait_ms", rest.count()}, {"body", reply.body.substr(0, 200)}});
}

HttpReply Api::send(const HttpRequest& request, Effort effort, std::stop_token stop) {
  for (int failures = 0;;) {
    if (!wait_for_lane(effort.lane, stop)) return {0, "", "stopped", {}};
    HttpReply reply = http_.perform(request, stop);
    if (stop.stop_requested() && reply.status == 0) return reply;
    if (reply.status == 429) {
      note_rate_limit(effort.lane, reply, request.path);
      if (!effort.rests) return reply;
      continue;
    }
    if (!reply.is_passing_fault()) return reply;
    ++failures;
    log_.warn("request_failed", {{"path", request.path},
                                 {"try", failures},
                                 {"reason", explain(reply)},
                                 {"elapsed_ms", reply.elapsed.count()}});
    if (failures >= effort.tries) return reply;
    if (!wait_until(Clock::now() + backoff(failures), stop)) return reply;
  }
}

HttpReply Api::post(std::string path, std::string body, Effort effort, std::stop_token stop) {
  HttpRequest request;
  request.post = true;
  request.path = std::move(path);
  request.body = std::move(body);
  request.timeout = Milliseconds(timing_.request_timeout_ms);
  return send(request, effort, stop);
}

Result<Account, Error> Api::account(std::stop_token stop) {
  HttpRequest request;
  request.path = "/api/account";
  request.timeout = Milliseconds(timing_.request_timeout_ms);
  const HttpReply reply = send(request, {Lane::errand, kErrandTries}, stop);
  if (reply.status == 401)
    return Unexpected{Error{
        "Lichess does not know this token: it was mistyped, revoked or has run out; make a new "
        "one with the scope bot:play (Preferences, API access tokens)"}};
  if (!reply.ok()) return Unexpected{Error{"cannot read the account: " + explain(reply)}};
  const auto body = json::parse_untrusted(reply.body);
  if (!body) return Unexpected{Error{"the server's account: " + body.error().message}};
  json::Fields fields(*body, "account");
  Account account;
  account.id = fields.text("id");
  account.name = fields.optional_text("username").value_or(account.id);
  account.is_bot = fields.optional_text("title") == "BOT";
  if (auto count = fields.optional_object("count"))
    account.games_played =
        static_cast<int>(count->optional_integer("all", 0, 1'000'000'000).value_or(0));
  if (fields.has("perfs")) account.perfs_json = json::to_text((*body)["perfs"]);
  return fields.result(std::move(account));
}

Result<std::string, Error> Api::token_scopes(const Token& token, std::stop_token stop) {
  HttpRequest request;
  request.post = true;
  request.path = "/api/token/test";
  request.body = token.reveal();
  request.plain_text = true;
  request.timeout = Milliseconds(timing_.request_timeout_ms);
  const HttpReply reply = send(request, {Lane::errand, kErrandTries}, stop);
  if (!reply.ok()) return Unexpected{Error{"cannot check the token: " + explain(reply)}};
  const auto body = json::parse_untrusted(reply.body);
  if (!body)
    return Unexpected{Error{"the server's answer about the token: " + body.error().message}};
  auto told = json::Fields(*body, "answer").optional_object(token.reveal());
  if (!told)
    return Unexpected{Error{
        "Lichess does not know this token: it was mistyped, revoked or has run out; make a new "
        "one with the scope bot:play (Preferences, API access tokens)"}};
  std::string scopes = told->optional_text("scopes").value_or("");
  if (told->error())
    return Unexpected{Error{"the server's answer about the token is not as expected"}};
  return scopes;
}

HttpReply Api::upgrade_to_bot(std::stop_token stop) {
  return post("/api/bot/account/upgrade", "", {Lane::errand, 1, false}, stop);
}

HttpReply Api::move(const std::string& game, const std::string& uci, bool offer_draw,
                    std::stop_token stop) {
  const HttpReply reply =
      post("/api/bot/game/" + game + "/move/" + uci + (offer_draw ? "?offeringDraw=true" : ""), "",
           {Lane::game, 1}, stop);
  if (reply.ok()) {
    const std::lock_guard lock(mutex_);
    const double sample = static_cast<double>(reply.elapsed.count());
    lag_deviation_ms_ += (std::abs(sample - lag_ms_) - lag_deviation_ms_) / 8;
    lag_ms_ += (sample - lag_ms_) / 8;
  }
  return reply;
}

HttpReply Api::game_action(const std::string& game, const std::string& action,
                           std::stop_token stop) {
  const bool is_answer = action.starts_with("draw/") || action.starts_with("takeback/");
  return post("/api/bot/game/" + game + "/" + action, "",
              {Lane::game, is_answer ? 1 : kGameTries, !is_answer}, stop);
}

HttpReply Api::chat(const std::string& game, const std::string& room, const std::string& text,
                    std::stop_token stop) {
  // Not repeated: a sentence too late is worse than none.
  return post("/api/bot/game/" + game + "/chat",
              "room=" + url_encode(room) + "&text=" + url_encode(text), {Lane::errand, 1, false},
              stop);
}

HttpReply Api::accept(const std::string& challenge, std::stop_token stop) {
  return post("/api/challenge/" + challenge + "/accept", "", {Lane::errand, kErrandTries}, stop);
}

HttpReply Api::decline(const std::string& challenge, DeclineReason reason, std::stop_token stop) {
  return post("/api/challenge/" + challenge + "/decline", "reason=" + std::string(key_of(reason)),
              {Lane::errand, kErrandTries}, stop);
}

HttpReply Api::cancel(const std::string& challenge, std::stop_token stop) {
  return post("/api/challenge/" + challenge + "/cancel", "", {Lane::errand, kErrandTries}, stop);
}

HttpReply Api::challenge(const std::string& user, const std::string& form, std::stop_token stop) {
  return post("/api/challenge/" + url_encode(user), form, {Lane::errand, 1, false}, stop);
}

HttpReply Api::online_bots(int count, std::stop_token stop) {
  HttpRequest request;
  request.path = "/api/bot/online?nb=" + std::to_string(count);
  // The server sends 50 bots a second.
  request.timeout = Milliseconds(timing_.request_timeout_ms + count * 20);
  return send(request, {Lane::errand, 2}, stop);
}

Http::StreamId Api::open_event_stream(StreamListener listener) {
  return http_.open_stream("/api/stream/event", Milliseconds(timing_.watchdog_ms),
                           std::move(listener));
}

Http::StreamId Api::open_game_stream(const std::string& game, StreamListener listener) {
  return http_.open_stream("/api/bot/game/stream/" + game, Milliseconds(timing_.watchdog_ms),
                           std::move(listener));
}

Clock::time_point Api::next_try(long status, int failures) {
  if (status == 429) note_rate_limit(Lane::game, {}, "stream");
  const std::lock_guard lock(mutex_);
  return std::max(resume_[static_cast<int>(Lane::game)],
                  Clock::now() + (failures == 0 ? Milliseconds(0) : backoff(failures)));
}

Milliseconds Api::lag() const {
  const std::lock_guard lock(mutex_);
  return Milliseconds(static_cast<int>(lag_ms_ + 2 * lag_deviation_ms_));
}

}  // namespace rookery::lichess
