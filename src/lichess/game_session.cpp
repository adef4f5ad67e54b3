// One game: what the server tells, and what we say and do besides moving.
#include "lichess/game_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "notation/fen.h"
#include "notation/uci_move.h"

namespace rookery::lichess {
namespace {

const char* color_name(chess::Color c) { return c == chess::Color::white ? "white" : "black"; }

}  // namespace

GameSession::GameSession(std::string id, const Surroundings& around)
    : id_(std::move(id)),
      around_(around),
      config_(around.config),
      stream_(around.api, id_,
              [this](auto heard) {
                std::visit([this](auto& h) { mailbox_.push(std::move(h)); }, heard);
              }),
      judge_(around.config.games) {
  move_maker_ = std::make_unique<MoveMaker>(around.api, id_, [this](auto done) {
    std::visit([this](auto& d) { mailbox_.push(std::move(d)); }, done);
  });
  thread_ = std::thread([this] { run(); });
}

GameSession::~GameSession() {
  leaving_.request_stop();
  mailbox_.push(Leave{});
  thread_.join();
}

void GameSession::run() {
  stream_.open();
  while (!over_) {
    auto message = mailbox_.pop(next_deadline());
    if (!message) {
      on_deadlines();
      continue;
    }
    if (std::holds_alternative<Leave>(*message)) break;
    if (const auto* line = std::get_if<GameStream::Line>(&*message)) {
      if (stream_.is_current(line->stream)) on_line(line->text);
    } else if (const auto* end = std::get_if<GameStream::End>(&*message)) {
      if (stream_.is_current(end->stream)) on_stream_end(*end);
    } else if (auto* think = std::get_if<ThinkDone>(&*message)) {
      if (think->ticket == ticket_) on_think_done(std::move(*think));
    } else if (const auto* post = std::get_if<PostDone>(&*message)) {
      if (post->ticket == ticket_) on_post_done(*post);
    } else if (std::holds_alternative<Nudge>(*message)) {
      check_at_ = Clock::now() + Milliseconds(config_.timing.finish_grace_ms);
    }
  }
  stream_.close();
  move_maker_->cancel();
  around_.on_done(id_, !lost_sight_);
}

Clock::time_point GameSession::next_deadline() const {
  return std::min({stream_.opens_at(), cut_off_at_, claim_at_, abort_at_, check_at_});
}

void GameSession::on_deadlines() {
  const auto now = Clock::now();
  const auto due = [now](Clock::time_point& moment) {
    if (now < moment) return false;
    moment = kNever;
    return true;
  };
  if (due(cut_off_at_)) move_maker_->stop_thinking();
  stream_.open_if_due(now);
  if (due(check_at_)) stream_.reopen_at(now);
  if (due(claim_at_)) {
    // Refused (the opponent is back, or it is too early by the server's clock): try again for as
    // long as the opponent is said to be gone.
    if (!act("claim-victory").ok())
      claim_at_ = Clock::now() + Milliseconds(config_.timing.finish_grace_ms);
  }
  if (due(abort_at_)) {
    around_.log.info("abort", {{"game", id_}});
    act("abort");
  }
}

// --- the stream ---------------------------------------------------------------------------------

void GameSession::on_stream_end(const GameStream::End& end) {
  around_.log.warn("game_stream_ended",
                   {{"game", id_}, {"status", end.status}, {"reason", end.reason}});
  if (stream_.on_end(end)) return;
  // If it is ours after all, it will be told of again.
  report(fmt::format("lost sight (HTTP {})", end.status));
  over_ = lost_sight_ = true;
}

void GameSession::on_line(const std::string& text) {
  auto event = parse_game_event(text);
  if (!event) {
    around_.log.warn(
        "bad_line",
        {{"game", id_}, {"reason", event.error().message}, {"line", text.substr(0, 200)}});
    return;
  }
  if (auto* full = std::get_if<GameFull>(&*event)) {
    on_full(std::move(*full));
  } else if (auto* state = std::get_if<GameState>(&*event)) {
    if (full_) on_state(std::move(*state), false);
  } else if (const auto* chat = std::get_if<ChatLine>(&*event)) {
    if (full_) on_chat(*chat);
  } else if (const auto* gone = std::get_if<OpponentGone>(&*event)) {
    if (full_) on_opponent_gone(*gone);
  }
}

void GameSession::on_full(GameFull full) {
  if (!full_) {
    us_ = full.players[0].id == around_.me.id ? chess::Color::white : chess::Color::black;
    facts_.me = around_.me.name;
    facts_.opponent = full.players[index(~us_)].name;
    facts_.version = around_.version;
    facts_.level = config_.engine.agent;
    if (!install_agent()) {
      around_.log.error("no_agent", {{"game", id_}});
      act(full.state.moves.size() < 2 ? "abort" : "resign");
    }
    around_.log.info("game_start", {{"game", id_},
                                    {"opponent", facts_.opponent},
                                    {"color", color_name(us_)},
                                    {"variant", full.variant},
                                    {"rated", full.rated},
                                    {"ply", full.state.moves.size()}});
    if (full.state.moves.size() < 2 && !full.state.is_over() && !config_.chat.greeting.empty())
      say(fill_in(config_.chat.greeting, facts_), "player");
  }
  GameState state = std::move(full.state);
  full_ = std::move(full);
  on_state(std::move(state), stream_.number() > told_stream_);
}

// --- the game -----------------------------------------------------------------------------------

bool GameSession::rebuild(const std::vector<std::string>& moves) {
  chess::Position start = chess::Position::initial();
  const bool chess960 = full_->variant == "chess960";
  if (!full_->initial_fen.empty() && full_->initial_fen != "startpos") {
    const auto position = notation::parse_fen(full_->initial_fen);
    if (!position) {
      around_.log.error("bad_position", {{"game", id_}, {"reason", position.error().message}});
      return false;
    }
    start = *position;
  }
  chess::Game game(start, chess960);
  for (const std::string& text : moves) {
    const auto move = notation::parse_uci_move(game.position(), text);
    if (!move) {
      around_.log.error("bad_move",
                        {{"game", id_}, {"move", text}, {"reason", move.error().message}});
      return false;
    }
    game.play(*move);
  }
  game_ = std::move(game);
  return true;
}

void GameSession::on_state(GameState state, bool fresh) {
  const bool first = state_.status.empty();
  const bool changed = first || state.moves != state_.moves;
  const bool shorter = state.moves.size() < state_.moves.size();
  if (changed && !rebuild(state.moves)) {
    // Ask again; the stream begins with the whole game.
    return stream_.reopen_at(around_.api.next_try(0, ++rejections_));
  }
  state_ = std::move(state);
  state_at_ = Clock::now();
  if (state_.is_over()) return finish();

  if (changed) {
    if (shorter) judge_.forget();
    abort_at_ = claim_at_ = kNever;
    if (state_.moves.size() < 2 && full_->has_clock && !is_our_turn())
      abort_at_ = Clock::now() + std::chrono::seconds(config_.games.abort_after_seconds);
    if (activity_ == Activity::pondering && stands_at(pondered_)) {
      const auto plan = plan_time(config_.engine, state_, full_->has_clock, us_, Milliseconds(0),
                                  around_.api.lag());
      activity_ = Activity::thinking;
      move_maker_->ponder_hit();
      cut_off_at_ = Clock::now() + plan.cut_off;
      if (pondered_result_)
        on_think_done({ticket_, *std::exchange(pondered_result_, std::nullopt)});
    } else if (!stands_at(posted_) || activity_ == Activity::told) {
      cancel_activity();
    }
    report("started");
  } else if (fresh && activity_ == Activity::told && posted_lost_ && is_our_turn()) {
    post();  // it did not arrive
  } else if (fresh &&
             (activity_ == Activity::told || (activity_ == Activity::pondering && is_our_turn()))) {
    cancel_activity();  // our move and more were taken back, and we are where we were
  }
  answer_offers();
  if (activity_ == Activity::idle && is_our_turn()) start_thinking();
}

void GameSession::answer_offers() {
  const int them = index(~us_);
  if (!state_.offers_draw[them]) draw_answered_ = false;
  if (!state_.asks_takeback[them]) takeback_answered_ = false;
  if (state_.offers_draw[them] && !draw_answered_) {
    draw_answered_ = true;
    const bool accept = judge_.should_accept_draw(game_.position().fullmove_number());
    around_.log.info("draw_offer", {{"game", id_}, {"accepted", accept}});
    if (act(accept ? "draw/yes" : "draw/no").is_passing_fault()) {
      draw_answered_ = false;
      stream_.reopen_at(around_.api.next_try(0, 1));
    }
  }
  // Not while our move is on its way: it could arrive after the takeback.
  if (state_.asks_takeback[them] && !takeback_answered_ && activity_ != Activity::posting) {
    takeback_answered_ = true;
    const bool grant = judge_.grant_takeback(full_->rated);
    around_.log.info("takeback_request", {{"game", id_}, {"granted", grant}});
    const HttpReply reply = act(grant ? "takeback/yes" : "takeback/no");
    if (reply.is_passing_fault()) {
      takeback_answered_ = false;
      if (grant) judge_.take_grant_back();
    }
    if (grant || reply.is_passing_fault()) {
      // What we were thinking about is gone, or may be.
      if (grant) cancel_activity(), wait_for_stream();
      stream_.reopen_at(around_.api.next_try(0, reply.is_passing_fault() ? 1 : 0));
    }
  }
}

void GameSession::on_chat(const ChatLine& line) {
  if (line.user == facts_.me || line.user == "lichess" || !config_.chat.commands) return;
  auto answer = answer_chat(line.text, facts_);
  if (answer && chat_allowance_.take(Clock::now())) say(std::move(*answer), line.room);
}

void GameSession::on_opponent_gone(const OpponentGone& gone) {
  claim_at_ = kNever;
  if (gone.gone && gone.claim_in_seconds && config_.games.claim_wins)
    claim_at_ = Clock::now() + std::chrono::seconds(*gone.claim_in_seconds);
}

// --- acts, words, the end -----------------------------------------------------------------------

HttpReply GameSession::act(const char* action) {
  HttpReply reply = around_.api.game_action(id_, action, leaving_.get_token());
  around_.log.info("action", {{"game", id_}, {"action", action}, {"status", reply.status}});
  return reply;
}

void GameSession::say(std::string text, std::string room) {
  // By value: the errand may run when the session is gone.
  around_.run_errand(
      [&api = around_.api, game = id_, text = std::move(text),
       room = std::move(room)](std::stop_token stop) { api.chat(game, room, text, stop); });
}

void GameSession::report(const std::string& state) {
  if (!full_) return;
  GameStatus status;
  status.id = id_;
  status.opponent = facts_.opponent;
  status.us = us_;
  status.move_number = game_.position().fullmove_number();
  status.own_clock = state_.clock[index(us_)];
  status.opponent_clock = state_.clock[index(~us_)];
  if (facts_.last_search) status.score = facts_.last_search->score;
  status.state = state;
  status.over = state_.is_over() || state != "started";
  around_.on_status(status);
}

void GameSession::finish() {
  cancel_activity();
  over_ = true;
  around_.log.info("game_end", {{"game", id_},
                                {"status", state_.status},
                                {"winner", state_.winner ? color_name(*state_.winner) : "none"},
                                {"color", color_name(us_)},
                                {"ply", game_.ply()}});
  report(state_.status);
  if (state_.status != "aborted" && !config_.chat.farewell.empty())
    say(fill_in(config_.chat.farewell, facts_), "player");
  save_pgn();
}

void GameSession::save_pgn() {
  const std::string& file = config_.games.pgn_file;
  if (file.empty() || state_.status == "aborted") return;
  if (!append_pgn(file,
                  game_pgn(config_.base_url + "/" + id_, *full_, state_, game_, us_, own_scores_)))
    around_.log.error("pgn_not_saved", {{"game", id_}, {"file", file}});
}

}  // namespace rookery::lichess
