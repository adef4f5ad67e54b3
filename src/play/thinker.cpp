#include "play/thinker.h"

namespace rookery::play {

using namespace std::chrono_literals;
using search::SearchInfo;
using search::SearchResult;

Thinker::Thinker(AgentPool pool, PlayerSpec player, std::function<void()> wake)
    : pool_(std::move(pool)), player_(std::move(player)) {
  news_->wake = std::move(wake);
}

void Thinker::start(const chess::Game& game, const search::Limits& limits) {
  cancel();
  {
    const std::lock_guard lock(news_->mutex);
    news_->lines.clear();
    news_->last_wake = {};
  }
  busy_ = true;
  if (!agent_) {
    auto borrowed = pool_.borrow(player_);
    if (!borrowed) {
      SearchResult result;
      result.failure = borrowed.error().message;
      return conclude(*news_, std::move(result));
    }
    agent_ = std::move(*borrowed);
  }
  agent_->ask(
      game, limits, [news = news_](const SearchInfo& info) { note(*news, info); },
      [news = news_](SearchResult result) { conclude(*news, std::move(result)); });
}

void Thinker::move_now() {
  if (agent_) agent_->stop();
}

void Thinker::conclude(News& news, SearchResult result) {
  {
    const std::lock_guard lock(news.mutex);
    if (!result.info.pv.empty()) {
      if (news.lines.empty()) news.lines.emplace_back();
      news.lines[0] = result.info;
    }
    news.result = std::move(result);
  }
  news.wake();
}

void Thinker::note(News& news, const SearchInfo& info) {
  constexpr int kMostLines = 256;
  if (info.pv.empty() || info.multi_pv < 1 || info.multi_pv > kMostLines) return;
  const auto line = static_cast<std::size_t>(info.multi_pv - 1);
  {
    const std::lock_guard lock(news.mutex);
    if (news.lines.size() <= line) news.lines.resize(line + 1);
    news.lines[line] = info;
    const auto now = std::chrono::steady_clock::now();
    if (now - news.last_wake < 100ms) return;
    news.last_wake = now;
  }
  news.wake();
}

void Thinker::cancel() {
  if (agent_) agent_->forget();
  busy_ = false;
  const std::lock_guard lock(news_->mutex);
  news_->result.reset();
}

std::optional<SearchInfo> Thinker::latest_info() const {
  const std::lock_guard lock(news_->mutex);
  if (news_->lines.empty() || news_->lines[0].pv.empty()) return std::nullopt;
  return news_->lines[0];
}

std::vector<SearchInfo> Thinker::lines() const {
  const std::lock_guard lock(news_->mutex);
  std::vector<SearchInfo> known;
  for (const SearchInfo& line : news_->lines)
    if (!line.pv.empty()) known.push_back(line);
  return known;
}

std::optional<SearchResult> Thinker::take_result() {
  std::optional<SearchResult> result;
  {
    const std::lock_guard lock(news_->mutex);
    result.swap(news_->result);
  }
  if (result) busy_ = false;
  return result;
}

}  // namespace rookery::play
