#include "tui/coach.h"

#include <utility>

#include "analysis/reviewer.h"

namespace rookery::tui {

void Coach::start(std::function<void()> work) {
  cancel();
  control_ = std::make_unique<search::Control>();
  thread_ = std::thread([this, work = std::move(work)] {
    work();
    if (!control_->should_stop()) wake_();
  });
}

void Coach::cancel() {
  if (control_) control_->stop();
  if (thread_.joinable()) thread_.join();
  news_.explanation.reset();
  news_.moves.clear();
  news_.review.reset();
}

void Coach::explain(const chess::Game& game, chess::Move move) {
  start([this, game, move] {
    const auto engine = analysis::make_reviewer();
    analysis::Analyst analyst(*engine, options_.question(), *control_);
    std::string text =
        analysis::explain(analyst, game, move, analysis::measure(analyst, game, move)).text;
    const std::scoped_lock lock(news_.mutex);
    news_.explanation = std::move(text);
  });
}

void Coach::review(const chess::Game& game) {
  start([this, game] {
    const auto tools = analysis::review_tools({}, [this](const analysis::MoveReview& move) {
      {
        const std::scoped_lock lock(news_.mutex);
        news_.moves.push_back(move);
      }
      wake_();
    });
    analysis::GameReview review = analysis::review_game(game, options_, tools, *control_);
    if (!review.complete) return;
    const std::scoped_lock lock(news_.mutex);
    news_.review = std::move(review);
  });
}

std::optional<std::string> Coach::take_explanation() {
  const std::scoped_lock lock(news_.mutex);
  return std::exchange(news_.explanation, std::nullopt);
}

std::vector<analysis::MoveReview> Coach::take_moves() {
  const std::scoped_lock lock(news_.mutex);
  return std::exchange(news_.moves, {});
}

std::optional<analysis::GameReview> Coach::take_review() {
  const std::scoped_lock lock(news_.mutex);
  return std::exchange(news_.review, std::nullopt);
}

}  // namespace rookery::tui
