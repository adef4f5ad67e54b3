#include "match/schedule.h"

#include <cassert>

namespace rookery::match {

Schedule::Schedule(int players, Format format, int games_per_encounter) {
  assert(players >= 2 && games_per_encounter >= 1);
  for (int a = 0; a < (format == Format::gauntlet ? 1 : players - 1); ++a)
    for (int b = a + 1; b < players; ++b) encounters_.emplace_back(a, b);
  games_ = static_cast<int>(encounters_.size()) * games_per_encounter;
}

Fixture Schedule::fixture(int game) const {
  assert(game >= 0 && game < games_);
  const int count = static_cast<int>(encounters_.size());
  // Rounds of pairs; an odd number of games leaves a last round of single games.
  const int full = games_ / (2 * count) * (2 * count);
  Fixture f;
  f.game = game;
  f.round = game / (2 * count);
  bool reversed = false;
  if (game < full) {
    f.encounter = game / 2 % count;
    reversed = game % 2 == 1;
  } else {
    f.encounter = game - full;
  }
  const auto [a, b] = encounters_[static_cast<std::size_t>(f.encounter)];
  f.white = reversed ? b : a;
  f.black = reversed ? a : b;
  return f;
}

}  // namespace rookery::match
