#include "course/model_search.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "chess/make_move.h"
#include "chess/movegen.h"
#include "notation/uci_move.h"

namespace rookery::course {

using chess::Move;
using chess::Position;

namespace {

/// In the order of their text, so that every program cuts at the same place.
std::vector<Move> sorted_moves(const Position& position, bool captures_only) {
  std::vector<std::pair<std::string, Move>> named;
  for (const Move m : legal_moves(position))
    if (!captures_only || m.is_capture()) named.emplace_back(notation::to_uci(m), m);
  std::sort(named.begin(), named.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Move> moves;
  for (const auto& [name, m] : named) moves.push_back(m);
  return moves;
}

}  // namespace

std::string_view to_text(Idea idea) {
  constexpr std::string_view kTexts[] = {"minimax", "alphabeta", "quiescence", "table"};
  return kTexts[static_cast<std::size_t>(idea)];
}

int model_evaluation(const Position& position) {
  constexpr int kValues[] = {100, 300, 300, 500, 900};
  int sum = 0;
  for (int type = 0; type < 5; ++type) {
    const auto count = [&](chess::Color c) {
      return chess::count(position.pieces(c, static_cast<chess::PieceType>(type)));
    };
    sum += kValues[type] * (count(position.side_to_move()) - count(~position.side_to_move()));
  }
  return sum;
}

ModelSearch::Found ModelSearch::search(const Position& position, int depth, Idea idea) {
  idea_ = idea;
  nodes_ = 0;
  root_best_ = Move{};
  const int value = negamax(position, depth, -kOpen, kOpen, 0);
  return {root_best_, value, nodes_};
}

int ModelSearch::negamax(const Position& position, int depth, int alpha, int beta, int ply) {
  if (!has_legal_move(position)) return position.in_check() ? -(kMate - ply) : 0;
  if (depth == 0)
    return idea_ == Idea::quiescence ? quiesce(position, alpha, beta, ply)
                                     : model_evaluation(position);
  const bool cuts = idea_ != Idea::minimax;
  if (idea_ == Idea::table && ply > 0) {
    // Exactly the depth that is wanted, and a bound only where it decides.
    const auto found = table_.find(position.key());
    if (found != table_.end() && found->second.depth == depth &&
        (found->second.bound == 0 || (found->second.bound > 0 && found->second.value >= beta) ||
         (found->second.bound < 0 && found->second.value <= alpha)))
      return found->second.value;
  }
  const int old_alpha = alpha;
  int best = -kOpen;
  for (const Move move : sorted_moves(position, false)) {
    Position child = position;
    child.make_move(move);
    ++nodes_;
    const int value = cuts ? -negamax(child, depth - 1, -beta, -alpha, ply + 1)
                           : -negamax(child, depth - 1, -kOpen, kOpen, ply + 1);
    if (value > best) {
      best = value;
      if (ply == 0) root_best_ = move;
    }
    alpha = std::max(alpha, best);
    if (cuts && alpha >= beta) break;
  }
  if (idea_ == Idea::table)
    table_[position.key()] = {best, depth, best >= beta ? 1 : best <= old_alpha ? -1 : 0};
  return best;
}

int ModelSearch::quiesce(const Position& position, int alpha, int beta, int ply) {
  if (!has_legal_move(position)) return position.in_check() ? -(kMate - ply) : 0;
  int best = model_evaluation(position);
  if (best >= beta) return best;
  alpha = std::max(alpha, best);
  for (const Move move : sorted_moves(position, true)) {
    Position child = position;
    child.make_move(move);
    ++nodes_;
    best = std::max(best, -quiesce(child, -beta, -alpha, ply + 1));
    if (best >= beta) return best;
    alpha = std::max(alpha, best);
  }
  return best;
}

}  // namespace rookery::course
