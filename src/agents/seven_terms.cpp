// Seven-terms (document 001): full-width minimax, nothing cut, over a rich evaluation.
#include <algorithm>
#include <cstdlib>

#include "agents/agents.h"
#include "agents/classic.h"
#include "chess/make_move.h"
#include "chess/movegen.h"
#include "eval/seven_terms.h"

namespace rookery::agents {

using chess::Color;
using chess::Move;
using chess::MoveList;
using chess::Position;
using search::Cut;

namespace {

/// White maximises, Black minimises; every move of every position is looked at. Values are from
/// White's view.
class SevenTerms final : public ClassicWith<eval::SevenTerms> {
 public:
  SevenTerms() : ClassicWith("seven-terms", 3) {}

 private:
  /// Where the document's comparison starts. A forced mate further away is therefore worth this
  /// much and not the mate's own value, which also makes a nearer mate the better one.
  static constexpr int kStart = 50'000;

  Decision search_root(const Position& root, const MoveList& moves, int depth) override {
    const bool maximise = root.side_to_move() == Color::white;
    Decision best;
    for (Move move : moves) {
      Position child = root;
      child.make_move(move);
      watch_.down(move);
      const int value = deep(child, depth - 1, 1);
      watch_.up(maximise ? value : -value);
      if (watch_.stopped()) break;
      const int ours = maximise ? value : -value;
      if (!best.move || ours > best.value) {
        lines_.update(0, move);
        best = {move, ours, lines_.line(0), 0, 0};
      }
    }
    if (std::abs(best.value) >= kStart) best.mate_sign = best.value > 0 ? 1 : -1;
    return best;
  }

  int deep(const Position& p, int depth, int ply) {
    watch_.count();
    lines_.clear(ply);
    const bool maximise = p.side_to_move() == Color::white;
    if (depth == 0) {
      const int value = eval::SevenTerms::evaluate(p);
      watch_.cut(Cut::depth);
      watch_.evaluated(root_view(p, ply, value));
      return value;
    }
    const MoveList moves = ordered_moves(p);
    if (moves.empty()) {
      if (!p.in_check()) return watch_.cut(Cut::stalemate), 0;
      watch_.cut(Cut::mate);
      return maximise ? -eval::SevenTerms::kCheckmate : eval::SevenTerms::kCheckmate;
    }
    watch_.opens(p);
    int best = maximise ? -kStart : kStart;
    for (Move move : moves) {
      Position child = p;
      child.make_move(move);
      watch_.down(move);
      const int value = deep(child, depth - 1, ply + 1);
      watch_.up(root_view(p, ply, value));
      if (watch_.stopped()) return best;
      if (maximise ? value > best : value < best) {
        best = value;
        lines_.update(ply, move);
      }
    }
    return best;
  }

  /// The trace shows values as the side to move at the root sees them.
  static int root_view(const Position& p, int ply, int value) {
    return (p.side_to_move() == Color::white) == (ply % 2 == 0) ? value : -value;
  }
};

}  // namespace

std::unique_ptr<search::Agent> make_seven_terms() { return std::make_unique<SevenTerms>(); }

}  // namespace rookery::agents
