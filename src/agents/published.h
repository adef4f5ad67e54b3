// What the searches of document 004 share: the cut-off test, the utility, and their deepening.
#pragma once

#include "agents/classic.h"
#include "chess/make_move.h"
#include "chess/movegen.h"
#include "eval/domination.h"

namespace rookery::agents {

/// Values are from the view of the side the agent plays.
class Published : public ClassicWith<eval::HalfDomination> {
 protected:
  static constexpr int kBestCase = 1'000'000, kWorstCase = -kBestCase;

  using ClassicWith::ClassicWith;

  /// The last ply, mate, stalemate, or fifty moves without progress.
  bool is_cut_off(const chess::Position& p, int depth) const {
    return depth >= max_depth_ || p.halfmove_clock() >= 100 || !has_legal_move(p);
  }

  int utility(const chess::Position& p) {
    using search::Cut;
    if (!has_legal_move(p)) {
      if (!p.in_check()) return watch_.cut(Cut::stalemate), 0;
      return watch_.cut(Cut::mate), p.side_to_move() == side_ ? kWorstCase : kBestCase;
    }
    watch_.cut(p.halfmove_clock() >= 100 ? Cut::draw : Cut::depth);
    return watch_.evaluated(eval::evaluate_for<eval::HalfDomination>(side_, p));
  }

  /// How deep the document's iteration from `start` really searches.
  virtual int plies(int /*start*/) const { return max_depth_; }

  static int mate_sign(int value) { return value == kBestCase ? 1 : value == kWorstCase ? -1 : 0; }
  static bool is_mate(const chess::Position& p) { return p.in_check() && !has_legal_move(p); }

  /// The document's iterative deepening: `iteration(start)` for start = max_depth - 1 down to 0,
  /// where it searches max_depth - start plies, until the best move is checkmate itself.
  template <class Iteration>
  Decision deepen(const chess::Position& root, int max_depth, Iteration iteration) {
    side_ = root.side_to_move();
    max_depth_ = max_depth;
    Decision best;
    for (int start = max_depth - 1; start >= 0; --start) {
      if (start < max_depth - 1) {
        watch_.up(best.value);
        watch_.begin_iteration(max_depth - start, plies(start));
      }
      Decision found = iteration(start);
      if (watch_.stopped()) return best.move ? best : found;
      best = std::move(found);
      best.mate_sign = mate_sign(best.value);
      if (!best.move) continue;  // all moves lose; the original tries, and fails, to play "no move"
      chess::Position child = root;
      child.make_move(best.move);
      if (is_mate(child)) break;
    }
    return best;
  }

  /// One search of the full depth, or, with the published quirk, one for each of `max_depth`
  /// iterations: it is told where to start and begins at depth 0 all the same.
  template <class Iteration>
  Decision search_once_or(bool repeat, const chess::Position& root, int max_depth,
                          Iteration iteration) {
    if (repeat) return deepen(root, max_depth, [&](int /*start*/) { return iteration(); });
    side_ = root.side_to_move();
    max_depth_ = max_depth;
    Decision best = iteration();
    best.mate_sign = mate_sign(best.value);
    return best;
  }

  chess::Color side_ = chess::Color::white;
  int max_depth_ = 0;
};

}  // namespace rookery::agents
