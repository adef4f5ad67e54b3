// Why a move was good or bad, in a sentence or two, each with the searched line that proves it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/analyst.h"
#include "analysis/judgement.h"
#include "analysis/line.h"
#include "analysis/motifs.h"

namespace rookery::analysis {

/// What a proof line shows on the board at its end.
struct Claim {
  enum class Kind { material, mate, draw, position, none };
  Kind kind = Kind::none;
  /// material: pawns that the mover loses (or, for the best move, wins) from the start of the proof
  /// to its end; mate: moves to mate; position: centipawns of the worst group of terms.
  int amount = 0;
};

struct Explanation {
  Judgement judgement = Judgement::good;
  double win_before = 50, win_after = 50;  ///< Win%, the mover's view
  double accuracy = 100;
  std::string text;                 ///< empty where nothing could be proven
  std::vector<std::string> motifs;  ///< as puzzle collections name them
  Claim claim;
  std::vector<chess::Move> proof;  ///< begins with the judged move
  chess::Move best;
  std::vector<chess::Move> best_line;  ///< begins with the best move
  Claim best_claim;                    ///< what best_line wins
};

/// What is known before explaining: values of the best move and of the judged one, mover's view.
struct MoveValues {
  Finding best;
  eval::Value played = 0;
};

/// What the two values alone say: chances, accuracy, judgement, best line; no words.
Explanation by_figures(const chess::Position& position, chess::Move move, const MoveValues& values);
/// `game` is the game before the move, which is legal. Asks the analyst about 10 to 30 times.
MoveValues measure(Analyst& analyst, const chess::Game& game, chess::Move move);
Explanation explain(Analyst& analyst, const chess::Game& game, chess::Move move,
                    const MoveValues& values);

}  // namespace rookery::analysis
