// Draws on the path: fifty moves, repetition, dead positions.

/// One repetition within the search is as good as a draw: what was possible once is possible again.
/// Positions from before the root count only when they have occurred twice.
template <class Evaluator, class Tracer>
bool SearchWorker<Evaluator, Tracer>::is_draw(int ply) const {
  const Position& pos = position(ply);
  if (pos.halfmove_clock() >= 100) return !pos.in_check() || has_legal_move(pos);
  if (count(pos.pieces()) <= 4 && is_insufficient_material(pos)) return true;
  const Key* keys = key_at(ply);
  bool seen_before_root = false;
  for (int back = 4; back <= frame(ply).reversible; back += 2)
    if (keys[-back] == keys[0]) {
      if (back < ply || seen_before_root) return true;
      seen_before_root = true;
    }
  return false;
}
