// Verdicts on single moves at low depth: search it, skip it, or skip all quiet moves from here on.

template <class Evaluator>
typename SearchWorker<Evaluator>::Verdict SearchWorker<Evaluator>::judge_move(
    const NodeFacts& node, const MoveContext& context, Move move, bool check, int move_number,
    Value alpha) const {
  const Position& pos = position(node.ply);
  const Frame& f = frame(node.ply);
  const int reduced_depth =
      std::max(0, node.depth - base_reduction(node.depth, move_number) / 1024);

  if (move.is_noisy() || check) {
    // A capture or check that loses more than the depth can make good.
    return !params::see_pruning || see_at_least(pos, move, -params::see_capture_slope * node.depth)
               ? Verdict::search
               : Verdict::skip;
  }
  // Late move pruning: enough quiet moves were tried, the rest are not expected to do better.
  if (params::late_move_pruning &&
      move_number >= (params::lmp_base + node.depth * node.depth) / (2 - node.improving))
    return Verdict::skip_all_quiets;
  // Moves that did badly whenever they were tried.
  const int history = context.quiet_score(pos, move);
  if (params::history_pruning && reduced_depth <= 5 &&
      history < -params::history_prune_slope * node.depth)
    return Verdict::skip;
  // Futility: the static evaluation is too far below alpha for a quiet move. Not below a mate, to
  // which no evaluation comes near: a shorter one must be looked for all the same.
  if (params::futility && !f.in_check && alpha < eval::kMateBound && reduced_depth <= 9 &&
      f.static_eval + params::futility_base + params::futility_slope * reduced_depth +
              history / 128 <=
          alpha)
    return Verdict::skip;
  // The piece would simply be lost.
  if (params::see_pruning &&
      !see_at_least(pos, move, -params::see_quiet_slope * reduced_depth * reduced_depth))
    return Verdict::skip;
  return Verdict::search;
}
