// Endgame tables: the exact result of positions with few pieces.

/// A value if the table decides the node, kNone and perhaps a bound otherwise. Tables know nothing
/// of the fifty-move counter, so they are asked only right after a capture or pawn move.
template <class Evaluator, class Tracer>
Value SearchWorker<Evaluator, Tracer>::tablebase(const NodeFacts& node, Value alpha, Value beta,
                                                 Value& floor, Value& ceiling) {
  const Position& pos = position(node.ply);
  if (!shared_.tablebase || count(pos.pieces()) > shared_.tablebase->max_pieces()) return kNone;
  const auto wdl = shared_.tablebase->probe_wdl(pos);
  if (!wdl) return kNone;
  count_tablebase_hit();
  Value value = static_cast<int>(*wdl) - static_cast<int>(search::Wdl::draw);
  TtBound bound = TtBound::exact;
  if (*wdl == search::Wdl::win) {
    value = eval::kTablebaseWin - node.ply;
    bound = TtBound::lower;
  } else if (*wdl == search::Wdl::loss) {
    value = -eval::kTablebaseWin + node.ply;
    bound = TtBound::upper;
  }
  // A win or loss that does not cut is still the least or the most that the moves can give.
  if (bound == TtBound::lower && value < beta) {
    if (node.pv) floor = value;
    return kNone;
  }
  if (bound == TtBound::upper && value > alpha) {
    if (node.pv) ceiling = value;
    return kNone;
  }
  store(node.ply, Move(), value, kNone, std::min(node.depth + 6, kMaxPly - 1), bound,
        frame(node.ply).tt_pv);
  return value;
}
