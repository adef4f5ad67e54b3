// Singular extension: is the hash move the only good one?

/// Searches the other moves to half the depth against a bound below the hash value. If all fail,
/// the hash move is singular and is searched deeper (by two or three plies if they fail clearly).
/// If one of them beats beta too, the node is cut at once (multi-cut); if the hash move is merely
/// one of several good ones it is searched less deep.
template <class Evaluator, class Tracer>
typename SearchWorker<Evaluator, Tracer>::Extension SearchWorker<Evaluator, Tracer>::extend(
    const NodeFacts& node, const TtEntry& tt, Value beta) {
  assert(node.hash_move && node.hash_move == tt.move);
  Frame& f = frame(node.ply);
  if (!params::singular_extension || node.depth < params::singular_min_depth + f.tt_pv ||
      tt.value == kNone || !tt.proves_at_least() ||
      tt.depth < node.depth - params::singular_table_depth ||
      std::abs(tt.value) >= eval::kTablebaseBound)
    return {};

  const Value bound = tt.value - params::singular_margin * node.depth / 64;
  f.excluded = node.hash_move;
  tracer_.announce(NodeKind::verification);
  const Value value =
      search<NodeType::non_pv>(bound - 1, bound, (node.depth - 1) / 2, node.ply, node.cut_node);
  f.excluded = Move();

  if (value < bound) {
    Extension e{1};
    if (!node.pv && f.double_extensions <= params::double_extension_limit) {
      e.plies += value < bound - params::double_extension_margin;
      e.plies += value < bound - params::triple_extension_margin && !node.hash_move.is_noisy();
    }
    return e;
  }
  if (value >= beta && !eval::is_mate(value)) return {0, value};
  if (tt.value >= beta) return {node.pv ? -1 : -2};
  if (node.cut_node) return {-2};
  return {};
}
