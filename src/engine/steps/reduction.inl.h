// Late move reductions: how much less deep a move is searched, in 1/1024 ply.

template <class Evaluator>
int SearchWorker<Evaluator>::reduction(const NodeFacts& node, const MoveContext& context, Move move,
                                       Move tt_move, int move_number, bool check) const {
  if (!params::late_move_reduction) return 0;
  const Frame& f = frame(node.ply);
  int r = base_reduction(node.depth, move_number);
  if (!node.improving) r += params::lmr_not_improving;
  if (node.cut_node) r += params::lmr_cut_node + (tt_move ? 0 : params::lmr_no_hash_move);
  if (node.pv) r -= params::lmr_pv;
  if (f.tt_pv) r -= params::lmr_tt_pv;
  if (check) r -= params::lmr_check;
  if (tt_move && tt_move.is_noisy()) r += params::lmr_tt_capture;
  if (frame(node.ply + 1).cutoffs > 3) r += params::lmr_cutoffs;
  if (move == context.killers[0] || move == context.killers[1]) r -= params::lmr_killer;
  if (move.is_noisy())
    r -= context.capture(position(node.ply), move) / 8;
  else
    r -= context.quiet_score(position(node.ply), move) / params::lmr_history_divisor;
  return r;
}
