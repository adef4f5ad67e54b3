// Thinker: one agent on its own thread, for callers that must not block.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/result.h"
#include "search/agent.h"

namespace rookery::play {

/// Used from one thread. `wake` is called on the thinking thread, at most ten times a second for
/// reports and once for the decision; it must not call back into the Thinker.
class Thinker final : private search::InfoSink {
 public:
  using Make = std::function<Result<std::unique_ptr<search::Agent>, Error>()>;

  /// The agent is made on its own thread at the first start(), so that a screen can be drawn before
  /// a network is loaded or an engine is started.
  Thinker(Make make, std::function<void()> wake) : make_(std::move(make)), wake_(std::move(wake)) {}
  ~Thinker() override { cancel(); }
  Thinker(const Thinker&) = delete;
  Thinker& operator=(const Thinker&) = delete;

  /// Cancels whatever was going on.
  void start(const chess::Game& game, const search::Limits& limits);
  /// Asks for the decision now; take_result() will have it soon.
  void move_now() { control_.stop(); }
  /// Stops and forgets.
  void cancel();

  bool is_busy() const { return thread_.joinable(); }
  /// The newest report with a line in it, also after the decision, until the next start().
  std::optional<search::SearchInfo> latest_info() const;
  /// The decision, once.
  std::optional<search::SearchResult> take_result();

 private:
  void on_info(const search::SearchInfo& info) override;
  void run(const chess::Game& game, const search::Limits& limits);

  Make make_;
  std::function<void()> wake_;
  std::unique_ptr<search::Agent> agent_;
  search::Control control_;
  std::thread thread_;
  std::chrono::steady_clock::time_point last_wake_{};

  mutable std::mutex mutex_;  // guards the two below
  std::optional<search::SearchInfo> info_;
  std::optional<search::SearchResult> result_;
};

}  // namespace rookery::play
