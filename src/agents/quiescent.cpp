// Quiescent (document 003): negamax with alpha-beta, and captures played out before evaluating.
#include <algorithm>

#include "agents/agents.h"
#include "agents/classic.h"
#include "chess/make_move.h"
#include "chess/movegen.h"
#include "eval/development.h"

namespace rookery::agents {

using chess::Move;
using chess::MoveList;
using chess::Position;
using search::Cut;

namespace {

/// Negamax: my score is minus yours, so one function plays both sides; every value is from the view
/// of the side to move. Fail-hard: a value never leaves the window [alpha, beta].
class Quiescent final : public ClassicWith<eval::Development> {
 public:
  Quiescent() : ClassicWith("quiescent", kHard) {}

 private:
  std::vector<search::Option> option_table() override {
    auto table = Classic::option_table();
    table.push_back({search::OptionSpec::combo("level", "hard", {"easy", "hard"}),
                     [this](const std::string& value) {
                       depth_ = value == "easy" ? kEasy : kHard;
                       return Ok{};
                     }});
    return table;
  }

  static constexpr int kEasy = 2, kHard = 4;  // plies before the quiescence
  static constexpr int kCheckmate = 1'000'000;

  bool is_negamax() const override { return true; }

  Decision search_root(const Position& root, const MoveList& given, int depth) override {
    MoveList moves = given;
    captures_first(root, moves);
    // The document leaves open which of two mates is taken: the one on the board.
    if (const Move mate = mating_move(root, moves)) return {mate, kCheckmate, {mate}, 1, 1};
    Decision best{Move{}, -kCheckmate, {}, 0, 0};
    for (Move move : moves) {
      Position child = root;
      child.make_move(move);
      watch_.down(move, best.value, kCheckmate);
      const int score = -negamax(child, depth - 1, -kCheckmate, -best.value, 1);
      watch_.up(score);
      if (watch_.stopped()) break;
      if (score > best.value) {
        lines_.update(0, move);
        best = {move, score, lines_.line(0), 0, 0};
      }
    }
    best.mate_sign = best.value == kCheckmate ? 1 : best.value == -kCheckmate ? -1 : 0;
    return best;
  }

  int negamax(const Position& p, int depth, int alpha, int beta, int ply) {
    if (depth == 0) return quiesce(p, alpha, beta, ply);
    watch_.count();
    lines_.clear(ply);
    MoveList moves = ordered_moves(p);
    if (moves.empty()) return std::clamp(no_moves(p), alpha, beta);
    watch_.opens(p);
    captures_first(p, moves);
    for (Move move : moves) {
      Position child = p;
      child.make_move(move);
      watch_.down(move, alpha, beta);
      const int score = -negamax(child, depth - 1, -beta, -alpha, ply + 1);
      watch_.up(score);
      if (watch_.stopped()) return alpha;
      if (score >= beta) return watch_.cut(Cut::beta), beta;
      if (score > alpha) {
        alpha = score;
        lines_.update(ply, move);
      }
    }
    return alpha;
  }

  /// Standing pat: the side to move need not capture, so the static evaluation is the least it has.
  /// Without this search the last capture looked at would seem to be for free.
  int quiesce(const Position& p, int alpha, int beta, int ply) {
    watch_.count();
    watch_.quiescence();
    lines_.clear(ply);
    if (!has_legal_move(p)) return std::clamp(no_moves(p), alpha, beta);
    const int stand_pat =
        watch_.evaluated(eval::evaluate_for<eval::Development>(p.side_to_move(), p));
    if (stand_pat >= beta || ply >= LineTable::kMaxPly)
      return watch_.cut(Cut::stand_pat), std::min(stand_pat, beta);
    alpha = std::max(alpha, stand_pat);

    watch_.opens(p);
    MoveList captures;
    captures.set_end(generate_moves<chess::GenKind::noisy>(p, captures.data()));
    captures_first(p, captures);
    for (Move move : captures) {
      if (!move.is_capture()) continue;
      Position child = p;
      child.make_move(move);
      watch_.down(move, alpha, beta);
      const int score = -quiesce(child, -beta, -alpha, ply + 1);
      watch_.up(score);
      if (watch_.stopped()) return alpha;
      if (score >= beta) return watch_.cut(Cut::beta), beta;
      if (score > alpha) {
        alpha = score;
        lines_.update(ply, move);
      }
    }
    return watch_.cut(Cut::depth), alpha;
  }

  int no_moves(const Position& p) {
    if (!p.in_check()) return watch_.cut(Cut::stalemate), 0;
    return watch_.cut(Cut::mate), -kCheckmate;
  }
};

}  // namespace

std::unique_ptr<search::Agent> make_quiescent() { return std::make_unique<Quiescent>(); }

}  // namespace rookery::agents
