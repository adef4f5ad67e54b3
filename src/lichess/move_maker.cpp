// Thinking on the agent's thread, posting on another.
#include "lichess/move_maker.h"

#include <cassert>

namespace rookery::lichess {

MoveMaker::MoveMaker(Api& api, std::string game, Report report)
    : api_(api), game_(std::move(game)), report_(std::move(report)) {
  poster_ = std::thread([this] { post_moves(); });
}

MoveMaker::~MoveMaker() {
  cancel();
  {
    const std::lock_guard lock(mutex_);
    quit_ = true;
  }
  changed_.notify_all();
  poster_.join();
}

void MoveMaker::set_agent(std::unique_ptr<search::Agent> agent) {
  agent_ = std::make_unique<search::AgentRunner>(std::move(agent));
  agent_->new_game();
}

int MoveMaker::think(chess::Game game, search::Limits limits) {
  assert(agent_);
  const int ticket = ++ticket_;
  question_ = agent_->ask(std::move(game), std::move(limits), {},
                          [report = report_, ticket](search::SearchResult result) {
                            report(ThinkDone{ticket, std::move(result)});
                          });
  return ticket;
}

int MoveMaker::post(std::string uci, bool offer_draw) {
  const int ticket = ++ticket_;
  {
    const std::lock_guard lock(mutex_);
    assert(!posting_);
    task_ = PostTask{ticket, std::move(uci), offer_draw};
    stop_ = std::stop_source();
    posting_ = true;
  }
  changed_.notify_all();
  return ticket;
}

void MoveMaker::stop_thinking() {
  if (agent_) agent_->stop(question_);
}

void MoveMaker::ponder_hit() {
  if (agent_) agent_->ponder_hit(question_);
}

void MoveMaker::cancel() {
  if (agent_) agent_->forget();
  std::unique_lock lock(mutex_);
  if (!posting_) return;
  stop_.request_stop();
  changed_.wait(lock, [&] { return !posting_; });
}

void MoveMaker::post_moves() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return quit_ || task_; });
    if (quit_) return;
    const PostTask task = *std::exchange(task_, std::nullopt);
    const std::stop_token stop = stop_.get_token();
    lock.unlock();
    PostDone done{task.ticket, api_.move(game_, task.uci, task.offer_draw, stop)};
    lock.lock();
    posting_ = false;
    const bool canceled = stop.stop_requested();
    changed_.notify_all();
    if (canceled) continue;
    lock.unlock();
    report_(std::move(done));
    lock.lock();
  }
}

}  // namespace rookery::lichess
