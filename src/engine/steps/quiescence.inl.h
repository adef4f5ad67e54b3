// Quiescence: only captures, until the position is quiet enough to be evaluated; all moves when in
// check.

template <class Evaluator, class Tracer>
template <NodeType type>
Value SearchWorker<Evaluator, Tracer>::quiescence(Value alpha, Value beta, int ply) {
  constexpr bool kPv = type == NodeType::pv;
  static_assert(type != NodeType::root);
  assert(-kInfinity <= alpha && alpha < beta && beta <= kInfinity);
  assert(kPv || alpha == beta - 1);
  assert(ply > 0 && ply <= kMaxPly + 1);

  const Position& pos = position(ply);
  Frame& f = frame(ply);
  f.pv_length = 0;
  f.in_check = pos.in_check();
  if (kPv) selective_depth_ = std::max(selective_depth_, ply + 1);

  const auto done = [&](Cut why, Value value) {
    tracer_.leave(ply, why, value);
    return value;
  };
  tracer_.enter(frame(ply - 1).current, alpha, beta, 0, ply);
  tracer_.set_kind(NodeKind::quiescence);

  // 1. Out of time, drawn, or too deep.
  if (must_stop()) return done(Cut::stopped, 0);
  if (params::upcoming_repetition && alpha < 0 && can_repeat(pos, key_at(ply), f.reversible, ply)) {
    alpha = draw_value();
    if (alpha >= beta) return done(Cut::repetition_ahead, alpha);
  }
  if (is_draw(ply)) return done(Cut::draw, draw_value());
  if (ply >= kMaxPly)
    return done(Cut::depth, f.in_check ? 0 : corrected(evaluator_.evaluate(pos), ply));

  // 2. The transposition table may know the answer.
  const TtEntry tt = look_up(ply);
  const bool tt_pv = kPv || tt.was_pv;
  if (!kPv && tt.decides(beta)) return done(Cut::table, tt.value);

  // 3. Stand pat: not capturing at all is an option, so the static evaluation is a lower bound.
  Value best = -kInfinity, raw_eval = kNone, futility = -kInfinity;
  if (f.in_check) {
    f.static_eval = kNone;
  } else {
    raw_eval = raw_evaluation(tt, ply);
    best = f.static_eval = corrected(raw_eval, ply);
    tracer_.set_static(ply, f.static_eval);
    if (tt.sharpens(best) && !eval::is_mate(tt.value)) best = tt.value;
    if (best >= beta) {
      if (std::abs(best) < eval::kTablebaseBound) best = (best + beta) / 2;
      if (!tt.found) store(ply, Move(), best, raw_eval, -1, TtBound::lower, false);
      return done(Cut::stand_pat, best);
    }
    alpha = std::max(alpha, best);
    futility = f.static_eval + params::delta_margin;
  }

  // 4. The moves.
  const Move hash_move = tt.move && pos.is_legal(tt.move) ? tt.move : Move();
  const MoveContext context = make_context(ply, false);
  MovePicker picker(pos, context, hash_move, MovePicker::Quiescence{});
  Move best_move;
  int move_number = 0;
  tracer_.set_moves(pos);

  while (const Move move = picker.next()) {
    ++move_number;

    // 4a. Moves that need no search.
    if (best > -eval::kTablebaseBound) {
      bool gains = false;  // known to win material: no need to ask whether it loses some
      if (!f.in_check) {
        // Delta pruning: even winning the piece outright does not reach alpha.
        if (params::delta_pruning && !move.is_promotion()) {
          const Value reach = futility + kExchangeValues[index(pos.captured_type(move))];
          if (reach <= alpha) {
            best = std::max(best, reach);
            tracer_.skip(move, Skip::delta);
            continue;
          }
        }
        if (params::delta_pruning && futility <= alpha) {
          gains = see_at_least(pos, move, 1);
          if (!gains) {
            best = std::max(best, futility);
            tracer_.skip(move, Skip::delta);
            continue;
          }
        }
      } else if (!move.is_noisy() && move_number > params::quiescence_evasions) {
        picker.skip_quiets();  // these evasions are not mate: enough
        tracer_.skip(move, Skip::evasion);
        continue;
      }
      if (!gains && !see_at_least(pos, move, -params::quiescence_see)) {
        tracer_.skip(move, Skip::exchange);
        continue;
      }
    }

    // 4b. Search.
    make_move(move, ply);
    const Value value = -quiescence<type>(-beta, -alpha, ply + 1);
    undo();
    if (stopped()) return done(Cut::stopped, 0);

    // 4c. Better than before?
    if (value > best) {
      best = value;
      if (value > alpha) {
        best_move = move;
        if (kPv) update_pv(move, ply);
        if (value >= beta) break;
        alpha = value;
      }
    }
  }

  // 5. No move out of a check: mate.
  if (f.in_check && move_number == 0) return done(Cut::mate, eval::mated_in(ply));
  assert(best > -kInfinity && best < kInfinity);

  // 6. Remember the result.
  if (best >= beta && std::abs(best) < eval::kTablebaseBound) best = (best + beta) / 2;
  store(ply, best_move, best, raw_eval, 0, best >= beta ? TtBound::lower : TtBound::upper, tt_pv);
  return done(best >= beta ? Cut::beta : Cut::none, best);
}
