// Late move reductions: how much less deep a move is searched, in 1/1024 ply.

struct LogTable {
  int of[64];  // 1024 * ln(i)
  LogTable() : of{} {
    for (int i = 1; i < 64; ++i) of[i] = static_cast<int>(std::lround(1024 * std::log(i)));
  }
};
const LogTable kLog;

/// The later the move and the deeper the search, the more.
int base_reduction(int depth, int move_number) {
  return params::lmr_base +
         params::lmr_slope *
             (kLog.of[std::min(depth, 63)] * kLog.of[std::min(move_number, 63)] / 1024) / 1024;
}

template <class Evaluator, class Tracer>
int SearchWorker<Evaluator, Tracer>::reduction(const NodeFacts& node, MoveFacts& candidate,
                                               const MoveContext& context) const {
  if (!params::late_move_reduction) return 0;
  const Frame& f = frame(node.ply);
  const Move move = candidate.move;
  int r = base_reduction(node.depth, candidate.number);
  if (!node.improving) r += params::lmr_not_improving;
  if (node.cut_node) r += params::lmr_cut_node + (node.hash_move ? 0 : params::lmr_no_hash_move);
  if (node.pv) r -= params::lmr_pv;
  if (f.tt_pv) r -= params::lmr_tt_pv;
  if (candidate.gives_check) r -= params::lmr_check;
  if (node.hash_move && node.hash_move.is_noisy()) r += params::lmr_tt_capture;
  if (frame(node.ply + 1).cutoffs > params::lmr_few_cutoffs) r += params::lmr_cutoffs;
  if (move == context.killers[0] || move == context.killers[1]) r -= params::lmr_killer;
  if (move.is_noisy())
    r -= context.capture(position(node.ply), move) / params::lmr_capture_history_divisor;
  else
    r -= candidate.quiet_history(position(node.ply), context) / params::lmr_history_divisor;
  return r;
}
