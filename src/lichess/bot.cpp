// The bot's main thread.
#include "lichess/bot.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <random>

namespace rookery::lichess {
namespace {

// A game that was accepted but has not started by now never will.
constexpr std::chrono::seconds kPromise{30};
constexpr int kOnlineBots = 200;
constexpr std::chrono::seconds kLastWords{3};

std::int64_t unix_time() { return static_cast<std::int64_t>(std::time(nullptr)); }

}  // namespace

Bot::Bot(BotSetup setup, const Token& token, EventLog& log)
    : setup_(std::move(setup)),
      config_(setup_.config),
      log_(log),
      http_(config_.base_url, token, "Rookery/" + setup_.version + " (chess bot)"),
      api_(http_, config_.timing, log),
      matchmaker_(config_.matchmaking, config_.challenges.block, std::random_device{}()),
      around_{config_, api_, log, {}, setup_.version, setup_.make_agent, {}, {}, {}},
      next_matchmaking_(Clock::now() + std::chrono::seconds(config_.matchmaking.idle_seconds)) {
  around_.run_errand = [this](Errand errand) { errands_.push(std::move(errand)); };
  around_.on_status = setup_.on_status;
  around_.on_done = [this](const std::string& game, bool ended) {
    mailbox_.push(SessionDone{game, ended});
  };
  errand_thread_ = std::thread([this] { run_errands(); });
}

Bot::~Bot() {
  sessions_.clear();
  if (stream_id_) api_.close_stream(*stream_id_);
  stopping_.request_stop();
  errands_.push({});
  errand_thread_.join();
}

/// Chat, challenges and matchmaking are done one after the other, as the API asks; a rest after 429
/// stops only this thread.
void Bot::run_errands() {
  while (const auto errand = errands_.pop(kNever)) {
    if (!*errand) return;
    if (!stopping_.stop_requested()) (*errand)(stopping_.get_token());
  }
}

Result<Ok, Error> Bot::run() {
  auto account = api_.account(stopping_.get_token());
  if (!account) return Unexpected{account.error()};
  around_.me = *account;
  if (!around_.me.is_bot)
    return Unexpected{
        Error{fmt::format("'{}' is not a bot account; 'rookery lichess upgrade' "
                          "tells how to make it one",
                          around_.me.name)}};
  log_.info("start", {{"user", around_.me.name}, {"config", config_to_json(config_)}});
  setup_.on_message(fmt::format("playing as {} on {}", around_.me.name, config_.base_url));
  open_stream();
  while (!fatal_stream_ && shutdowns_ < 2 && !(shutdowns_ == 1 && games_and_promises() == 0)) {
    auto message = mailbox_.pop(next_deadline());
    if (!message) {
      on_deadlines();
      continue;
    }
    if (const auto* line = std::get_if<StreamLine>(&*message)) {
      if (line->stream == stream_) on_line(line->text);
    } else if (const auto* end = std::get_if<StreamEnd>(&*message)) {
      if (end->stream == stream_) on_stream_end(*end);
    } else if (const auto* done = std::get_if<SessionDone>(&*message)) {
      on_session_done(*done);
    } else if (const auto* accepted = std::get_if<Accepted>(&*message)) {
      if (!accepted->ok) promised_.erase(accepted->challenge);
    } else if (const auto* online = std::get_if<OnlineBots>(&*message)) {
      on_online_bots(*online);
    } else if (const auto* challenged = std::get_if<Challenged>(&*message)) {
      on_challenged(*challenged);
    } else {
      ++shutdowns_;
      log_.info("shutdown", {{"games", sessions_.size()}});
      setup_.on_message(
          shutdowns_ == 1 && !sessions_.empty()
              ? fmt::format("ending after {} game(s); once more to leave at once", sessions_.size())
              : "ending");
      drop_challenge(true, false);
    }
  }
  // What is still to be said: a challenge to cancel, a farewell.
  if (shutdowns_ == 1) {
    const auto said = std::make_shared<std::promise<void>>();
    errands_.push([said](std::stop_token) { said->set_value(); });
    said->get_future().wait_for(kLastWords);
  }
  log_.info("stop");
  if (fatal_stream_) return Unexpected{Error{fatal_reason_}};
  return Ok{};
}

// --- the event stream ---------------------------------------------------------------------------

void Bot::open_stream() {
  const int stream = ++stream_;
  StreamListener listener;
  listener.on_line = [this, stream](std::string text) {
    mailbox_.push(StreamLine{stream, std::move(text)});
  };
  listener.on_end = [this, stream](long status, std::string reason) {
    mailbox_.push(StreamEnd{stream, status, std::move(reason)});
  };
  stream_opened_ = Clock::now();
  stream_id_ = api_.open_event_stream(std::move(listener));
}

void Bot::on_stream_end(const StreamEnd& end) {
  stream_id_.reset();
  log_.warn("event_stream_ended", {{"status", end.status}, {"reason", end.reason}});
  if (end.status == 401 || end.status == 403) {
    fatal_stream_ = true;
    fatal_reason_ = fmt::format(
        "Lichess refuses the event stream (HTTP {}): is the token valid, "
        "with the scope bot:play?",
        end.status);
    return;
  }
  const bool lasted = end.status == 200 && Clock::now() - stream_opened_ > api_.good_while();
  stream_failures_ = lasted ? 0 : stream_failures_ + 1;
  reopen_at_ = api_.next_try(end.status, stream_failures_);
}

void Bot::on_line(const std::string& text) {
  auto event = parse_event(text);
  if (!event) {
    log_.warn("bad_line", {{"reason", event.error().message}, {"line", text.substr(0, 200)}});
    return;
  }
  if (const auto* received = std::get_if<ChallengeReceived>(&*event)) {
    on_challenge(received->challenge);
  } else if (const auto* closed = std::get_if<ChallengeClosed>(&*event)) {
    promised_.erase(closed->id);
    if (open_challenge_ && open_challenge_->id == closed->id) {
      log_.info("challenge_declined",
                {{"user", open_challenge_->user}, {"reason", closed->reason}});
      drop_challenge(false, true);
    }
  } else if (const auto* started = std::get_if<GameStarted>(&*event)) {
    on_game_start(started->id);
  } else if (const auto* finished = std::get_if<GameFinished>(&*event)) {
    promised_.erase(finished->id);
    if (const auto session = sessions_.find(finished->id); session != sessions_.end())
      session->second->nudge();
  }
}

int Bot::games_and_promises() const {
  return static_cast<int>(sessions_.size() + promised_.size());
}

void Bot::on_challenge(const Challenge& challenge) {
  if (challenge.challenger.id == around_.me.id) return;  // our own, told back
  if (!answered_.insert(challenge.id).second) return;
  const auto decline =
      judge_challenge(challenge, config_.challenges, games_and_promises(), shutdowns_ > 0);
  log_.info(
      "challenge",
      {{"id", challenge.id},
       {"from", challenge.challenger.name},
       {"variant", challenge.variant},
       {"clock", fmt::format("{}+{}", challenge.initial_seconds, challenge.increment_seconds)},
       {"rated", challenge.rated},
       {"answer", decline ? key_of(*decline) : "accept"}});
  if (decline) {
    setup_.on_message(fmt::format("declined {}: {}", challenge.challenger.name, key_of(*decline)));
    errands_.push([this, id = challenge.id, reason = *decline](std::stop_token stop) {
      api_.decline(id, reason, stop);
    });
    return;
  }
  promised_[challenge.id] = Clock::now() + kPromise;
  if (challenge.challenger.is_bot()) matchmaker_.note_bot_game(unix_time());
  errands_.push([this, id = challenge.id](std::stop_token stop) {
    const HttpReply reply = api_.accept(id, stop);
    if (!reply.ok()) log_.warn("accept_failed", {{"id", id}, {"status", reply.status}});
    mailbox_.push(Accepted{id, reply.ok()});
  });
}

void Bot::on_game_start(const std::string& game) {
  promised_.erase(game);
  if (open_challenge_ && open_challenge_->id == game) open_challenge_.reset();
  if (finished_.contains(game) || sessions_.contains(game)) return;
  sessions_[game] = std::make_unique<GameSession>(game, around_);
}

void Bot::on_session_done(const SessionDone& done) {
  sessions_.erase(done.game);
  if (done.ended) finished_.insert(done.game);
  next_matchmaking_ = Clock::now() + std::chrono::seconds(config_.matchmaking.idle_seconds);
}

Clock::time_point Bot::next_deadline() const {
  auto deadline = reopen_at_;
  for (const auto& [id, until] : promised_) deadline = std::min(deadline, until);
  if (open_challenge_) deadline = std::min(deadline, open_challenge_->expires);
  if (config_.matchmaking.enabled && !matchmaking_busy_ && !open_challenge_ && shutdowns_ == 0 &&
      games_and_promises() == 0)
    deadline = std::min(deadline, next_matchmaking_);
  return deadline;
}

void Bot::on_deadlines() {
  const auto now = Clock::now();
  if (now >= reopen_at_) {
    reopen_at_ = kNever;
    open_stream();
  }
  std::erase_if(promised_, [now](const auto& entry) { return now >= entry.second; });
  if (open_challenge_ && now >= open_challenge_->expires) drop_challenge(true, true);
  if (now < next_matchmaking_) return;
  next_matchmaking_ = now + std::chrono::seconds(config_.matchmaking.idle_seconds);
  if (matchmaking_busy_ || open_challenge_ || shutdowns_ > 0 || games_and_promises() > 0 ||
      !matchmaker_.may_challenge(unix_time()))
    return;
  matchmaking_busy_ = true;
  errands_.push([this](std::stop_token stop) {
    mailbox_.push(OnlineBots{api_.online_bots(kOnlineBots, stop)});
  });
}

// --- matchmaking --------------------------------------------------------------------------------

void Bot::on_online_bots(const OnlineBots& online) {
  matchmaking_busy_ = false;
  if (!online.reply.ok() || games_and_promises() > 0 || shutdowns_ > 0) return;
  const auto plan = matchmaker_.choose(online.reply.body, around_.me, unix_time());
  if (!plan) return;
  matchmaking_busy_ = true;
  log_.info("challenge_sent", {{"user", plan->user}});
  setup_.on_message("challenging " + plan->user);
  errands_.push([this, plan = *plan](std::stop_token stop) {
    mailbox_.push(Challenged{plan.user, api_.challenge(plan.user, plan.form, stop)});
  });
}

void Bot::on_challenged(const Challenged& challenged) {
  matchmaking_busy_ = false;
  matchmaker_.note_reply(challenged.user, challenged.reply, unix_time());
  if (!challenged.reply.ok()) {
    log_.warn("challenge_failed", {{"user", challenged.user},
                                   {"status", challenged.reply.status},
                                   {"body", challenged.reply.body.substr(0, 200)}});
    return;
  }
  const auto challenge = parse_challenge(challenged.reply.body);
  // The game may have begun before this answer was read.
  if (!challenge || sessions_.contains(challenge->id) || finished_.contains(challenge->id)) return;
  open_challenge_ = OpenChallenge{challenge->id, challenged.user,
                                  Clock::now() + Milliseconds(config_.timing.challenge_expiry_ms)};
}

void Bot::drop_challenge(bool cancel, bool unwanted) {
  if (!open_challenge_) return;
  if (unwanted) matchmaker_.note_declined(open_challenge_->user, unix_time());
  if (cancel)
    errands_.push(
        [this, id = open_challenge_->id](std::stop_token stop) { api_.cancel(id, stop); });
  open_challenge_.reset();
}

}  // namespace rookery::lichess
