// The review of a game: every move judged, the bad ones explained, the figures of both players.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "analysis/accuracy.h"
#include "analysis/explain.h"
#include "chess/game.h"
#include "search/agent.h"

namespace rookery::analysis {

struct ReviewOptions {
  std::uint64_t nodes = 150'000;         ///< for each position
  std::uint64_t explain_nodes = 60'000;  ///< for each question of an explanation
  int threads = 1;                       ///< for the explanations; the result does not depend on it
  bool levels = true;                    ///< find out which level sees the best move
};

struct MoveReview {
  std::size_t ply = 0;  ///< 0 for the first move of the game
  chess::Move move;
  Phase phase = Phase::opening;
  MoveValues values;
  Explanation explanation;
  std::optional<int> level_finds;  ///< the lowest level that plays the best move; bad moves only
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
  bool complete = true;     ///< false: stopped before the end
};

using MakeAgent = std::function<std::unique_ptr<search::Agent>()>;
/// The lowest of the levels that finds one of these moves, or none.
using LevelFinder = std::function<std::optional<int>(const chess::Game&, chess::Move best)>;

struct ReviewTools {
  MakeAgent make_agent;      ///< a searcher with one thread
  LevelFinder level_finder;  ///< may be empty; called from several threads
  /// Called as the work goes on: `done` of `total` steps.
  std::function<void(std::size_t done, std::size_t total)> on_progress;
};

/// Searches backwards from the last position with one table, so that what happened later is known
/// earlier and neighbouring values agree.
GameReview review_game(const chess::Game& game, const ReviewOptions& options,
                       const ReviewTools& tools, search::Control& control);

}  // namespace rookery::analysis
