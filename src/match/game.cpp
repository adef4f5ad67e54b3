#include "match/game.h"

#include <fmt/format.h>

#include <condition_variable>
#include <mutex>
#include <thread>

#include "chess/make_move.h"
#include "notation/fen.h"
#include "notation/uci_move.h"

namespace rookery::match {
namespace {

using Clock = std::chrono::steady_clock;
using chess::Color;

const char* side_name(Color c) { return c == Color::white ? "White" : "Black"; }

/// Stops a search that runs past its time. An agent in our own process cannot be killed, but it can
/// be told; external engines have their own deadline in uci::Client.
class Watchdog {
 public:
  ~Watchdog() {
    {
      std::lock_guard lock(mutex_);
      closing_ = true;
    }
    changed_.notify_one();
    if (thread_.joinable()) thread_.join();
  }
  void arm(search::Control& control, Clock::time_point deadline) {
    {
      std::lock_guard lock(mutex_);
      control_ = &control;
      deadline_ = deadline;
      // The thread looks again by itself when it wakes for an earlier deadline, so that it need
      // not be woken for every move.
      if (thread_.joinable() && deadline >= wakes_) return;
    }
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    changed_.notify_one();
  }
  void disarm() {
    std::lock_guard lock(mutex_);
    control_ = nullptr;
  }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    while (!closing_) {
      const auto now = Clock::now();
      if (control_ && now >= deadline_) {
        control_->stop();
        control_ = nullptr;
      }
      wakes_ = control_ ? deadline_ : now + std::chrono::milliseconds(200);
      changed_.wait_until(lock, wakes_);
    }
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;
  search::Control* control_ = nullptr;
  Clock::time_point deadline_, wakes_ = Clock::time_point::max();
  bool closing_ = false;
};

std::string describe(const chess::Outcome& outcome) {
  if (!outcome.winner) return fmt::format("draw by {}", chess::reason_text(outcome.reason));
  return fmt::format("{} wins by {}", side_name(*outcome.winner),
                     chess::reason_text(outcome.reason));
}

}  // namespace

void forfeit(play::PlayedGame& record, const Player& player, Color side, chess::EndReason reason,
             std::string_view what) {
  const auto line_end = std::min(what.find('\n'), what.size());
  record.fault = fmt::format("{} ({}): {}\n  position: {}{}", player.name, side_name(side),
                             what.substr(0, line_end), notation::to_fen(record.game.position()),
                             what.substr(line_end));
  record.termination = fmt::format("{} loses: {}", side_name(side), what.substr(0, line_end));
  record.game.end({~side, reason});
}

std::optional<play::PlayedGame> play_game(const Seat& white, const Seat& black,
                                          const Opening& opening, const GameRules& rules,
                                          search::Control& control, const std::atomic<bool>& abort,
                                          const Watcher& watch) {
  const Seat* seats[2] = {&white, &black};
  PlayerClock clocks[2] = {PlayerClock(white.player.limits, rules.time_margin),
                           PlayerClock(black.player.limits, rules.time_margin)};
  play::Adjudicator adjudicator(rules.adjudication);
  Watchdog watchdog;
  search::NullSink sink;
  play::PlayedGame record(opening.game());

  const auto finish = [&](const chess::Outcome& outcome, std::string termination) {
    record.termination = std::move(termination);
    record.game.end(outcome);
    return std::move(record);
  };
  const auto lose = [&](Color side, chess::EndReason reason, std::string_view what) {
    forfeit(record, seats[index(side)]->player, side, reason, what);
    return std::move(record);
  };

  for (Seat seat : {white, black}) seat.agent.new_game();
  std::optional<search::Score> last_score[2];
  for (;;) {
    if (watch) watch(record.game);
    if (const auto outcome = record.game.outcome()) {
      if (outcome->reason == chess::EndReason::checkmate) {
        // An announced mate cannot be followed by being mated oneself: whose scores say so has
        // them the wrong way round.
        const Color winner = *outcome->winner;
        for (const Color c : chess::kColors) {
          const auto& score = last_score[index(c)];
          if (seats[index(c)]->player.external && score &&
              (c == winner ? score->mate < 0 : score->mate > 0))
            return lose(c, chess::EndReason::forfeit,
                        fmt::format("wrong-side score: said mate {} before {} was mated",
                                    score->mate, side_name(~winner)));
        }
      }
      return finish(*outcome, describe(*outcome));
    }
    if (rules.max_moves > 0 &&
        record.plies.size() >= 2 * static_cast<std::size_t>(rules.max_moves)) {
      const chess::Outcome draw{std::nullopt, chess::EndReason::adjudication};
      return finish(draw, fmt::format("draw after {} moves by the match rules", rules.max_moves));
    }

    const Color side = record.game.position().side_to_move();
    const Seat& seat = *seats[index(side)];
    PlayerClock& clock = clocks[index(side)];
    const search::Limits limits =
        PlayerClock::limits_for(side, seat.player.limits, clocks[0], clocks[1]);
    const auto allowance = clock.allowance();
    control.reset();  // the watchdog may have stopped the last move
    if (abort) return std::nullopt;
    const auto begin = Clock::now();
    if (allowance)
      watchdog.arm(control, begin + std::chrono::duration_cast<Clock::duration>(*allowance));
    search::SearchResult result = seat.agent.think(record.game, limits, control, sink);
    const auto time = Clock::now() - begin;
    if (allowance) watchdog.disarm();
    if (abort) return std::nullopt;

    if (result.failure) return lose(side, chess::EndReason::forfeit, *result.failure);
    if (!clock.spend(time)) {
      const auto over = std::chrono::duration_cast<std::chrono::milliseconds>(
          time - (*allowance - rules.time_margin));
      return lose(side, chess::EndReason::time,
                  fmt::format("time loss: {} ms over its time ({})", over.count(),
                              seat.player.limits.text()));
    }
    if (!result.best || !record.game.position().is_legal(result.best))
      return lose(side, chess::EndReason::forfeit,
                  fmt::format("illegal move: '{}'",
                              notation::to_uci(result.best, record.game.is_chess960())));

    record.game.play(result.best);
    last_score[index(side)] = result.info.score;
    const int value = result.info.score.centipawns;
    play::PlayedPly ply{{}, std::move(result.info), time};
    for (const Color c : chess::kColors)
      ply.left[index(c)] =
          std::chrono::duration_cast<std::chrono::milliseconds>(clocks[index(c)].remaining());
    record.plies.push_back(std::move(ply));
    if (record.game.outcome()) continue;
    if (const auto verdict = adjudicator.after_move(side == Color::white ? value : -value,
                                                    static_cast<int>(record.plies.size())))
      return finish(*verdict, describe(*verdict));
  }
}

}  // namespace rookery::match
