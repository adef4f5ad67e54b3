// The review of a game: every move judged, the bad ones explained, the figures of both players.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/accuracy.h"
#include "analysis/explain.h"
#include "chess/game.h"
#include "chess/game_tree.h"
#include "search/agent.h"

namespace rookery::analysis {

struct ReviewOptions {
  Effort position{150'000};  ///< for each position of the game
  int threads = 1;           ///< the result does not depend on it
  bool levels = true;        ///< find out which level sees the best move

  /// For each question of an explanation.
  Effort question() const { return position.part(0.4); }
};

struct MoveReview {
  std::size_t ply = 0;  ///< 0 for the first move of the game
  chess::Move move;
  Phase phase = Phase::opening;
  MoveValues values;
  Explanation explanation;
  std::optional<int> level_finds;  ///< the lowest level that plays the best move; bad moves only
  std::optional<std::chrono::milliseconds> clock;  ///< left after the move, if the file tells it
  bool time_trouble = false;
};

struct PlayerReview {
  double accuracy = 100;
  double average_loss = 0;  ///< centipawns of the published formulas, clamped at 1000
  std::optional<double> phase_accuracy[3];
  int counts[10]{};  ///< by Judgement
};

struct GameReview {
  std::vector<MoveReview> moves;
  PlayerReview players[2];  ///< by color
  std::string opening;      ///< its name, if it has one
  bool complete = true;     ///< false: stopped before the end
};

using MakeAgent = std::function<std::unique_ptr<search::Agent>()>;
/// The lowest of the levels that finds this move, or none.
using LevelFinder = std::function<std::optional<int>(const chess::Game&, chess::Move best,
                                                     search::Control& control)>;

struct ReviewTools {
  MakeAgent make_agent;      ///< a searcher with one thread
  LevelFinder level_finder;  ///< may be empty; called from several threads
  /// Called as the work goes on: `done` of `total` steps.
  std::function<void(std::size_t done, std::size_t total)> on_progress;
  /// Called with each move whose review is finished, from the last to the first or nearly so.
  std::function<void(const MoveReview&)> on_move = {};
};

/// Searches backwards from the last position with one table, so that what happened later is known
/// earlier and neighbouring values agree.
/// The explanations follow on other threads while it goes on.
GameReview review_game(const chess::Game& game, const ReviewOptions& options,
                       const ReviewTools& tools, search::Control& control);

/// Opening, book moves, phases, and the figures of both players: what follows from the moves' own
/// reviews without a search.
void complete_figures(GameReview& review, const chess::Game& game);

/// Clocks of the main line as the file tells them. Time trouble: less is left than a twentieth of
/// the longest time seen on that clock, or than ten seconds.
void note_clocks(GameReview& review, const chess::GameTree& tree);

}  // namespace rookery::analysis
