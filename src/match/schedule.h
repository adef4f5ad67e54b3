// Who plays whom, in which game, from which opening.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace rookery::match {

enum class Format { round_robin, gauntlet };

/// One game to be played. Games 2k and 2k+1 are a pair: same opening, colours reversed.
struct Fixture {
  int game = 0;              ///< 0, 1, ...
  int white = 0, black = 0;  ///< players
  int encounter = 0;         ///< which pairing of players
  int round = 0;             ///< which opening, from 0
};

/// All games of a match (two players), a round robin (each with each) or a gauntlet (player 0 with
/// each other). A round has one pair of games for each encounter, all from one opening.
class Schedule {
 public:
  Schedule(int players, Format format, int games_per_encounter);
  int size() const { return games_; }
  Fixture fixture(int game) const;
  const std::vector<std::pair<int, int>>& encounters() const { return encounters_; }

 private:
  std::vector<std::pair<int, int>> encounters_;
  int games_ = 0;
};

}  // namespace rookery::match
