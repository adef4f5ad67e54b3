// The static evaluation, corrected by how wrong it was in similar positions.

/// The evaluator's word, from the table if it is kept there.
template <class Evaluator, class Tracer>
Value SearchWorker<Evaluator, Tracer>::raw_evaluation(const TtEntry& tt, int ply) {
  return tt.static_eval != kNone ? tt.static_eval : evaluator_.evaluate(position(ply));
}

/// In centipawns. Searches compare their result with the static evaluation; the mean error for the
/// same pawns, minor pieces, pieces of one side, or last two moves is added next time ("correction
/// history").
template <class Evaluator, class Tracer>
Value SearchWorker<Evaluator, Tracer>::correction(int ply) const {
  if (!params::correction_history) return 0;
  const Position& pos = position(ply);
  const int us = index(pos.side_to_move());
  const Histories& h = *histories_;
  int sum = params::correction_pawn * h.pawn_correction[us].at(pos.pawn_key()) +
            params::correction_minor * h.minor_correction[us].at(pos.minor_key()) +
            params::correction_non_pawn *
                (h.non_pawn_correction[us][0].at(pos.non_pawn_key(Color::white)) +
                 h.non_pawn_correction[us][1].at(pos.non_pawn_key(Color::black)));
  if (const Move last = frame(ply - 1).current; ply >= 1 && last)
    sum += params::correction_continuation *
           frame(ply - 2).correction[dense_index(pos.piece_on(last.to()))][index(last.to())];
  return sum / 4096;
}

template <class Evaluator, class Tracer>
Value SearchWorker<Evaluator, Tracer>::corrected(Value raw, int ply) const {
  // Towards the fifty-move draw every advantage fades.
  const int clock = position(ply).halfmove_clock();
  raw -= raw * clock / params::fifty_move_fade;
  return std::clamp(raw + correction(ply), -eval::kTablebaseBound + 1, eval::kTablebaseBound - 1);
}

template <class Evaluator, class Tracer>
void SearchWorker<Evaluator, Tracer>::learn_correction(const NodeFacts& node, Value best) {
  const int ply = node.ply;
  const Position& pos = position(ply);
  const int us = index(pos.side_to_move());
  Histories& h = *histories_;
  const int bonus =
      std::clamp((best - frame(ply).static_eval) * node.depth / params::correction_bonus_divisor,
                 -params::correction_bonus_max, params::correction_bonus_max);
  h.pawn_correction[us].update(pos.pawn_key(), bonus);
  h.minor_correction[us].update(pos.minor_key(), bonus);
  h.non_pawn_correction[us][0].update(pos.non_pawn_key(Color::white), bonus);
  h.non_pawn_correction[us][1].update(pos.non_pawn_key(Color::black), bonus);
  if (const Move last = frame(ply - 1).current; ply >= 2 && last && frame(ply - 2).current)
    frame(ply - 2).correction[dense_index(pos.piece_on(last.to()))][index(last.to())].update(bonus);
}

/// Whether our position got better since our last turn (or the one before, if that was in check).
template <class Evaluator, class Tracer>
bool SearchWorker<Evaluator, Tracer>::is_improving(int ply) const {
  const Value now = frame(ply).static_eval;
  if (const Value before = frame(ply - 2).static_eval; before != kNone) return now > before;
  if (const Value before = frame(ply - 4).static_eval; before != kNone) return now > before;
  return true;
}

/// Whether the opponent's last move made their position worse, as the evaluation sees it.
template <class Evaluator, class Tracer>
bool SearchWorker<Evaluator, Tracer>::is_opponent_worsening(int ply) const {
  const Value theirs = frame(ply - 1).static_eval;
  return theirs != kNone && frame(ply).static_eval > -theirs;
}
