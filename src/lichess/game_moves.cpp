// One game: thinking, pondering and moving.
#include "lichess/game_session.h"
#include "notation/fen.h"
#include "notation/uci_move.h"

namespace rookery::lichess {
namespace {

// A move refused so often, or an agent that failed so often, will not come right by itself.
constexpr int kMaxRejections = 3;
constexpr int kMaxAgentFailures = 3;

}  // namespace

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
  told_stream_ = stream_.number();
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
    return stream_.reopen_at(around_.api.next_try(0, ++lost_posts_));
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
  stream_.reopen_at(around_.api.next_try(0, rejections_));
}

}  // namespace rookery::lichess
