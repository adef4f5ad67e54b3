// Piece-value, location and michniewski (document 000): one alpha-beta search, three evaluations.
#include <algorithm>

#include "agents/agents.h"
#include "agents/classic.h"
#include "chess/make_move.h"
#include "chess/movegen.h"
#include "eval/piece_square.h"

namespace rookery::agents {

using chess::Color;
using chess::Move;
using chess::MoveList;
using chess::Position;
using search::Cut;

namespace {

/// Minimax: we take the best of what the opponent, who takes the worst for us, leaves us.
/// Alpha-beta: alpha is what we, beta what the opponent can already count on; where they cross, the
/// position will not be reached by good play and the rest of its moves need no look.
/// All values are from the view of the side this agent plays.
template <eval::Evaluator E>
class Location final : public ClassicWith<E> {
 public:
  explicit Location(std::string name) : ClassicWith<E>(std::move(name), 4) {}

 private:
  static constexpr int kInfinite = 1'000'000 * E::kTicksPerUnit;
  /// The document's agents avoid stalemate, whoever is stalemated, unless they are worse off
  /// than fifteen pawns.
  static constexpr int kStalemate = -15 * E::kTicksPerPawn;

  using Classic::lines_;
  using Classic::watch_;

  Decision search_root(const Position& root, const MoveList& given, int depth) override {
    side_ = root.side_to_move();
    MoveList moves = given;
    captures_first(root, moves);
    // The document leaves open which of two mates is taken: the one on the board.
    if (const Move mate = mating_move(root, moves)) return {mate, kInfinite, {mate}, 1, 1};
    Decision best{Move{}, -kInfinite, {}, 0, 0};
    for (Move move : moves) {
      Position child = root;
      child.make_move(move);
      watch_.down(move, best.value, kInfinite);
      const int value = lowest(child, depth - 1, best.value, kInfinite, 1);
      watch_.up(value);
      if (watch_.stopped()) break;
      if (value > best.value) {
        lines_.update(0, move);
        best = {move, value, lines_.line(0), 0, 0};
      }
    }
    best.mate_sign = best.value == kInfinite ? 1 : best.value == -kInfinite ? -1 : 0;
    return best;
  }

  /// We are to move.
  int highest(const Position& p, int depth, int alpha, int beta, int ply) {
    watch_.count();
    lines_.clear(ply);
    if (depth == 0 || !has_legal_move(p)) return utility(p);
    watch_.opens(p);
    MoveList moves = ordered_moves(p);
    captures_first(p, moves);
    int best = -kInfinite;
    for (Move move : moves) {
      Position child = p;
      child.make_move(move);
      watch_.down(move, alpha, beta);
      const int value = lowest(child, depth - 1, alpha, beta, ply + 1);
      watch_.up(value);
      if (watch_.stopped()) return best;
      if (value > best) {
        best = value;
        lines_.update(ply, move);
      }
      if (best >= beta) return watch_.cut(Cut::beta), best;
      alpha = std::max(alpha, best);
    }
    return best;
  }

  /// The opponent is to move.
  int lowest(const Position& p, int depth, int alpha, int beta, int ply) {
    watch_.count();
    lines_.clear(ply);
    if (depth == 0 || !has_legal_move(p)) return utility(p);
    watch_.opens(p);
    MoveList moves = ordered_moves(p);
    captures_first(p, moves);
    int best = kInfinite;
    for (Move move : moves) {
      Position child = p;
      child.make_move(move);
      watch_.down(move, alpha, beta);
      const int value = highest(child, depth - 1, alpha, beta, ply + 1);
      watch_.up(value);
      if (watch_.stopped()) return best;
      if (value < best) {
        best = value;
        lines_.update(ply, move);
      }
      if (best <= alpha) return watch_.cut(Cut::alpha), best;
      beta = std::min(beta, best);
    }
    return best;
  }

  int utility(const Position& p) {
    if (has_legal_move(p))
      return watch_.cut(Cut::depth), watch_.evaluated(eval::evaluate_for<E>(side_, p));
    if (!p.in_check()) return watch_.cut(Cut::stalemate), kStalemate;
    return watch_.cut(Cut::mate), p.side_to_move() == side_ ? -kInfinite : kInfinite;
  }

  Color side_ = Color::white;
};

}  // namespace

std::unique_ptr<search::Agent> make_piece_value() {
  return std::make_unique<Location<eval::PieceValue>>("piece-value");
}
std::unique_ptr<search::Agent> make_location() {
  return std::make_unique<Location<eval::Location>>("location");
}
std::unique_ptr<search::Agent> make_michniewski() {
  return std::make_unique<Location<eval::Michniewski>>("michniewski");
}

}  // namespace rookery::agents
