// What the reviews of one player's games have in common, and what to work on.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/review.h"

namespace rookery::analysis {

/// Where to look: the game's number in the report (from 1) and the move.
struct Place {
  std::size_t game = 0, ply = 0;
  int move = 1;  ///< as the move is numbered
};

/// Moves with something in common.
struct Tally {
  int games = 0, moves = 0;
  int bad = 0;  ///< mistakes, blunders, missed wins
  double accuracy_sum = 0;
  std::vector<Place> places;  ///< of the bad ones, the first few

  double accuracy() const { return moves > 0 ? accuracy_sum / moves : 100; }
};

struct PlayerReport {
  std::string name;
  Tally all, phases[3], colors[2];
  std::map<std::string, Tally> openings;  ///< by the name before the colon
  std::map<std::string, Tally> motifs;    ///< what the bad moves allowed
  Tally short_of_time, with_time;         ///< games with clocks only

  /// `number` is the game's in the report.
  void add(const GameReview& review, const chess::Game& game, chess::Color side,
           std::size_t number);
  /// The clearest weaknesses in words, the worst first; each has figures of at least five moves
  /// behind it. Empty if nothing stands out.
  std::vector<std::string> work_on() const;
};

}  // namespace rookery::analysis
