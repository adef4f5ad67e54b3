// The evaluators as the search uses them: they follow the moves and answer for the current
// position.
#pragma once

#include "chess/make_move.h"
#include "eval/classical/classical.h"
#include "eval/nnue/evaluator.h"

namespace rookery::engine {

/// The classical evaluation needs nothing but the position.
class ClassicalFollower {
 public:
  explicit ClassicalFollower(const eval::nnue::NetworkPtr&) {}
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

/// The network's hidden layer follows every move.
class NetworkFollower {
 public:
  explicit NetworkFollower(const eval::nnue::NetworkPtr& network) : evaluator_(network) {}
  void reset(const chess::Position& root) { evaluator_.reset(root); }
  void make_move(chess::Position& next, chess::Move move) { evaluator_.make_move(next, move); }
  void make_null_move() { evaluator_.make_null_move(); }
  void undo() { evaluator_.pop(); }
  eval::Value evaluate(const chess::Position& position) { return evaluator_.evaluate(position); }

 private:
  eval::nnue::Evaluator evaluator_;
};

}  // namespace rookery::engine
