// What `rookery review` leaves: files that appear whole or not at all, and what it prints.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/player_report.h"
#include "analysis/puzzles.h"
#include "base/atomic_file.h"
#include "report/reviewed_game.h"

namespace rookery::cli {

struct ReviewFiles {
  std::string html, pgn, puzzles;
  std::string player;  ///< whose games are looked at together
  bool as_json = false;
  bool practice = false;  ///< keep the puzzles for `rookery practice`
};

/// A game with all that is written of it.
struct FinishedGame {
  report::ReviewedGame reviewed;
  std::vector<analysis::Puzzle> puzzles;
};

/// Games come one at a time, in order, and are not kept.
class ReviewOutput {
 public:
  explicit ReviewOutput(ReviewFiles files);
  Result<Ok, Error> begin();
  Result<Ok, Error> add(const FinishedGame& game);
  /// After the last game: what they have in common; then the files get their names.
  Result<Ok, Error> end();

 private:
  Result<Ok, Error> add_puzzles(const FinishedGame& game);
  Result<Ok, Error> print(const std::string& text);
  Result<Ok, Error> print_game(const report::ReviewedGame& reviewed);

  ReviewFiles files_;
  std::optional<AtomicFile> html_, pgn_, puzzles_;
  analysis::PlayerReport player_;
  std::size_t games_ = 0, puzzles_found_ = 0, puzzles_kept_ = 0;
};

}  // namespace rookery::cli
