// The tree search of the flagship: principal variation search with everything that pays.
//
// search<>() is the table of contents; its steps are in steps/*.inl.h, included only here.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

#include "chess/make_move.h"
#include "engine/evaluators.h"
#include "engine/movepick.h"
#include "engine/params.h"
#include "engine/repetition.h"
#include "engine/worker.h"
#include "search/tracer.h"

namespace rookery::engine {

using namespace chess;
using eval::kInfinity;
using eval::kMaxPly;
using eval::kNone;
using search::Bound;
using search::Cut;
using search::NodeKind;
using search::Skip;
using search::TtBound;
using search::TtEntry;

namespace {

#include "engine/search_worker.inl.h"

// The steps.
#include "engine/steps/draws.inl.h"
#include "engine/steps/evaluation.inl.h"
#include "engine/steps/extension.inl.h"
#include "engine/steps/history_update.inl.h"
#include "engine/steps/moving.inl.h"
#include "engine/steps/node_pruning.inl.h"
#include "engine/steps/quiescence.inl.h"
#include "engine/steps/reduction.inl.h"
// After the reductions, which it asks for.
#include "engine/steps/move_pruning.inl.h"
#include "engine/steps/tablebase.inl.h"

template <class Evaluator, class Tracer>
template <NodeType type>
Value SearchWorker<Evaluator, Tracer>::search(Value alpha, Value beta, int depth, int ply,
                                              bool cut_node) {
  constexpr bool kRoot = type == NodeType::root;
  constexpr bool kPv = type != NodeType::non_pv;
  constexpr NodeType kLeaf = kPv ? NodeType::pv : NodeType::non_pv;
  if (depth <= 0) return quiescence<kLeaf>(alpha, beta, ply);

  assert(-kInfinity <= alpha && alpha < beta && beta <= kInfinity);
  assert(kPv || alpha == beta - 1);
  assert(!(kPv && cut_node));
  assert(kRoot == (ply == 0) && ply <= kMaxPly);

  const Position& pos = position(ply);
  Frame& f = frame(ply);
  const Move excluded = f.excluded;
  assert(!excluded || (!kPv && pos.is_legal(excluded)));
  assert(*key_at(ply) == pos.key());
  f.pv_length = 0;
  f.in_check = pos.in_check();
  frame(ply + 2).cutoffs = 0;
  frame(ply + 2).killers[0] = frame(ply + 2).killers[1] = Move();
  frame(ply + 1).excluded = Move();
  if (kPv) selective_depth_ = std::max(selective_depth_, ply + 1);

  const auto done = [&](Cut why, Value value) {
    tracer_.leave(ply, why, value);
    return value;
  };
  tracer_.enter(frame(ply - 1).current, alpha, beta, depth, ply);

  // 1. Out of time, drawn, or decided by a shorter mate elsewhere.
  if (must_stop()) return done(Cut::stopped, 0);
  if (!kRoot) {
    if (is_draw(ply)) return done(Cut::draw, draw_value());
    if (ply >= kMaxPly)
      return done(Cut::depth, f.in_check ? 0 : corrected(evaluator_.evaluate(pos), ply));
    alpha = std::max(alpha, eval::mated_in(ply));
    beta = std::min(beta, eval::mate_in(ply + 1));
    if (alpha >= beta) return done(Cut::mate_distance, alpha);
    if (params::upcoming_repetition && alpha < 0 &&
        can_repeat(pos, key_at(ply), f.reversible, ply)) {
      alpha = draw_value();
      if (alpha >= beta) return done(Cut::repetition_ahead, alpha);
    }
  }

  // 2. The transposition table may know the answer.
  const TtEntry tt = look_up(ply);
  if (!excluded) f.tt_pv = kPv || tt.was_pv;
  Move hash_move = kRoot ? root_moves_[pv_index_].move : tt.move;
  if (hash_move && !pos.is_legal(hash_move)) hash_move = Move();
  NodeFacts node{std::min(depth, kMaxPly - 1), ply, kPv, cut_node, hash_move};
  if (!kPv && !excluded && tt.depth >= node.depth && tt.decides(beta) &&
      pos.halfmove_clock() < params::table_cut_clock)
    return done(Cut::table, tt.value);

  // 3. So may the endgame tables.
  Value floor = -kInfinity, ceiling = kInfinity;  // what they prove otherwise
  if (!kRoot && !excluded)
    if (const Value v = tablebase(node, alpha, beta, floor, ceiling); v != kNone)
      return done(Cut::tablebase, v);

  // 4. Static evaluation.
  if (f.in_check) {
    f.static_eval = kNone;
  } else if (excluded) {
    node.eval = f.static_eval;
  } else {
    node.raw_eval = raw_evaluation(tt, ply);
    f.static_eval = node.eval = corrected(node.raw_eval, ply);
    if (!tt.found)
      store(ply, Move(), kNone, node.raw_eval, -6, TtBound::none, f.tt_pv);
    else if (tt.sharpens(node.eval))
      node.eval = tt.value;
  }
  assert(f.in_check == (f.static_eval == kNone));
  tracer_.set_static(ply, f.static_eval);
  node.improving = !f.in_check && is_improving(ply);
  node.opponent_worsening = !f.in_check && is_opponent_worsening(ply);
  if (!kRoot && !f.in_check && !excluded) learn_from_evaluation(ply);

  // 5. Whole nodes that need no search.
  if (!kPv && !f.in_check && !excluded) {
    if (const Value v = razoring(node, alpha); v != kNone) return done(Cut::razoring, v);
    if (const Value v = reverse_futility(node, beta); v != kNone)
      return done(Cut::reverse_futility, v);
    if (const Value v = null_move(node, beta); v != kNone) return done(Cut::null_move, v);
  }
  if (stopped()) return done(Cut::stopped, 0);

  // 6. Without a hash move the ordering is poor: search less deep (internal iterative reduction).
  if (params::internal_iterative_reduction && (kPv || cut_node) && !excluded &&
      node.depth >= params::iir_min_depth && !node.hash_move)
    --node.depth;

  MoveContext context = make_context(ply, true);
  if (!kPv && !f.in_check && !excluded)
    if (const Value v = probcut(node, tt, context, beta); v != kNone)
      return done(stopped() ? Cut::stopped : Cut::probcut, v);

  // 7. The moves.
  const CheckInfo checks(pos);
  MovePicker picker(pos, context, node.hash_move, checks);
  TriedMoves quiets, captures;
  Value best = floor;
  alpha = std::max(alpha, floor);
  Move best_move;
  const Value first_alpha = alpha;
  int move_number = 0;
  tracer_.set_moves(pos);

  while (const Move move = picker.next()) {
    if (move == excluded) {
      tracer_.skip(move, Skip::excluded);
      continue;
    }
    if (kRoot && !is_searched_at_root(move)) continue;
    MoveFacts candidate{move, ++move_number, gives_check(pos, checks, move)};

    // 7a. Moves that need no search.
    if (!kRoot && best > -eval::kTablebaseBound && pos.non_pawn_pieces(pos.side_to_move())) {
      const Skip reason = judge_move(node, candidate, context, alpha);
      if (reason == Skip::late_move) picker.skip_quiets();
      if (reason != Skip::none) {
        tracer_.skip(move, reason);
        continue;
      }
    }
    // Early, so that it is there in time; without the second call in make_move() it was no faster.
    shared_.tt.prefetch(pos.approximate_key_after(move));

    // 7b. Extend the hash move if nothing else comes close.
    int extension = 0;
    if (!kRoot && move == node.hash_move && !excluded && ply < 2 * root_depth_) {
      const Extension e = extend(node, tt, beta);
      if (stopped()) return done(Cut::stopped, 0);
      if (e.cut != kNone) return done(Cut::multi_cut, e.cut);
      extension = e.plies;
      candidate.history.reset();  // that search may have changed it
    }

    // 7c. Search: the first move with the full window, later ones less deep with a null window.
    const std::uint64_t nodes_before = nodes();
    int new_depth = node.depth - 1 + extension;
    const int r = reduction(node, candidate, context);
    make_move(move, ply);
    frame(ply + 1).double_extensions += extension >= 2;
    f.move_number = move_number;
    if (!move.is_noisy()) f.quiet = &context.butterfly(pos, move);
    Value value = kNone;

    if (node.depth >= params::lmr_min_depth && move_number > 1 + kRoot) {
      const int reduced = std::clamp(new_depth - r / 1024, 1, new_depth + kPv);
      tracer_.announce(NodeKind::pv, new_depth - reduced);
      value = -search<NodeType::non_pv>(-alpha - 1, -alpha, reduced, ply + 1, true);
      if (value > alpha && reduced < new_depth) {
        // Worth a closer look, a deeper one if it is much better than what we had.
        const Value deeper =
            best + params::lmr_deeper_margin + params::lmr_deeper_slope * new_depth;
        const Value shallower = best + params::lmr_shallower_slope * new_depth;
        new_depth += (value > deeper) - (value < shallower);
        if (reduced < new_depth) {
          tracer_.announce(NodeKind::re_search);
          value = -search<NodeType::non_pv>(-alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
        }
        if (!move.is_noisy())
          update_continuations(ply, pos.moving_piece(move), move.to(),
                               value >= beta    ? params::research_bonus
                               : value <= alpha ? -params::research_malus
                                                : 0);
      }
    } else if (!kPv || move_number > 1) {
      const bool is_less = r > params::lmr_less_threshold;
      tracer_.announce(NodeKind::pv, is_less);
      value =
          -search<NodeType::non_pv>(-alpha - 1, -alpha, new_depth - is_less, ply + 1, !cut_node);
    }
    if (kPv && (move_number == 1 || value > alpha)) {
      if (move_number > 1) tracer_.announce(NodeKind::re_search);
      value = -search<NodeType::pv>(-beta, -alpha, new_depth, ply + 1, false);
    }
    undo();
    if (stopped()) return done(Cut::stopped, 0);
    assert(-kInfinity < value && value < kInfinity);

    // 7d. Better than before?
    if (kRoot) record_root_move(candidate, value, alpha, beta, nodes() - nodes_before);
    if (value > best) {
      best = value;
      if (value > alpha) {
        best_move = move;
        if (kPv && !kRoot) update_pv(move, ply);
        if (value >= beta) {
          ++f.cutoffs;
          break;
        }
        alpha = value;
        // Something good was found; the rest need a little less care.
        if (node.depth >= params::alpha_raise_min_depth &&
            node.depth <= params::alpha_raise_max_depth && !eval::is_mate(value))
          --node.depth;
      }
    }
    if (move != best_move) {
      TriedMoves& tried = move.is_noisy() ? captures : quiets;
      if (tried.size() < tried.capacity()) tried.push_back(move);
    }
  }

  // 8. No move: mate or stalemate (or only the excluded one).
  if (move_number == 0) {
    if (excluded) return done(Cut::none, alpha);
    return f.in_check ? done(Cut::mate, eval::mated_in(ply)) : done(Cut::stalemate, 0);
  }
  assert(-kInfinity < best && best < kInfinity);
  assert(!best_move || pos.is_legal(best_move));
  best = std::min(best, ceiling);

  // 9. Learn from the result, and remember it.
  if (best_move && (kPv || best >= beta)) {
    reward(node, context, best_move, quiets, captures);
  } else if (!best_move && !kRoot && !excluded) {
    reward_previous(node, context, best);
  }
  const Cut how = best >= beta ? Cut::beta : Cut::none;
  if (excluded) return done(how, best);
  if (best <= first_alpha && node.depth >= params::tt_pv_min_depth && frame(ply - 1).tt_pv)
    f.tt_pv = true;
  if (!(kRoot && pv_index_ > 0)) {
    const TtBound bound = best >= beta       ? TtBound::lower
                          : kPv && best_move ? TtBound::exact
                                             : TtBound::upper;
    store(ply, best_move, best, node.raw_eval, node.depth, bound, f.tt_pv);
    if (!f.in_check && !(best_move && best_move.is_noisy()) &&
        !(bound == TtBound::lower && best <= f.static_eval) &&
        !(bound == TtBound::upper && best >= f.static_eval))
      learn_correction(node, best);
  }
  return done(how, best);
}

template <class Tracer>
std::unique_ptr<Worker> make_worker_with(SharedSearch& shared, int id) {
  if (shared.network) return std::make_unique<SearchWorker<NetworkFollower, Tracer>>(shared, id);
  return std::make_unique<SearchWorker<ClassicalFollower, Tracer>>(shared, id);
}

}  // namespace

std::unique_ptr<Worker> make_worker(SharedSearch& shared, int id) {
  if (shared.trace && id == 0) return make_worker_with<search::Recorder>(shared, id);
  return make_worker_with<search::NullTracer>(shared, id);
}

}  // namespace rookery::engine
