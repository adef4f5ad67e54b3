#include "analysis/game_values.h"

#include <cstdlib>

namespace rookery::analysis {

using chess::Game;
using eval::Value;

namespace {

/// In centipawns of ours: from here on a game is decided, and up to here no mate is near.
constexpr Value kDecided = 500, kCalm = 250;
/// Of the effort for a position: for a decided one, and where two neighbours contradict each other.
constexpr double kMore = 2, kMuchMore = 10;

Value value_of_ended(const Game& game) {
  const auto outcome = game.outcome();
  return outcome && outcome->winner ? -eval::kMate : 0;
}

}  // namespace

GameValues::GameValues(const Game& game, Analyst& analyst)
    : game_(game),
      analyst_(analyst),
      effort_(analyst.effort()),
      here_(game),
      seen_(game.ply() + 1),
      agreed_(game.ply() + 1),
      looked_longer_(game.ply() + 1),
      released_(game.ply()) {}

GameValues::Fate GameValues::fate_of(Value value) {
  if (value >= eval::kMateBound) return Fate::mates;
  return value <= -eval::kMateBound ? Fate::mated : Fate::open;
}

Value GameValues::after(std::size_t ply) const { return before_move(agreed_[ply + 1].value); }

void GameValues::look_at(std::size_t ply, double share) {
  while (here_.ply() > ply) here_.undo();
  while (here_.ply() < ply) here_.play(game_.moves()[here_.ply()]);
  analyst_.set_effort(share == 1 ? effort_ : effort_.part(share));
  const std::vector<Finding> found =
      here_.outcome(false) ? std::vector<Finding>{} : analyst_.best(here_);
  analyst_.set_effort(effort_);
  seen_[ply] = found.empty() ? Finding{{}, value_of_ended(here_)} : found[0];
}

/// True if that changed whether it is a mate. Each position gets it once.
bool GameValues::look_longer(std::size_t ply) {
  if (looked_longer_[ply] || is_frozen(ply) || analyst_.is_stopped()) return false;
  looked_longer_[ply] = true;
  if (!seen_[ply].move()) return false;  // the game is over there
  const Fate before = fate_of(seen_[ply].value);
  look_at(ply, kMuchMore);
  return fate_of(seen_[ply].value) != before;
}

/// One move has one value, and the best is at least as good as what was played.
void GameValues::join(std::size_t ply) {
  agreed_[ply] = seen_[ply];
  if (ply == game_.ply()) return;
  const chess::Move played = game_.moves()[ply];
  Finding& best = agreed_[ply];
  if (best.move() == played) {
    best.value = after(ply);
  } else if (after(ply) > best.value) {
    best = {{played}, after(ply)};
    const std::vector<chess::Move>& next = agreed_[ply + 1].line;
    best.line.insert(best.line.end(), next.begin(), next.end());
  }
}

/// Makes a position agree with the one after it about mates, and that one with the next, as far as
/// a change goes.
void GameValues::settle(std::size_t ply) {
  join(ply);
  std::size_t at = ply;
  while (at < game_.ply() && !analyst_.is_stopped()) {
    const Fate before = fate_of(seen_[at].value), then = fate_of(after(at));
    if (before == then) break;
    if (then == Fate::open || (before == Fate::mated && then == Fate::mates)) {
      // A mate is let go, or a lost side gets away: if that is so, a longer look says the same.
      if (!look_longer(at + 1)) break;
      ++at;
      join(at);
    } else if (then == Fate::mated) {
      if (!look_longer(at)) break;
      join(at);
      if (at > ply) --at;
    } else {
      break;  // what was played mates; that the search had not seen it does not matter
    }
  }
  for (std::size_t i = at + 1; i-- > ply;) join(i);
}

void GameValues::release(std::size_t ply, const Sinks& sinks) {
  while (released_ > ply) {
    --released_;
    sinks.on_final(released_, {agreed_[released_], after(released_)});
  }
}

void GameValues::search(const Sinks& sinks) {
  analyst_.forget();
  for (std::size_t ply = game_.ply() + 1; ply-- > 0;) {
    look_at(ply, 1);
    const bool is_open = fate_of(seen_[ply].value) == Fate::open;
    if (is_open && std::abs(seen_[ply].value) >= kDecided) look_at(ply, kMore);
    settle(ply);
    if (analyst_.is_stopped()) return;
    if (ply < game_.ply()) sinks.on_searched();
    if (std::abs(agreed_[ply].value) < kCalm) release(ply + 1, sinks);
  }
  release(0, sinks);
}

}  // namespace rookery::analysis
