// Evaluator: what a classic agent asks of a static evaluation.
#pragma once

#include <concepts>

#include "chess/position.h"
#include "eval/breakdown.h"

namespace rookery::eval {

/// Works in whole ticks so that searches compare integers: kTicksPerUnit ticks are one of the
/// document's own units, kTicksPerPawn are a pawn. evaluate() is from White's view and looks at the
/// position alone; it need not know mate and stalemate, which the searches handle.
template <class E>
concept Evaluator = requires(const chess::Position& position) {
  { E::evaluate(position) } -> std::same_as<int>;
  { E::explain(position) } -> std::same_as<Breakdown>;
  { E::kTicksPerUnit } -> std::convertible_to<int>;
  { E::kTicksPerPawn } -> std::convertible_to<int>;
};

/// The same from the view of one side.
template <Evaluator E>
int evaluate_for(chess::Color side, const chess::Position& position) {
  const int white = E::evaluate(position);
  return side == chess::Color::white ? white : -white;
}

}  // namespace rookery::eval
