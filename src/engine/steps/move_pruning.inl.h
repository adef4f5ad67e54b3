// Verdicts on single moves at low depth: a reason to leave it out (a late move: and all quiet moves
// after it), or none.

template <class Evaluator, class Tracer>
Skip SearchWorker<Evaluator, Tracer>::judge_move(const NodeFacts& node, MoveFacts& candidate,
                                                 const MoveContext& context, Value alpha) const {
  const Position& pos = position(node.ply);
  const Frame& f = frame(node.ply);
  const Move move = candidate.move;
  const int reduced_depth =
      std::max(0, node.depth - base_reduction(node.depth, candidate.number) / 1024);

  // A capture or check that loses more than the depth can make good.
  if (move.is_noisy() || candidate.gives_check)
    return !params::see_pruning || see_at_least(pos, move, -params::see_capture_slope * node.depth)
               ? Skip::none
               : Skip::exchange;

  // Late move pruning: enough quiet moves were tried, the rest are not expected to do better.
  if (params::late_move_pruning &&
      candidate.number >= (params::lmp_base + node.depth * node.depth) / (2 - node.improving))
    return Skip::late_move;

  // Moves that did badly whenever they were tried.
  const int history = candidate.quiet_history(pos, context);
  if (params::history_pruning && reduced_depth <= params::history_prune_max_depth &&
      history < -params::history_prune_slope * node.depth)
    return Skip::history;

  // Futility: the static evaluation is too far below alpha for a quiet move. Not below a mate, to
  // which no evaluation comes near: a shorter one must be looked for all the same.
  if (params::futility && !f.in_check && alpha < eval::kMateBound &&
      reduced_depth <= params::futility_max_depth &&
      f.static_eval + params::futility_base + params::futility_slope * reduced_depth +
              history / params::futility_history_divisor <=
          alpha)
    return Skip::futility;

  // The piece would simply be lost.
  if (params::see_pruning &&
      !see_at_least(pos, move, -params::see_quiet_slope * reduced_depth * reduced_depth))
    return Skip::exchange;

  return Skip::none;
}
