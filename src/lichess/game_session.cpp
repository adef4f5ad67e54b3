// One game.
#include "lichess/game_session.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "notation/fen.h"
#include "notation/pgn_tree.h"
#include "notation/uci_move.h"

namespace rookery::lichess {
namespace {

// A move refused so often, or an agent that failed so often, will not come right by itself.
constexpr int kMaxRejections = 3;
constexpr int kMaxAgentFailures = 3;

const char* color_name(chess::Color c) { return c == chess::Color::white ? "white" : "black"; }

}  // namespace

GameSession::GameSession(std::string id, const Surroundings& around)
    : id_(std::move(id)), around_(around), config_(around.config), judge_(around.config.games) {
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
  open_stream();
  while (!over_) {
    auto message = mailbox_.pop(next_deadline());
    if (!message) {
      on_deadlines();
      continue;
    }
    if (std::holds_alternative<Leave>(*message)) break;
    if (const auto* line = std::get_if<StreamLine>(&*message)) {
      if (line->stream == stream_) on_line(line->text);
    } else if (const auto* end = std::get_if<StreamEnd>(&*message)) {
      if (end->stream == stream_) on_stream_end(*end);
    } else if (auto* think = std::get_if<ThinkDone>(&*message)) {
      if (think->ticket == ticket_) on_think_done(std::move(*think));
    } else if (const auto* post = std::get_if<PostDone>(&*message)) {
      if (post->ticket == ticket_) on_post_done(*post);
    } else if (std::holds_alternative<Nudge>(*message)) {
      check_at_ = Clock::now() + Milliseconds(config_.timing.finish_grace_ms);
    }
  }
  if (stream_id_) around_.api.close_stream(*stream_id_);
  move_maker_->cancel();
  around_.on_done(id_, !lost_sight_);
}

Clock::time_point GameSession::next_deadline() const {
  return std::min({reopen_at_, cut_off_at_, claim_at_, abort_at_, check_at_});
}

void GameSession::on_deadlines() {
  const auto now = Clock::now();
  const auto due = [now](Clock::time_point& moment) {
    if (now < moment) return false;
    moment = kNever;
    return true;
  };
  if (due(cut_off_at_)) move_maker_->stop_thinking();
  if (due(reopen_at_)) open_stream();
  if (due(check_at_)) reopen_stream_at(now);
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

void GameSession::open_stream() {
  const int stream = ++stream_;
  StreamListener listener;
  listener.on_line = [this, stream](std::string text) {
    mailbox_.push(StreamLine{stream, std::move(text)});
  };
  listener.on_end = [this, stream](long status, std::string reason) {
    mailbox_.push(StreamEnd{stream, status, std::move(reason)});
  };
  stream_opened_ = Clock::now();
  stream_id_ = around_.api.open_game_stream(id_, std::move(listener));
}

void GameSession::reopen_stream_at(Clock::time_point moment) {
  if (stream_id_) around_.api.close_stream(*stream_id_);
  stream_id_.reset();
  ++stream_;  // lines already on their way no longer count
  reopen_at_ = moment;
}

void GameSession::on_stream_end(const StreamEnd& end) {
  stream_id_.reset();
  around_.log.warn("game_stream_ended",
                   {{"game", id_}, {"status", end.status}, {"reason", end.reason}});
  if (end.status >= 400 && end.status < 500 && end.status != 429) {
    // No such game, or none of ours; if it is, it will be told of again.
    report(fmt::format("lost sight (HTTP {})", end.status));
    over_ = lost_sight_ = true;
    return;
  }
  // After a stream that lasted, reconnect at once: our clock may be running. One that ends as soon
  // as it begins must not be hammered.
  const bool lasted = end.status == 200 && Clock::now() - stream_opened_ > around_.api.good_while();
  stream_failures_ = lasted ? 0 : stream_failures_ + 1;
  reopen_at_ = around_.api.next_try(end.status, stream_failures_);
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
  on_state(std::move(state), stream_ > told_stream_);
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
    return reopen_stream_at(around_.api.next_try(0, ++rejections_));
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
      reopen_stream_at(around_.api.next_try(0, 1));
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
      reopen_stream_at(around_.api.next_try(0, reply.is_passing_fault() ? 1 : 0));
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

// --- thinking and moving ------------------------------------------------------------------------

bool GameSession::install_agent() {
  auto agent = around_.make_agent();
  if (!agent) {
    around_.log.error("agent_failed", {{"game", id_}, {"reason", agent.error().message}});
    return false;
  }
  facts_.agent = (*agent)->name();
  move_maker_->set_agent(*std::move(agent));
  return true;
}

void GameSession::cancel_activity() {
  move_maker_->cancel();
  activity_ = Activity::idle;
  ticket_ = 0;
  cut_off_at_ = kNever;
  posted_lost_ = false;
  pondered_.clear();
  pondered_result_.reset();
}

void GameSession::start_thinking() {
  if (facts_.agent.empty() || game_.position().side_to_move() != us_) return;
  if (game_.outcome(/*claim_draws=*/false)) return;  // the server will say so
  const auto since = std::chrono::duration_cast<Milliseconds>(Clock::now() - state_at_);
  TimePlan plan =
      plan_time(config_.engine, state_, full_->has_clock, us_, since, around_.api.lag());
  activity_ = Activity::thinking;
  cut_off_at_ = Clock::now() + plan.cut_off;
  ticket_ = move_maker_->think(game_, std::move(plan.limits));
}

void GameSession::start_pondering() {
  // The stream may not have told our move yet, and it may have told the reply already.
  chess::Game game = game_;
  if (game.ply() + 1 == posted_.size()) game.play(posted_.back());
  if (game.ply() != posted_.size() || !game.position().is_legal(expected_)) return;
  game.play(expected_);
  if (game.outcome()) return;
  pondered_ = posted_;
  pondered_.push_back(expected_);
  TimePlan plan =
      plan_time(config_.engine, state_, full_->has_clock, us_, Milliseconds(0), around_.api.lag());
  plan.limits.ponder = true;
  activity_ = Activity::pondering;
  ticket_ = move_maker_->think(std::move(game), std::move(plan.limits));
}

void GameSession::on_think_done(ThinkDone done) {
  if (activity_ == Activity::pondering) {
    pondered_result_ = std::move(done.result);
    return;
  }
  activity_ = Activity::idle;
  cut_off_at_ = kNever;
  const search::SearchResult& result = done.result;
  if (result.failure || !result.best || !game_.position().is_legal(result.best)) {
    around_.log.error("agent_failed", {{"game", id_},
                                       {"reason", result.failure.value_or("an illegal move")},
                                       {"fen", notation::to_fen(game_.position())},
                                       {"move", notation::to_uci(result.best)}});
    if (++agent_failures_ >= kMaxAgentFailures || !install_agent()) {
      act("resign");
      return;
    }
    return start_thinking();
  }
  decide(result);
}

void GameSession::decide(const search::SearchResult& result) {
  judge_.note(result.info.score);
  facts_.last_search = result.info;
  own_scores_.emplace_back(game_.ply(), result.info);
  if (judge_.should_resign()) {
    around_.log.info("resign", {{"game", id_}});
    if (act("resign").ok()) return;
  }
  chess::Game after = game_;
  after.play(result.best);
  // Offering a draw in a claimable position is how a draw is claimed.
  const bool claim = after.claimable_draw() && result.info.score.centipawns <= 0;
  const bool offer = claim || judge_.should_offer_draw(game_.position().fullmove_number());
  // King takes rook is what Chess960 needs; standard games keep the common form.
  const std::string uci = notation::to_uci(result.best, full_->variant != "standard");
  posted_.assign(after.moves().begin(), after.moves().end());
  posted_uci_ = uci;
  posted_offer_ = offer;
  expected_ = result.ponder;
  lost_posts_ = 0;
  post();
}

void GameSession::post() {
  activity_ = Activity::posting;
  posted_lost_ = false;
  ticket_ = move_maker_->post(posted_uci_, posted_offer_);
}

/// Lines that were on their way before may show an old position, and must not make us move in it.
void GameSession::wait_for_stream() {
  activity_ = Activity::told;
  told_stream_ = stream_;
}

void GameSession::on_post_done(const PostDone& done) {
  activity_ = Activity::idle;
  if (!stands_at(posted_)) wait_for_stream();
  if (done.reply.ok()) {
    rejections_ = 0;
    if (config_.engine.ponder && expected_) start_pondering();
    return;
  }
  if (stands_at(posted_)) return;  // it had arrived: the stream shows the move
  if (done.reply.is_passing_fault()) {
    posted_lost_ = true;
    return reopen_stream_at(around_.api.next_try(0, ++lost_posts_));
  }
  activity_ = Activity::idle;
  around_.log.warn("move_refused", {{"game", id_},
                                    {"move", notation::to_uci(posted_.back())},
                                    {"status", done.reply.status},
                                    {"body", done.reply.body.substr(0, 200)}});
  if (++rejections_ >= kMaxRejections) {
    around_.log.error("giving_up", {{"game", id_}, {"fen", notation::to_fen(game_.position())}});
    act("resign");
  }
  // The stream's first line tells how things stand; on_state goes on from there.
  reopen_stream_at(around_.api.next_try(0, rejections_));
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
  if (config_.games.pgn_file.empty() || state_.status == "aborted") return;
  auto pgn = chess::GameTree::from_game(game_);
  pgn.set_result(chess::result_text({state_.winner, chess::EndReason::checkmate}));
  const std::time_t now = std::time(nullptr);
  const auto number_or_unknown = [](int n) { return n > 0 ? std::to_string(n) : "?"; };
  pgn.set_tag("Event", fmt::format("{} {} game", full_->rated ? "Rated" : "Casual", full_->speed));
  pgn.set_tag("Site", config_.base_url + "/" + id_);
  pgn.set_tag("Date", fmt::format("{:%Y.%m.%d}", fmt::gmtime(now)));
  pgn.set_tag("Round", "-");
  pgn.set_tag("White", full_->players[0].name);
  pgn.set_tag("Black", full_->players[1].name);
  pgn.set_tag("Result", pgn.result());
  pgn.set_tag("UTCDate", fmt::format("{:%Y.%m.%d}", fmt::gmtime(now)));
  pgn.set_tag("UTCTime", fmt::format("{:%H:%M:%S}", fmt::gmtime(now)));
  pgn.set_tag("WhiteElo", number_or_unknown(full_->players[0].rating));
  pgn.set_tag("BlackElo", number_or_unknown(full_->players[1].rating));
  pgn.set_tag("TimeControl", full_->has_clock ? fmt::format("{}+{}", full_->initial.count() / 1000,
                                                            full_->increment.count() / 1000)
                                              : "-");
  pgn.set_tag("Termination", state_.status);
  const std::vector<chess::NodeId> line = pgn.main_line();
  for (const auto& [ply, info] : own_scores_) {
    if (ply >= line.size()) continue;
    const int sign = us_ == chess::Color::white ? 1 : -1;
    pgn.annotate(line[ply]).eval =
        chess::EvalNote{sign * info.score.centipawns, sign * info.score.mate, info.depth};
  }
  const std::string text = notation::to_pgn(pgn);
  // One write in append mode: games that end together do not mix.
  const int file =
      ::open(config_.games.pgn_file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0 || ::write(file, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    around_.log.error("pgn_not_saved", {{"game", id_}, {"file", config_.games.pgn_file}});
  if (file >= 0) ::close(file);
}

}  // namespace rookery::lichess
