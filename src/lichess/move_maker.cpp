// The thinking and posting thread.
#include "lichess/move_maker.h"

#include <cassert>

namespace rookery::lichess {

MoveMaker::MoveMaker(Api& api, std::string game, Report report)
    : api_(api), game_(std::move(game)), report_(std::move(report)) {
  thread_ = std::thread([this] { run(); });
}

MoveMaker::~MoveMaker() {
  cancel();
  {
    const std::lock_guard lock(mutex_);
    quit_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void MoveMaker::set_agent(std::unique_ptr<search::Agent> agent) {
  const std::lock_guard lock(mutex_);
  assert(!busy_);
  agent_ = std::move(agent);
}

int MoveMaker::think(chess::Game game, search::Limits limits) {
  return start(ThinkTask{std::move(game), std::move(limits)});
}

int MoveMaker::post(std::string uci, bool offer_draw) {
  return start(PostTask{std::move(uci), offer_draw});
}

int MoveMaker::start(Task task) {
  int ticket = 0;
  {
    const std::lock_guard lock(mutex_);
    assert(!busy_);
    if (const auto* think = std::get_if<ThinkTask>(&task)) control_.reset(think->limits.ponder);
    task_ = std::move(task);
    stop_ = std::stop_source();
    busy_ = true;
    ticket = ++ticket_;
  }
  changed_.notify_all();
  return ticket;
}

void MoveMaker::cancel() {
  std::unique_lock lock(mutex_);
  if (!busy_) return;
  stop_.request_stop();
  control_.stop();
  control_.ponder_hit();  // for agents that wait for the end of pondering
  changed_.wait(lock, [&] { return !busy_; });
}

void MoveMaker::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return quit_ || !std::holds_alternative<std::monostate>(task_); });
    if (quit_) return;
    const Task task = std::exchange(task_, std::monostate{});
    const std::stop_token stop = stop_.get_token();
    const int ticket = ticket_;
    lock.unlock();
    std::variant<ThinkDone, PostDone> done;
    if (const auto* think = std::get_if<ThinkTask>(&task)) {
      search::NullSink sink;
      done = ThinkDone{ticket, agent_->think(think->game, think->limits, control_, sink)};
    } else {
      const auto& post = std::get<PostTask>(task);
      done = PostDone{ticket, api_.move(game_, post.uci, post.offer_draw, stop)};
    }
    lock.lock();
    busy_ = false;
    const bool canceled = stop.stop_requested();
    changed_.notify_all();
    if (!canceled) {
      lock.unlock();
      report_(std::move(done));
      lock.lock();
    }
  }
}

}  // namespace rookery::lichess
