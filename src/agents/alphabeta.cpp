// Alphabeta (document 004), as published, and alphabeta-sound, the same with its flaws mended.
#include <algorithm>

#include "agents/agents.h"
#include "agents/published.h"

namespace rookery::agents {

using chess::Move;
using chess::MoveList;
using chess::Position;
using search::Cut;

namespace {

/// Alpha is what we, beta what the opponent can already count on elsewhere. Once a reply is worse
/// for its mover's opponent than that, the position will not come about, and its other moves need
/// not be searched.
class AlphaBeta : public Published {
 public:
  AlphaBeta() : AlphaBeta("alphabeta") {}

 protected:
  explicit AlphaBeta(const char* name) : Published(name, 4) {}

  Iteration first_iteration(int depth) const override { return {1, depth}; }

  Decision search_root(const Position& root, const MoveList& moves, int depth) override {
    // Published quirk, as in minimax: every iteration searches the full depth.
    return deepen(root, depth, [&](int /*start*/) { return iteration(root, moves); });
  }

  Decision iteration(const Position& root, const MoveList& moves) {
    Decision best{Move{}, kWorstCase, {}, 0, 0};
    for (Move move : moves) {
      Position child = root;
      child.make_move(move);
      // Published quirk: the best value so far is not passed on, so the first ply never cuts.
      watch_.down(move, kWorstCase, kBestCase);
      const int value = mini(child, 0, kWorstCase, kBestCase);
      watch_.up(value);
      if (watch_.stopped()) break;
      if (value > best.value) {
        lines_.update(0, move);
        best = {move, value, lines_.line(0), 0, 0};
      }
    }
    return best;
  }

  int mini(const Position& p, int depth, int alpha, int beta) {
    watch_.count();
    const int current = depth + 1;
    lines_.clear(current);
    if (is_cut_off(p, current)) return utility(p);
    watch_.opens(p);
    int best = kBestCase;
    for (Move move : ordered_moves(p)) {
      Position child = p;
      child.make_move(move);
      watch_.down(move, alpha, beta);
      const int value = max(child, current, alpha, beta);
      watch_.up(value);
      if (watch_.stopped()) return best;
      if (value < best) {
        best = value;
        lines_.update(current, move);
      }
      if (best <= alpha) return watch_.cut(Cut::alpha), best;
      beta = std::min(beta, best);
    }
    return best;
  }

  int max(const Position& p, int depth, int alpha, int beta) {
    watch_.count();
    const int current = depth + 1;
    lines_.clear(current);
    if (is_cut_off(p, current)) return utility(p);
    watch_.opens(p);
    int best = kWorstCase;
    for (Move move : ordered_moves(p)) {
      Position child = p;
      child.make_move(move);
      watch_.down(move, alpha, beta);
      const int value = mini(child, current, alpha, beta);
      watch_.up(value);
      if (watch_.stopped()) return best;
      if (value > best) {
        best = value;
        lines_.update(current, move);
      }
      if (best >= beta) return watch_.cut(Cut::beta), best;
      alpha = std::max(alpha, best);
    }
    return best;
  }
};

/// Two mends: iterations really deepen, ply by ply, so a near mate ends the search early; and the
/// root passes on what it has found. mini and max are those above.
class AlphaBetaSound final : public AlphaBeta {
 public:
  AlphaBetaSound() : AlphaBeta("alphabeta-sound") {}

 private:
  Iteration first_iteration(int depth) const override { return {depth, depth}; }
  std::optional<int> first_depth() const override { return 1; }

  Decision search_root(const Position& root, const MoveList& moves, int depth) override {
    side_ = root.side_to_move();
    max_depth_ = depth;
    Decision best{Move{}, kWorstCase, {}, 0, 0};
    for (Move move : moves) {
      Position child = root;
      child.make_move(move);
      watch_.down(move, best.value, kBestCase);
      const int value = mini(child, 0, best.value, kBestCase);
      watch_.up(value);
      if (watch_.stopped()) break;
      if (value > best.value) {
        lines_.update(0, move);
        best = {move, value, lines_.line(0), 0, 0};
      }
    }
    best.mate_sign = best.value == kBestCase ? 1 : best.value == kWorstCase ? -1 : 0;
    return best;
  }
};

}  // namespace

std::unique_ptr<search::Agent> make_alphabeta() { return std::make_unique<AlphaBeta>(); }
std::unique_ptr<search::Agent> make_alphabeta_sound() { return std::make_unique<AlphaBetaSound>(); }

}  // namespace rookery::agents
