#include "agents/classic.h"

#include <algorithm>

#include "chess/make_move.h"
#include "chess/movegen.h"
#include "search/wait.h"

namespace rookery::agents {

using chess::Move;
using chess::MoveList;
using chess::Position;
using search::Milliseconds;

// ---- Watch ----

namespace {

/// Document 002's rule, for every classic agent: a fortieth of what is left, at most five seconds.
/// With moves to go the share is fairer; an increment is nearly ours to use.
Milliseconds share_of_clock(const search::ClockState& clock, std::optional<int> moves_to_go) {
  const int moves = std::clamp(moves_to_go.value_or(40), 1, 39) + 1;
  const Milliseconds share = clock.remaining / moves + clock.increment * 3 / 4;
  const Milliseconds reserve{30};  // for the way to the clock
  return std::max(Milliseconds{1},
                  std::min({share, Milliseconds{5000}, clock.remaining - reserve}));
}

constexpr std::uint64_t kPollInterval = 1024;

bool limits_time_or_nodes(const search::Limits& limits, chess::Color side) {
  return limits.is_timed(side) || limits.nodes || limits.soft_nodes || limits.infinite;
}

}  // namespace

void Watch::start(const search::Limits& limits, search::Control& control, chess::Color side,
                  std::optional<Milliseconds> own_time) {
  start_ = Clock::now();
  control_ = &control;
  nodes_ = 0;
  stopped_ = false;
  node_limit_ = limits.nodes;
  soft_nodes_ = limits.soft_nodes;
  time_limit_ = limits.move_time;
  if (const auto& clock = limits.clock[index(side)]; clock && !limits.infinite) {
    const Clock::duration share = share_of_clock(*clock, limits.moves_to_go);
    time_limit_ = std::min(share, time_limit_.value_or(share));
  } else if (!time_limit_ && own_time && !limits.depth && !limits.nodes && !limits.soft_nodes &&
             !limits.infinite && !limits.mate) {
    time_limit_ = *own_time;
  }
  bounded_ = node_limit_ || soft_nodes_ || time_limit_;
  next_poll_ = 1;
}

void Watch::poll() {
  const bool timed = time_limit_ && !control_->is_pondering();
  stopped_ = stopped_ || control_->should_stop() || (node_limit_ && nodes_ >= *node_limit_) ||
             (timed && elapsed() >= *time_limit_);
  next_poll_ = nodes_ + kPollInterval;
  if (node_limit_ && !stopped_) next_poll_ = std::min(next_poll_, *node_limit_);
}

bool Watch::may_go_on() const {
  if (stopped_ || control_->should_stop()) return false;
  if (soft_nodes_ && nodes_ >= *soft_nodes_) return false;
  return true;
}

void Watch::begin_trace(bool negamax, double unit) {
  negamax_ = negamax;
  if (trace_) trace_->begin_search(unit);
}

void Watch::begin_iteration(int depth, int plies) {
  if (!trace_) return;
  trace_->begin_iteration(depth);
  plies_ = plies;
  ply_ = -1;
  trace_down(Move{}, -kUnlimited, kUnlimited);
}

void Watch::trace_down(Move move, int alpha, int beta) {
  const bool turn = negamax_ && ply_ % 2 == 1;  // the parent is the opponent of the root's side
  search::TraceNode node;
  ++ply_;
  node.move = move;
  node.ply = static_cast<std::uint8_t>(ply_);
  node.depth_left = static_cast<std::int8_t>(std::max(0, plies_ - ply_));
  if (alpha > -kUnlimited) (turn ? node.beta : node.alpha) = turn ? -alpha : alpha;
  if (beta < kUnlimited) (turn ? node.alpha : node.beta) = turn ? -beta : beta;
  trace_->enter(node);
}

void Watch::trace_cut(search::Cut why) {
  // In negamax both sides speak of beta.
  const bool is_minimiser = negamax_ && ply_ % 2 == 1;
  trace_->cut(is_minimiser && why == search::Cut::beta ? search::Cut::alpha : why);
}

void Watch::trace_up(int value) {
  if (stopped_) trace_->cut(search::Cut::stopped);
  --ply_;
  trace_->leave(negamax_ && ply_ % 2 == 1 ? -value : value);
}

void Watch::trace_moves(const Position& position) {
  trace_->set_moves(legal_moves(position).size());
}

// ---- Classic ----

search::SearchResult Classic::think(const chess::Game& game, const search::Limits& limits,
                                    search::Control& control, search::InfoSink& sink) {
  const Position& root = game.position();
  watch_.start(limits, control, root.side_to_move(), own_time());
  MoveList moves = ordered_moves(root);
  search::SearchResult result;
  if (moves.empty()) {
    if (root.in_check()) result.info.score = search::Score::from_value(eval::mated_in(0));
    search::wait_if_asked(limits, control);
    return result;
  }
  if (!limits.search_moves.empty()) {
    MoveList wanted;
    for (Move move : moves)
      if (std::find(limits.search_moves.begin(), limits.search_moves.end(), move) !=
          limits.search_moves.end())
        wanted.push_back(move);
    if (!wanted.empty()) moves = wanted;
  }

  prepare(game);
  watch_.begin_trace(is_negamax(), score(1).own_units);
  const bool free_depth = plays_by_the_clock() && limits_time_or_nodes(limits, root.side_to_move());
  int target = limits.depth.value_or(limits.mate  ? 2 * *limits.mate - 1
                                     : free_depth ? kMaxDepth
                                                  : depth_);
  target = std::clamp(target, 1, kMaxDepth);
  // With a fixed depth one search will do. If time or nodes may run out on the way, shallower ones
  // come first, so that there is always a finished one to answer with.
  int depth = watch_.is_bounded() ? first_depth().value_or(1) : first_depth().value_or(target);
  depth = std::min(depth, target);

  Decision best{moves[0], 0, {moves[0]}, 0, 0};
  result.best = best.move;
  for (const int first = depth; depth <= target; ++depth) {
    const Iteration name = first_iteration(depth);
    watch_.begin_iteration(name.depth, name.plies);
    Decision found = search_root(root, moves, depth);
    watch_.up(found.value);
    const bool finished = !watch_.stopped();
    if (!finished && (depth > first || !found.move)) break;
    if (!found.move) {  // every move loses by force; any will do, so keep the last best one
      found.move = best.move;
      found.line = {best.move};
    }
    best = found;
    result.best = best.move;
    result.info = report(root, best, depth);
    sink.on_info(result.info);
    const bool settled = best.mate_sign != 0 && best.mate_plies <= depth;
    if (settled || !watch_.may_go_on()) break;
  }
  watch_.end_trace();
  if (result.info.pv.empty()) result.info = report(root, best, 0);
  result.info.nodes = watch_.nodes();
  result.info.time = watch_.elapsed();
  if (result.info.pv.size() > 1) result.ponder = result.info.pv[1];

  search::wait_if_asked(limits, control);
  return result;
}

search::SearchInfo Classic::report(const Position& root, const Decision& decision,
                                   int depth) const {
  search::SearchInfo info;
  info.depth = info.selective_depth = depth;
  info.nodes = watch_.nodes();
  info.time = watch_.elapsed();
  info.score = score(decision.value);
  Position p = root;
  for (Move move : decision.line) {
    if (!p.is_legal(move)) break;
    p.make_move(move);
    info.pv.push_back(move);
  }
  info.selective_depth = std::max(depth, static_cast<int>(info.pv.size()));
  if (decision.mate_sign != 0) {
    const bool line_mates = p.in_check() && !has_legal_move(p);
    const int plies = decision.mate_plies > 0 ? decision.mate_plies
                      : line_mates            ? static_cast<int>(info.pv.size())
                                              : std::max(1, depth);
    const int moves = decision.mate_sign > 0 ? (plies + 1) / 2 : std::max(1, plies / 2);
    info.score.mate = decision.mate_sign * moves;
    info.score.centipawns =
        decision.mate_sign > 0 ? eval::mate_in(2 * moves - 1) : eval::mated_in(2 * moves);
  } else {
    info.score.centipawns =
        std::clamp(info.score.centipawns, -eval::kTablebaseBound + 1, eval::kTablebaseBound - 1);
  }
  return info;
}

std::vector<search::Option> Classic::option_table() {
  return {search::number_option("depth", depth_, 1, kMaxDepth)};
}

Move mating_move(const Position& position, const MoveList& moves) {
  for (Move move : moves) {
    Position child = position;
    child.make_move(move);
    if (child.in_check() && !has_legal_move(child)) return move;
  }
  return Move{};
}

}  // namespace rookery::agents
