// Making moves, keeping their lines, and the transposition table.

template <class Evaluator, class Tracer>
void SearchWorker<Evaluator, Tracer>::make_move(Move move, int ply) {
  const Position& p = position(ply);
  assert(p.is_legal(move));
  shared_.tt.prefetch(p.approximate_key_after(move));

  Frame& f = frame(ply);
  const Piece piece = p.moving_piece(move);
  f.current = move;
  f.quiet = nullptr;
  f.move_number = 0;
  f.continuation =
      &histories_->continuation[move.is_capture()][dense_index(piece)][index(move.to())];
  f.correction = histories_->continuation_correction[dense_index(piece)][index(move.to())];
  __builtin_prefetch(&frame(ply - 1).correction[dense_index(piece)][index(move.to())]);

  Position& next = positions_[static_cast<std::size_t>(ply + 1)];
  next = p;
  evaluator_.make_move(next, move);
  const int them = index(next.side_to_move());
  histories_->pawn_correction[them].prefetch(next.pawn_key());
  histories_->minor_correction[them].prefetch(next.minor_key());
  histories_->non_pawn_correction[them][0].prefetch(next.non_pawn_key(Color::white));
  histories_->non_pawn_correction[them][1].prefetch(next.non_pawn_key(Color::black));

  frame(ply + 1).reversible = next.halfmove_clock() == 0 ? 0 : f.reversible + 1;
  frame(ply + 1).double_extensions = f.double_extensions;
  keys_[root_key_index_ + static_cast<std::size_t>(ply + 1)] = next.key();
  count_node();
  tracer_.count_next();
}

template <class Evaluator, class Tracer>
void SearchWorker<Evaluator, Tracer>::make_null_move(int ply) {
  assert(!position(ply).in_check());
  Frame& f = frame(ply);
  f.current = Move();
  f.quiet = nullptr;
  f.move_number = 0;
  f.continuation = &no_continuation_;
  f.correction = no_correction_;

  Position& next = positions_[static_cast<std::size_t>(ply + 1)];
  next = position(ply);
  next.make_null_move();
  shared_.tt.prefetch(next.key());
  evaluator_.make_null_move();

  frame(ply + 1).reversible = 0;
  frame(ply + 1).double_extensions = f.double_extensions;
  keys_[root_key_index_ + static_cast<std::size_t>(ply + 1)] = next.key();
  count_node();
  tracer_.count_next();
}

/// The line of a node: its move, then the line of the child.
template <class Evaluator, class Tracer>
void SearchWorker<Evaluator, Tracer>::update_pv(Move move, int ply) {
  Frame& f = frame(ply);
  const Frame& child = frame(ply + 1);
  f.pv[0] = move;
  std::copy_n(child.pv, child.pv_length, f.pv + 1);
  f.pv_length = child.pv_length + 1;
}

template <class Evaluator, class Tracer>
TtEntry SearchWorker<Evaluator, Tracer>::look_up(int ply) {
  const Position& pos = position(ply);
  const TtEntry entry = shared_.tt.probe(pos.key(), ply, pos.halfmove_clock());
  if (entry.found) tracer_.found(pos.key());
  return entry;
}

template <class Evaluator, class Tracer>
void SearchWorker<Evaluator, Tracer>::store(int ply, Move move, Value value, Value raw_eval,
                                            int depth, TtBound bound, bool pv) {
  const Position& pos = position(ply);
  shared_.tt.store(pos.key(), ply, move, value, raw_eval, depth, bound, pv);
  if constexpr (Tracer::kRecords) {
    const TtEntry kept = shared_.tt.probe(pos.key(), ply, pos.halfmove_clock());
    if (kept.found && kept.depth == depth && kept.bound == bound) tracer_.wrote(pos.key());
  }
}

/// Whether the move is among those of the current line (others have theirs, or wait for it).
template <class Evaluator, class Tracer>
bool SearchWorker<Evaluator, Tracer>::is_searched_at_root(Move move) const {
  return std::any_of(root_moves_.begin() + static_cast<std::ptrdiff_t>(pv_index_),
                     root_moves_.begin() + static_cast<std::ptrdiff_t>(pv_end_),
                     [move](const RootMove& r) { return r.move == move; });
}

template <class Evaluator, class Tracer>
void SearchWorker<Evaluator, Tracer>::record_root_move(const MoveFacts& candidate, Value value,
                                                       Value alpha, Value beta,
                                                       std::uint64_t nodes_spent) {
  RootMove& m = *std::find_if(root_moves_.begin(), root_moves_.end(),
                              [&](const RootMove& r) { return r.move == candidate.move; });
  m.nodes += nodes_spent;
  if (candidate.number > 1 && value <= alpha) {
    m.value = -kInfinity;  // only the first and improving moves have a true value
    return;
  }
  m.value = value;
  m.average = m.average == kNone ? value : (m.average + value) / 2;
  m.bound = value >= beta ? Bound::lower : value <= alpha ? Bound::upper : Bound::exact;
  m.selective_depth = selective_depth_;
  if (m.bound == Bound::upper) return;  // refuted, by a line that is not its own

  const Frame& child = frame(1);
  m.pv.assign(1, candidate.move);
  m.pv.insert(m.pv.end(), child.pv, child.pv + child.pv_length);
}
