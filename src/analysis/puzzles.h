// Key moments of reviewed games as puzzles: find the better move.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/analyst.h"
#include "analysis/review.h"
#include "notation/epd.h"
#include "play/progress.h"

namespace rookery::analysis {

/// In Win%: a move that loses no more than this beside the best is as good.
inline constexpr double kAsGood = 2;

struct Puzzle {
  std::size_t ply = 0;  ///< moves played before it
  chess::Position position;
  chess::Move played;
  std::vector<chess::Move> solutions;  ///< the best first; all that are as good
  std::vector<std::string> motifs;
};

/// The mistakes, blunders and missed wins of a side (or of both) where at most three moves are as
/// good as the best: more is no puzzle.
std::vector<Puzzle> find_puzzles(Analyst& analyst, const GameReview& review,
                                 const chess::Game& game, std::optional<chess::Color> side);

/// "Find better than 23. Nxe5."
std::string prompt_of(const Puzzle& puzzle);
/// `source` names the game.
notation::EpdRecord to_epd_record(const Puzzle& puzzle, const std::string& source);
/// To be kept and asked again; the same puzzle has the same id.
play::Exercise to_exercise(const Puzzle& puzzle, const std::string& source, bool chess960);

/// Step 1: the piece to look at; step 2: the square it goes to.
std::string hint_text(const chess::Position& position, chess::Move best, int step);

/// How good a try is.
struct Grade {
  bool right = false;
  double win_best = 50, win_tried = 50;
};
Grade grade(Analyst& analyst, const chess::Game& game, chess::Move best, chess::Move tried);
/// "Right: Nf3. As good: Nc3.", "That gives 41 %; there is better, with 63 %."
std::string grade_text(const chess::Position& position, const Grade& grade, chess::Move best,
                       chess::Move tried);
/// "It comes back in 3 days."
std::string comes_back_text(const play::Exercise& graded, std::int64_t now);

}  // namespace rookery::analysis
