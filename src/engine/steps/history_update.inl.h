// Histories: what the node reads, and what it learns from a cut-off.

template <class Evaluator, class Tracer>
MoveContext SearchWorker<Evaluator, Tracer>::make_context(int ply, bool main_search) {
  const Position& pos = position(ply);
  const Frame& f = frame(ply);
  MoveContext context;
  context.histories = histories_.get();
  context.continuation[0] = frame(ply - 1).continuation;
  context.continuation[1] = frame(ply - 2).continuation;
  context.continuation[2] = frame(ply - 4).continuation;
  // Quiescence looks at quiet moves only to answer a check.
  if (main_search || f.in_check) context.threats = Threats(pos);
  if (!main_search) context.threats.all = 0;
  if (params::killers) {
    context.killers[0] = f.killers[0];
    context.killers[1] = f.killers[1];
  }
  const Move last = frame(ply - 1).current;
  if (params::counter_moves && main_search && last && ply >= 1)
    context.counter = histories_->counter[dense_index(pos.piece_on(last.to()))][index(last.to())];
  return context;
}

template <class Evaluator, class Tracer>
void SearchWorker<Evaluator, Tracer>::update_continuations(int ply, Piece piece, Square to,
                                                           int bonus) {
  for (const int back : {1, 2, 4}) {
    if (frame(ply).in_check && back > 2) break;
    const Frame& earlier = frame(ply - back);
    if (earlier.current) earlier.continuation->at(piece, to).update(bonus);
  }
}

/// `best` refuted the opponent's last move: it gains; captures tried before it lose, and quiet
/// moves if it is quiet.
template <class Evaluator, class Tracer>
void SearchWorker<Evaluator, Tracer>::reward(const NodeFacts& node, const MoveContext& context,
                                             Move best, const TriedMoves& quiets,
                                             const TriedMoves& captures) {
  const Position& pos = position(node.ply);
  Frame& f = frame(node.ply);
  const int bonus = std::min(params::history_bonus_slope * node.depth, params::history_bonus_max);
  const int malus = std::min(params::history_malus_slope * node.depth, params::history_malus_max);
  if (!best.is_noisy()) {
    if (best != f.killers[0]) {
      f.killers[1] = f.killers[0];
      f.killers[0] = best;
    }
    if (const Move last = frame(node.ply - 1).current; last && node.ply >= 1)
      histories_->counter[dense_index(pos.piece_on(last.to()))][index(last.to())] = best;
    const auto update_quiet = [&](Move m, int amount) {
      context.butterfly(pos, m).update(amount);
      context.pawn(pos, m).update(amount);
      update_continuations(node.ply, pos.moving_piece(m), m.to(), amount);
    };
    update_quiet(best, bonus);
    for (Move m : quiets) update_quiet(m, -malus);
  } else {
    context.capture(pos, best).update(bonus);
  }
  for (Move m : captures) context.capture(pos, m).update(-malus);
}

/// The move before was good enough to leave us without an answer: the more so the later it stood in
/// its list, and the more both sides had hoped for.
template <class Evaluator, class Tracer>
void SearchWorker<Evaluator, Tracer>::reward_previous(const NodeFacts& node,
                                                      const MoveContext& context, Value best) {
  const int ply = node.ply;
  const Position& before = position(ply - 1);
  const Frame &f = frame(ply), &parent = frame(ply - 1);
  const Move previous = parent.current;
  if (!params::previous_move_history || !previous) return;
  if (previous.is_noisy()) {
    if (parent.move_number > 0)
      context.capture(before, previous)
          .update(std::min(params::prior_capture_slope * node.depth, params::prior_capture_max));
    return;
  }
  const bool we_hoped = !f.in_check && best <= f.static_eval - params::prior_our_margin;
  const bool they_hoped =
      parent.static_eval != kNone && best <= -parent.static_eval - params::prior_their_margin;
  const int percent =
      100 + params::prior_late_percent * (parent.move_number > params::prior_late_move) +
      params::prior_our_percent * we_hoped + params::prior_their_percent * they_hoped;
  const int bonus = params::prior_continuation_slope * node.depth * percent / 100;
  update_continuations(ply - 1, before.moving_piece(previous), previous.to(), bonus);
  if (parent.quiet) parent.quiet->update(params::prior_bonus_slope * node.depth * percent / 100);
  context.pawn(before, previous).update(bonus);
}

/// A quiet move after which the evaluation is better for its side was a good one, whatever comes.
template <class Evaluator, class Tracer>
void SearchWorker<Evaluator, Tracer>::learn_from_evaluation(int ply) {
  const Frame& parent = frame(ply - 1);
  if (!params::evaluation_history || !parent.quiet || parent.static_eval == kNone) return;
  const int gain = -(parent.static_eval + frame(ply).static_eval);
  parent.quiet->update(std::clamp(params::evaluation_history_slope * gain,
                                  -params::evaluation_history_max, params::evaluation_history_max));
}
