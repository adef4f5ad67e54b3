// The tree search of the flagship: principal variation search with everything that pays.
//
// search<>() is the table of contents; its steps are in steps/*.inl.h, included only here.
#include <algorithm>
#include <cmath>

#include "chess/make_move.h"
#include "engine/evaluators.h"
#include "engine/movepick.h"
#include "engine/params.h"
#include "engine/repetition.h"
#include "engine/worker.h"

namespace rookery::engine {

using namespace chess;
using eval::kInfinity;
using eval::kMaxPly;
using eval::kNone;
using search::Bound;
using search::TtBound;
using search::TtEntry;

namespace {

/// Root; on the principal variation (open window); elsewhere (null window).
enum class NodeType { root, pv, non_pv };

/// What a node remembers while its children are searched, but for its line.
struct FrameState {
  Move current;   ///< the move being searched; null for a null move
  Move excluded;  ///< left out while the hash move is tested for singularity
  Move killers[2];
  ContinuationTable* continuation = nullptr;                          ///< of `current`
  HistoryScore<CorrectionTable::kLimit> (*correction)[64] = nullptr;  ///< of `current`
  Value static_eval = kNone;
  int cutoffs = 0;            ///< beta cut-offs at this ply since the grandparent was entered
  int double_extensions = 0;  ///< on the way from the root
  int reversible = 0;         ///< plies back to the last irreversible or null move
  bool in_check = false;
  bool tt_pv = false;
  int pv_length = 0;
  int move_number = 0;          ///< of `current` in the order of the node; 0 = not in its loop
  QuietScore* quiet = nullptr;  ///< butterfly history of `current`, if it is quiet
};

struct Frame : FrameState {
  Move pv[kMaxPly + 1];
};

/// Moves tried at a node, for the history updates.
using TriedMoves = FixedVector<Move, 64>;

struct ReductionTable {
  int of[64];  // 1024 * ln(i)
  ReductionTable() : of{} {
    for (int i = 1; i < 64; ++i) of[i] = static_cast<int>(std::lround(1024 * std::log(i)));
  }
};
const ReductionTable kLog;

/// The later the move and the deeper the search, the more; in 1/1024 ply.
int base_reduction(int depth, int move_number) {
  return params::lmr_base +
         params::lmr_slope *
             (kLog.of[std::min(depth, 63)] * kLog.of[std::min(move_number, 63)] / 1024) / 1024;
}

/// Facts about the node that several steps look at.
struct NodeFacts {
  int depth;
  int ply;
  bool pv;
  bool cut_node;  ///< expected to fail high
  bool improving = false;
  bool opponent_worsening = false;
  Value eval = kNone;  ///< static evaluation, sharpened by the hash table
};

template <class Evaluator>
class SearchWorker final : public Worker {
 public:
  SearchWorker(SharedSearch& shared, int id) : Worker(shared, id) {
    positions_.resize(kMaxPly + 4, Position::initial());
    frames_ = std::vector<Frame>(kMaxPly + 4 + kFrameMargin);
  }

  void prepare_root() override {
    positions_[0] = shared_.root;
    keys_ = shared_.past_keys;
    root_key_index_ = keys_.size();
    keys_.resize(root_key_index_ + kMaxPly + 4);
    keys_[root_key_index_] = shared_.root.key();
    // The lines stay: they are long, unused beyond their length, and a search may be short.
    for (FrameState& f : frames_) f = {};
    for (int i = -kFrameMargin; i < kMaxPly + 4; ++i) {
      frame(i).continuation = &no_continuation_;
      frame(i).correction = no_correction_;
    }
    frame(0).reversible =
        std::min<int>(shared_.root.halfmove_clock(), static_cast<int>(root_key_index_));
    evaluator_.reset(shared_.root);
  }

  Value search_root(Value alpha, Value beta, int depth) override {
    return search<NodeType::root>(alpha, beta, depth, 0, false);
  }

 private:
  static constexpr int kFrameMargin = 7;

  template <NodeType node>
  Value search(Value alpha, Value beta, int depth, int ply, bool cut_node);
  template <NodeType node>
  Value quiescence(Value alpha, Value beta, int ply);

  // steps/draws.inl.h
  bool is_draw(int ply) const;
  Value draw_value() const { return static_cast<int>(nodes() & 2) - 1; }
  // steps/tablebase.inl.h
  Value tablebase(const NodeFacts& node, Value alpha, Value beta, Value& floor, Value& ceiling);
  // steps/evaluation.inl.h
  Value correction(int ply) const;
  Value corrected(Value raw, int ply) const;
  void learn_correction(int ply, Value best, int depth);
  bool is_improving(int ply) const;
  // steps/node_pruning.inl.h
  Value razoring(const NodeFacts& node, Value alpha);
  Value reverse_futility(const NodeFacts& node, Value beta) const;
  Value null_move(const NodeFacts& node, Value beta);
  Value probcut(const NodeFacts& node, const TtEntry& tt, Move tt_move, Value raw_eval,
                const MoveContext& context, Value beta);
  // steps/move_pruning.inl.h
  enum class Verdict { search, skip, skip_all_quiets };
  Verdict judge_move(const NodeFacts& node, const MoveContext& context, Move move, bool check,
                     int move_number, Value alpha) const;
  // steps/extension.inl.h
  struct Extension {
    int plies = 0;
    Value cut = kNone;  ///< multi-cut: return this at once
  };
  Extension extend(const NodeFacts& node, const TtEntry& tt, Move tt_move, Value beta);
  // steps/reduction.inl.h
  int reduction(const NodeFacts& node, const MoveContext& context, Move move, Move tt_move,
                int move_number, bool check) const;
  // steps/history_update.inl.h
  MoveContext make_context(int ply, bool main_search);
  void reward(const NodeFacts& node, const MoveContext& context, Move best,
              const TriedMoves& quiets, const TriedMoves& captures);
  void update_continuations(int ply, Piece piece, Square to, int bonus);
  void reward_previous(int ply, int depth, Value best, const MoveContext& context);
  void learn_from_evaluation(int ply);

  Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply + kFrameMargin)]; }
  const Frame& frame(int ply) const {
    return frames_[static_cast<std::size_t>(ply + kFrameMargin)];
  }
  const Position& position(int ply) const { return positions_[static_cast<std::size_t>(ply)]; }
  const Key* key_at(int ply) const {
    return &keys_[root_key_index_ + static_cast<std::size_t>(ply)];
  }

  void make_move(Move move, int ply);
  void make_null_move(int ply);
  void undo() { evaluator_.undo(); }

  /// The line of a node: its move, then the line of the child.
  void update_pv(Move move, int ply) {
    Frame& f = frame(ply);
    const Frame& child = frame(ply + 1);
    f.pv[0] = move;
    std::copy_n(child.pv, child.pv_length, f.pv + 1);
    f.pv_length = child.pv_length + 1;
  }
  void record_root_move(Move move, Value value, Value alpha, Value beta, int move_number,
                        std::uint64_t nodes_spent);

  std::vector<Position> positions_;
  std::vector<Frame> frames_;
  std::vector<Key> keys_;
  std::size_t root_key_index_ = 0;
  Evaluator evaluator_{shared_.network};
  ContinuationTable no_continuation_;
  HistoryScore<CorrectionTable::kLimit> no_correction_[12][64];
};

template <class Evaluator>
void SearchWorker<Evaluator>::make_move(Move move, int ply) {
  const Position& p = position(ply);
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
}

template <class Evaluator>
void SearchWorker<Evaluator>::make_null_move(int ply) {
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
}

template <class Evaluator>
void SearchWorker<Evaluator>::record_root_move(Move move, Value value, Value alpha, Value beta,
                                               int move_number, std::uint64_t nodes_spent) {
  RootMove& m = *std::find_if(root_moves_.begin(), root_moves_.end(),
                              [move](const RootMove& r) { return r.move == move; });
  m.nodes += nodes_spent;
  if (move_number > 1 && value <= alpha) {
    m.value = -kInfinity;  // only the first and improving moves have a true value
    return;
  }
  m.value = value;
  m.average = m.average == kNone ? value : (m.average + value) / 2;
  m.bound = value >= beta ? Bound::lower : value <= alpha ? Bound::upper : Bound::exact;
  m.selective_depth = selective_depth_;
  const Frame& child = frame(1);
  if (m.bound == Bound::upper) return;  // refuted, by a line that is not its own
  m.pv.assign(1, move);
  m.pv.insert(m.pv.end(), child.pv, child.pv + child.pv_length);
}

}  // namespace

// The steps.
#include "engine/steps/draws.inl.h"
#include "engine/steps/evaluation.inl.h"
#include "engine/steps/extension.inl.h"
#include "engine/steps/history_update.inl.h"
#include "engine/steps/move_pruning.inl.h"
#include "engine/steps/node_pruning.inl.h"
#include "engine/steps/reduction.inl.h"
#include "engine/steps/tablebase.inl.h"

namespace {

template <class Evaluator>
template <NodeType node>
Value SearchWorker<Evaluator>::search(Value alpha, Value beta, int depth, int ply, bool cut_node) {
  constexpr bool kRoot = node == NodeType::root;
  constexpr bool kPv = node != NodeType::non_pv;
  if (depth <= 0) return quiescence < kPv ? NodeType::pv : NodeType::non_pv > (alpha, beta, ply);
  depth = std::min(depth, kMaxPly - 1);

  const Position& pos = position(ply);
  Frame& f = frame(ply);
  const Move excluded = f.excluded;
  f.pv_length = 0;
  f.in_check = pos.in_check();
  frame(ply + 2).cutoffs = 0;
  frame(ply + 2).killers[0] = frame(ply + 2).killers[1] = Move();
  frame(ply + 1).excluded = Move();
  if (kPv) selective_depth_ = std::max(selective_depth_, ply + 1);

  // 1. Out of time, drawn, or decided by a shorter mate elsewhere.
  if (must_stop()) return 0;
  if (!kRoot) {
    if (is_draw(ply)) return draw_value();
    if (ply >= kMaxPly) return f.in_check ? 0 : corrected(evaluator_.evaluate(pos), ply);
    alpha = std::max(alpha, eval::mated_in(ply));
    beta = std::min(beta, eval::mate_in(ply + 1));
    if (alpha >= beta) return alpha;
    if (params::upcoming_repetition && alpha < 0 &&
        can_repeat(pos, key_at(ply), f.reversible, ply)) {
      alpha = draw_value();
      if (alpha >= beta) return alpha;
    }
  }

  // 2. The transposition table may know the answer.
  const TtEntry tt = shared_.tt.probe(pos.key(), ply, pos.halfmove_clock());
  Move tt_move = kRoot ? root_moves_[pv_index_].move : tt.move;
  if (tt_move && !pos.is_legal(tt_move)) tt_move = Move();
  if (!excluded) f.tt_pv = kPv || (tt.found && tt.was_pv);
  if (!kPv && !excluded && tt.found && tt.value != kNone && tt.depth >= depth &&
      (tt.value >= beta ? tt.proves_at_least() : tt.proves_at_most()) && pos.halfmove_clock() < 90)
    return tt.value;

  NodeFacts facts{depth, ply, kPv, cut_node};
  Value floor = -kInfinity, ceiling = kInfinity;  // what the tables prove
  if (!kRoot && !excluded)
    if (const Value v = tablebase(facts, alpha, beta, floor, ceiling); v != kNone) return v;

  // 3. Static evaluation.
  Value raw_eval = kNone;
  if (f.in_check) {
    f.static_eval = kNone;
  } else if (excluded) {
    facts.eval = f.static_eval;
  } else {
    raw_eval = tt.found && tt.static_eval != kNone ? tt.static_eval : evaluator_.evaluate(pos);
    f.static_eval = facts.eval = corrected(raw_eval, ply);
    if (!tt.found)
      shared_.tt.store(pos.key(), ply, Move(), kNone, raw_eval, -6, TtBound::none, f.tt_pv);
    else if (tt.value != kNone &&
             (tt.value > facts.eval ? tt.proves_at_least() : tt.proves_at_most()))
      facts.eval = tt.value;
  }
  facts.improving = !f.in_check && is_improving(ply);
  facts.opponent_worsening = !f.in_check && frame(ply - 1).static_eval != kNone &&
                             f.static_eval > -frame(ply - 1).static_eval;
  if (!kRoot && !f.in_check && !excluded) learn_from_evaluation(ply);

  // 4. Whole nodes that need no search.
  if (!kPv && !f.in_check && !excluded) {
    if (const Value v = razoring(facts, alpha); v != kNone) return v;
    if (!tt_move || tt_move.is_noisy())
      if (const Value v = reverse_futility(facts, beta); v != kNone) return v;
    if (const Value v = null_move(facts, beta); v != kNone) return v;
  }
  if (stopped()) return 0;

  // 5. Without a hash move the ordering is poor: search less deep (internal iterative reduction).
  if (params::internal_iterative_reduction && (kPv || cut_node) && !excluded && depth >= 4 &&
      !tt_move)
    facts.depth = --depth;

  MoveContext context = make_context(ply, true);
  if (!kPv && !f.in_check && !excluded)
    if (const Value v = probcut(facts, tt, tt_move, raw_eval, context, beta); v != kNone) return v;

  // 6. The moves.
  MovePicker picker(pos, context, tt_move);
  const CheckInfo checks(pos);
  TriedMoves quiets, captures;
  Value best = floor;
  alpha = std::max(alpha, floor);
  Move best_move;
  const Value first_alpha = alpha;
  int move_number = 0;

  while (const Move move = picker.next()) {
    if (move == excluded) continue;
    if (kRoot && std::none_of(root_moves_.begin() + static_cast<std::ptrdiff_t>(pv_index_),
                              root_moves_.begin() + static_cast<std::ptrdiff_t>(pv_end_),
                              [move](const RootMove& r) { return r.move == move; }))
      continue;
    ++move_number;
    const bool check = gives_check(pos, checks, move);

    // 6a. Moves that need no search.
    if (!kRoot && best > -eval::kTablebaseBound && pos.non_pawn_pieces(pos.side_to_move())) {
      const Verdict verdict = judge_move(facts, context, move, check, move_number, alpha);
      if (verdict == Verdict::skip_all_quiets) picker.skip_quiets();
      if (verdict != Verdict::search) continue;
    }

    // Early, so that it is there in time; without the second call in make_move() it was no faster.
    shared_.tt.prefetch(pos.approximate_key_after(move));
    // 6b. Extend the hash move if nothing else comes close.
    int extension = 0;
    if (!kRoot && move == tt_move && !excluded && ply < 2 * root_depth_) {
      const Extension e = extend(facts, tt, tt_move, beta);
      if (e.cut != kNone) return e.cut;
      if (stopped()) return 0;
      extension = e.plies;
    }

    // 6c. Search: the first move with the full window, later ones less deep with a null window.
    const std::uint64_t nodes_before = nodes();
    int new_depth = depth - 1 + extension;
    const int r = reduction(facts, context, move, tt_move, move_number, check);
    make_move(move, ply);
    frame(ply + 1).double_extensions += extension >= 2;
    f.move_number = move_number;
    if (!move.is_noisy()) f.quiet = &context.butterfly(pos, move);
    Value value = kNone;
    if (depth >= 2 && move_number > 1 + kRoot) {
      const int reduced = std::clamp(new_depth - r / 1024, 1, new_depth + (kPv ? 1 : 0));
      value = -search<NodeType::non_pv>(-alpha - 1, -alpha, reduced, ply + 1, true);
      if (value > alpha && reduced < new_depth) {
        // Worth a closer look, a deeper one if it is much better than what we had.
        new_depth +=
            (value > best + params::lmr_deeper_margin + 2 * new_depth) - (value < best + new_depth);
        if (reduced < new_depth)
          value = -search<NodeType::non_pv>(-alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
        if (!move.is_noisy())
          update_continuations(ply, pos.moving_piece(move), move.to(),
                               value >= beta    ? 1200
                               : value <= alpha ? -900
                                                : 0);
      }
    } else if (!kPv || move_number > 1) {
      value =
          -search<NodeType::non_pv>(-alpha - 1, -alpha, new_depth - (r > 3500), ply + 1, !cut_node);
    }
    if (kPv && (move_number == 1 || value > alpha))
      value = -search<NodeType::pv>(-beta, -alpha, new_depth, ply + 1, false);
    undo();
    if (stopped()) return 0;

    // 6d. Better than before?
    if (kRoot) record_root_move(move, value, alpha, beta, move_number, nodes() - nodes_before);
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
        if (depth > 4 && depth < 12 && !eval::is_mate(value)) facts.depth = --depth;
      }
    }
    if (move != best_move) {
      TriedMoves& tried = move.is_noisy() ? captures : quiets;
      if (tried.size() < tried.capacity()) tried.push_back(move);
    }
  }

  // 7. No move: mate or stalemate (or only the excluded one).
  if (move_number == 0) return excluded ? alpha : f.in_check ? eval::mated_in(ply) : 0;

  best = std::min(best, ceiling);

  // 8. Learn from the result.
  if (best_move && (kPv || best >= beta)) {
    reward(facts, context, best_move, quiets, captures);
  } else if (!best_move && !kRoot && !excluded) {
    reward_previous(ply, depth, best, context);
  }
  if (best <= first_alpha && !excluded) f.tt_pv = f.tt_pv || (frame(ply - 1).tt_pv && depth > 3);
  if (!excluded && !(kRoot && pv_index_ > 0)) {
    const TtBound bound = best >= beta       ? TtBound::lower
                          : kPv && best_move ? TtBound::exact
                                             : TtBound::upper;
    shared_.tt.store(pos.key(), ply, best_move, best, raw_eval, depth, bound, f.tt_pv);
    if (!f.in_check && !(best_move && best_move.is_noisy()) &&
        !(bound == TtBound::lower && best <= f.static_eval) &&
        !(bound == TtBound::upper && best >= f.static_eval))
      learn_correction(ply, best, depth);
  }
  return best;
}

/// Only captures, until the position is quiet enough to be evaluated; all moves when in check.
template <class Evaluator>
template <NodeType node>
Value SearchWorker<Evaluator>::quiescence(Value alpha, Value beta, int ply) {
  constexpr bool kPv = node == NodeType::pv;
  const Position& pos = position(ply);
  Frame& f = frame(ply);
  f.pv_length = 0;
  f.in_check = pos.in_check();
  if (kPv) selective_depth_ = std::max(selective_depth_, ply + 1);

  if (must_stop()) return 0;
  if (params::upcoming_repetition && alpha < 0 && can_repeat(pos, key_at(ply), f.reversible, ply)) {
    alpha = draw_value();
    if (alpha >= beta) return alpha;
  }
  if (is_draw(ply)) return draw_value();
  if (ply >= kMaxPly) return f.in_check ? 0 : corrected(evaluator_.evaluate(pos), ply);

  const TtEntry tt = shared_.tt.probe(pos.key(), ply, pos.halfmove_clock());
  const bool tt_pv = kPv || (tt.found && tt.was_pv);
  if (!kPv && tt.found && tt.value != kNone &&
      (tt.value >= beta ? tt.proves_at_least() : tt.proves_at_most()))
    return tt.value;

  // Stand pat: not capturing at all is an option, so the static evaluation is a lower bound.
  Value best = -kInfinity, raw_eval = kNone, futility = -kInfinity;
  if (!f.in_check) {
    raw_eval = tt.found && tt.static_eval != kNone ? tt.static_eval : evaluator_.evaluate(pos);
    best = f.static_eval = corrected(raw_eval, ply);
    if (tt.found && tt.value != kNone && !eval::is_mate(tt.value) &&
        (tt.value > best ? tt.proves_at_least() : tt.proves_at_most()))
      best = tt.value;
    if (best >= beta) {
      if (std::abs(best) < eval::kTablebaseBound) best = (best + beta) / 2;
      if (!tt.found)
        shared_.tt.store(pos.key(), ply, Move(), best, raw_eval, -1, TtBound::lower, false);
      return best;
    }
    alpha = std::max(alpha, best);
    futility = f.static_eval + params::delta_margin;
  } else {
    f.static_eval = kNone;
  }

  Move tt_move = tt.move;
  if (tt_move && !pos.is_legal(tt_move)) tt_move = Move();
  const MoveContext context = make_context(ply, false);
  MovePicker picker(pos, context, tt_move, MovePicker::Quiescence{});
  Move best_move;
  int move_number = 0;
  while (const Move move = picker.next()) {
    ++move_number;
    if (best > -eval::kTablebaseBound) {
      if (!f.in_check) {
        // Delta pruning: even winning the piece outright does not reach alpha.
        if (params::delta_pruning && !move.is_promotion()) {
          const Value reach = futility + kExchangeValues[index(pos.captured_type(move))];
          if (reach <= alpha) {
            best = std::max(best, reach);
            continue;
          }
        }
        if (params::delta_pruning && futility <= alpha && !see_at_least(pos, move, 1)) {
          best = std::max(best, futility);
          continue;
        }
      } else if (!move.is_noisy() && move_number > 2) {
        picker.skip_quiets();  // two evasions that are not mate are enough
        continue;
      }
      if (!see_at_least(pos, move, -40)) continue;
    }
    make_move(move, ply);
    const Value value = -quiescence<node>(-beta, -alpha, ply + 1);
    undo();
    if (stopped()) return 0;
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
  if (f.in_check && move_number == 0) return eval::mated_in(ply);
  if (best >= beta && std::abs(best) < eval::kTablebaseBound) best = (best + beta) / 2;
  shared_.tt.store(pos.key(), ply, best_move, best, raw_eval, 0,
                   best >= beta ? TtBound::lower : TtBound::upper, tt_pv);
  return best;
}

}  // namespace

std::unique_ptr<Worker> make_worker(SharedSearch& shared, int id) {
  if (shared.network) return std::make_unique<SearchWorker<NetworkFollower>>(shared, id);
  return std::make_unique<SearchWorker<ClassicalFollower>>(shared, id);
}

}  // namespace rookery::engine
