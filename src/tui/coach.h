// Coach: what the analysis has to say about a move or a game, found out on a thread of its own for
// screens that look when they are woken.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "analysis/review.h"

namespace rookery::tui {

/// Used from one thread; a new question ends the one before it. `wake` is called on the coach's
/// thread when there is news.
class Coach {
 public:
  Coach(std::function<void()> wake, analysis::ReviewOptions options)
      : wake_(std::move(wake)), options_(options) {}
  ~Coach() { cancel(); }
  Coach(const Coach&) = delete;
  Coach& operator=(const Coach&) = delete;

  /// Why the move is good, if that can be proven.
  void explain(const chess::Game& game, chess::Move move);
  void review(const chess::Game& game);
  /// Stops and forgets; waits for a search to end, which it does at once.
  void cancel();

  /// The explanation, once; an empty one where nothing could be proven.
  std::optional<std::string> take_explanation();
  /// The moves whose review has been finished since the last call.
  std::vector<analysis::MoveReview> take_moves();
  /// The whole review, once, when it is complete.
  std::optional<analysis::GameReview> take_review();

 private:
  struct News {
    std::mutex mutex;
    std::optional<std::string> explanation;
    std::vector<analysis::MoveReview> moves;
    std::optional<analysis::GameReview> review;
  };
  void start(std::function<void()> work);

  std::function<void()> wake_;
  const analysis::ReviewOptions options_;
  News news_;
  std::unique_ptr<search::Control> control_;
  std::thread thread_;
};

}  // namespace rookery::tui
