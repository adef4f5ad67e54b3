#include "play/thinker.h"

namespace rookery::play {

using namespace std::chrono_literals;
using search::SearchInfo;
using search::SearchResult;

void Thinker::start(const chess::Game& game, const search::Limits& limits) {
  cancel();
  {
    const std::lock_guard lock(mutex_);
    info_.reset();
  }
  control_.reset();
  last_wake_ = {};
  thread_ = std::thread([this, game, limits] { run(game, limits); });
}

void Thinker::run(const chess::Game& game, const search::Limits& limits) {
  SearchResult result;
  if (!agent_) {
    auto made = make_();
    if (made)
      agent_ = std::move(*made);
    else
      result.failure = made.error().message;
  }
  if (agent_) result = agent_->think(game, limits, control_, *this);
  {
    const std::lock_guard lock(mutex_);
    if (!result.info.pv.empty()) info_ = result.info;
    result_ = std::move(result);
  }
  wake_();
}

void Thinker::on_info(const SearchInfo& info) {
  if (info.pv.empty() || info.multi_pv != 1) return;
  {
    const std::lock_guard lock(mutex_);
    info_ = info;
  }
  const auto now = std::chrono::steady_clock::now();
  if (now - last_wake_ < 100ms) return;
  last_wake_ = now;
  wake_();
}

void Thinker::cancel() {
  if (thread_.joinable()) {
    control_.stop();
    thread_.join();
  }
  result_.reset();
}

std::optional<SearchInfo> Thinker::latest_info() const {
  const std::lock_guard lock(mutex_);
  return info_;
}

std::optional<SearchResult> Thinker::take_result() {
  std::optional<SearchResult> result;
  {
    const std::lock_guard lock(mutex_);
    result.swap(result_);
  }
  if (result) thread_.join();
  return result;
}

}  // namespace rookery::play
