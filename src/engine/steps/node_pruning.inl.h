// Verdicts on whole nodes: a value, or kNone if the moves must be looked at.

/// Razoring: so far below alpha that only captures could help; ask quiescence.
template <class Evaluator, class Tracer>
Value SearchWorker<Evaluator, Tracer>::razoring(const NodeFacts& node, Value alpha) {
  if (!params::razoring || node.depth > params::razor_max_depth || alpha >= eval::kMateBound ||
      node.eval >= alpha - params::razor_base - params::razor_slope * node.depth * node.depth)
    return kNone;
  tracer_.announce(NodeKind::quiescence);
  const Value value = quiescence<NodeType::non_pv>(alpha, alpha + 1, node.ply);
  return value <= alpha && !eval::is_mate(value) ? value : kNone;
}

/// Reverse futility: so far above beta that the opponent is not expected to make up for it. Not
/// with a quiet hash move, which is a reason to look.
template <class Evaluator, class Tracer>
Value SearchWorker<Evaluator, Tracer>::reverse_futility(const NodeFacts& node, Value beta) const {
  if (!params::reverse_futility || node.depth > params::reverse_futility_max_depth ||
      (node.hash_move && !node.hash_move.is_noisy()) || frame(node.ply).tt_pv ||
      node.eval >= eval::kTablebaseBound || beta <= -eval::kTablebaseBound)
    return kNone;
  const Value margin =
      std::max(0, params::reverse_futility_slope * node.depth -
                      params::reverse_futility_improving * node.improving -
                      params::reverse_futility_worsening * node.opponent_worsening);
  return node.eval - margin >= beta ? beta + (node.eval - beta) / params::reverse_futility_trust
                                    : kNone;
}

/// Null move: if even passing keeps us above beta, a real move will too. Not in pawn endings, where
/// passing can be better than any move; at high depth the result is verified without passing.
template <class Evaluator, class Tracer>
Value SearchWorker<Evaluator, Tracer>::null_move(const NodeFacts& node, Value beta) {
  const Frame& f = frame(node.ply);
  const Position& pos = position(node.ply);
  if (!params::null_move || !node.cut_node || !frame(node.ply - 1).current || node.eval < beta ||
      f.static_eval < beta - params::null_eval_slope * node.depth + params::null_eval_base ||
      node.ply < null_move_min_ply_ || beta <= -eval::kTablebaseBound ||
      !pos.non_pawn_pieces(pos.side_to_move()))
    return kNone;

  const int r = params::null_base + node.depth / params::null_depth_divisor +
                std::min((node.eval - beta) / params::null_eval_divisor, params::null_eval_max) +
                node.improving;
  make_null_move(node.ply);
  tracer_.announce(NodeKind::null_move, r);
  Value value = -search<NodeType::non_pv>(-beta, -beta + 1, node.depth - r, node.ply + 1, false);
  undo();
  if (stopped() || value < beta) return kNone;
  if (value >= eval::kTablebaseBound) value = beta;  // not a proven win
  if (null_move_min_ply_ > 0 || node.depth < params::null_verify_depth) return value;

  null_move_min_ply_ = node.ply + params::null_verify_percent * (node.depth - r) / 100;
  tracer_.announce(NodeKind::verification, r);
  const Value verified = search<NodeType::non_pv>(beta - 1, beta, node.depth - r, node.ply, false);
  null_move_min_ply_ = 0;
  return verified >= beta ? value : kNone;
}

/// ProbCut: a capture that is well above beta in a shallow search will be above beta in a deep one.
template <class Evaluator, class Tracer>
Value SearchWorker<Evaluator, Tracer>::probcut(const NodeFacts& node, const TtEntry& tt,
                                               const MoveContext& context, Value beta) {
  if (!params::probcut || node.depth < params::probcut_min_depth ||
      std::abs(beta) >= eval::kTablebaseBound)
    return kNone;
  const Value raised = beta + params::probcut_margin - params::probcut_improving * node.improving;
  const int shallow = node.depth - params::probcut_reduction;  // after the capture
  if (tt.value != kNone && tt.depth > shallow && tt.value < raised) return kNone;

  const Position& pos = position(node.ply);
  MovePicker picker(pos, context, node.hash_move, raised - frame(node.ply).static_eval);
  while (const Move move = picker.next()) {
    make_move(move, node.ply);
    tracer_.announce(NodeKind::probcut);
    Value value = -quiescence<NodeType::non_pv>(-raised, -raised + 1, node.ply + 1);
    if (value >= raised)
      value =
          -search<NodeType::non_pv>(-raised, -raised + 1, shallow, node.ply + 1, !node.cut_node);
    undo();
    if (stopped()) return 0;
    if (value >= raised) {
      store(node.ply, move, value, node.raw_eval, shallow + 1, TtBound::lower,
            frame(node.ply).tt_pv);
      return eval::is_mate(value) ? value : value - (raised - beta);
    }
  }
  return kNone;
}
