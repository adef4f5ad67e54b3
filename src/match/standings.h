// Standings: the results so far, by encounter and by player.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "match/elo.h"
#include "match/schedule.h"

namespace rookery::match {

/// The results of one encounter from its first player's view.
struct EncounterResult {
  Tally tally;
  Pentanomial pairs{};
};

class Standings {
 public:
  Standings(int players, const Schedule& schedule);

  /// `points` are White's: 0, 0.5 or 1. A game counts once; false if it was there already.
  bool add(const Fixture& fixture, double points, bool faulty = false);

  int games() const { return games_; }
  bool has(int game) const { return points_[static_cast<std::size_t>(game)].has_value(); }
  const EncounterResult& encounter(int index) const {
    return encounters_[static_cast<std::size_t>(index)];
  }
  int players() const { return static_cast<int>(totals_.size()); }
  const Tally& total(int player) const { return totals_[static_cast<std::size_t>(player)]; }
  int faults() const { return faults_; }
  /// From the view of `a`; empty if they have not met.
  EncounterResult between(int a, int b) const;

 private:
  const Schedule& schedule_;
  std::vector<EncounterResult> encounters_;
  std::vector<Tally> totals_;
  std::vector<std::optional<double>> points_;  // of the encounter's first player, by game
  int games_ = 0, faults_ = 0;
};

/// Strength by maximum likelihood (Bradley-Terry, a draw as half a win and half a loss), with one
/// virtual draw of each player against the average so that a clean score stays finite.
struct Rating {
  double elo = 0;    ///< the players' mean is 0
  double error = 0;  ///< 95 %
};
std::vector<Rating> ratings(const Standings& standings);

}  // namespace rookery::match
