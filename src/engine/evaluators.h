// The evaluators as the search uses them: they follow the moves and answer for the current
// position.
#pragma once

#include "chess/make_move.h"
#include "eval/classical/classical.h"

namespace rookery::engine {

/// The classical evaluation needs nothing but the position.
class ClassicalFollower {
 public:
  void reset(const chess::Position&) {}
  void make_move(chess::Position& next, chess::Move move) {
    chess::NullObserver none;
    next.make_move(move, none);
  }
  void make_null_move() {}
  void undo() {}
  eval::Value evaluate(const chess::Position& position) { return evaluator_.evaluate(position); }

 private:
  eval::ClassicalEvaluator evaluator_;
};

}  // namespace rookery::engine
