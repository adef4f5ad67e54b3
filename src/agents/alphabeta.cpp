// Alphabeta (document 004), as published, and what becomes of it idea by idea: alphabeta-sound and
// transposition-sound are the same search with other ideas switched on.
#include <algorithm>

#include "agents/agents.h"
#include "agents/published.h"
#include "agents/value_table.h"

namespace rookery::agents {

using chess::Move;
using chess::MoveList;
using chess::Position;
using search::Cut;

namespace {

/// What a student can switch, one at a time.
struct Ideas {
  /// Published quirk, as in minimax: each of `depth` iterations searches the full depth.
  bool repeat = false;
  /// Search 1, 2, ... plies in turn: a near mate ends the search early, and a table learns.
  bool deepen = false;
  /// The root passes on what it has found. (Published quirk: it does not, so the first ply never
  /// cuts.)
  bool root_alpha = false;
  /// Captures first: alpha-beta cuts soonest if good moves come first.
  bool captures_first = false;
  /// Remember values: a position reached by two ways is searched once.
  bool table = false;
};

/// Alpha is what we, beta what the opponent can already count on elsewhere. Once a reply is worse
/// for its mover's opponent than that, the position will not come about, and its other moves need
/// not be searched.
class AlphaBeta final : public Published {
 public:
  AlphaBeta(const char* name, const Ideas& ideas) : Published(name, 4), ideas_(ideas) {}

 private:
  std::vector<search::Option> option_table() override {
    auto table = Classic::option_table();
    table.push_back(search::switch_option("repeat", ideas_.repeat));
    table.push_back(search::switch_option("deepen", ideas_.deepen));
    table.push_back(search::switch_option("root_alpha", ideas_.root_alpha));
    table.push_back(search::switch_option("table", ideas_.table));
    table.push_back(
        {search::OptionSpec::combo("order", ideas_.captures_first ? "captures" : "document",
                                   {"document", "captures"}),
         [this](const std::string& value) {
           ideas_.captures_first = value == "captures";
           return Ok{};
         }});
    return table;
  }
  std::optional<int> first_depth() const override {
    return ideas_.deepen && !ideas_.repeat ? std::optional<int>(1) : std::nullopt;
  }
  Iteration first_iteration(int depth) const override { return {ideas_.repeat ? 1 : depth, depth}; }
  void prepare(const chess::Game&) override { table_.clear(); }

  Decision search_root(const Position& root, const MoveList& given, int depth) override {
    MoveList moves = given;
    if (ideas_.captures_first) captures_first(root, moves);
    return search_once_or(ideas_.repeat, root, depth, [&] { return iteration(root, moves); });
  }

  Decision iteration(const Position& root, const MoveList& moves) {
    Decision best{Move{}, kWorstCase, {}, 0, 0};
    for (Move move : moves) {
      Position child = root;
      child.make_move(move);
      const int alpha = ideas_.root_alpha ? best.value : kWorstCase;
      watch_.down(move, alpha, kBestCase);
      const int value = mini(child, 0, alpha, kBestCase);
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
    MoveList moves = ordered(p);
    if (const auto value = look_up(p, current, alpha, beta, moves)) return *value;
    watch_.opens(p);
    const int old_alpha = alpha, old_beta = beta;
    int best = kBestCase;
    Move best_move;
    for (Move move : moves) {
      Position child = p;
      child.make_move(move);
      watch_.down(move, alpha, beta);
      const int value = max(child, current, alpha, beta);
      watch_.up(value);
      if (watch_.stopped()) return best;
      if (value < best) {
        best = value;
        best_move = move;
        lines_.update(current, move);
      }
      if (best <= alpha) {
        watch_.cut(Cut::alpha);
        break;
      }
      beta = std::min(beta, best);
    }
    store(p, current, best, best_move, old_alpha, old_beta);
    return best;
  }

  int max(const Position& p, int depth, int alpha, int beta) {
    watch_.count();
    const int current = depth + 1;
    lines_.clear(current);
    if (is_cut_off(p, current)) return utility(p);
    MoveList moves = ordered(p);
    if (const auto value = look_up(p, current, alpha, beta, moves)) return *value;
    watch_.opens(p);
    const int old_alpha = alpha, old_beta = beta;
    int best = kWorstCase;
    Move best_move;
    for (Move move : moves) {
      Position child = p;
      child.make_move(move);
      watch_.down(move, alpha, beta);
      const int value = mini(child, current, alpha, beta);
      watch_.up(value);
      if (watch_.stopped()) return best;
      if (value > best) {
        best = value;
        best_move = move;
        lines_.update(current, move);
      }
      if (best >= beta) {
        watch_.cut(Cut::beta);
        break;
      }
      alpha = std::max(alpha, best);
    }
    store(p, current, best, best_move, old_alpha, old_beta);
    return best;
  }

  MoveList ordered(const Position& p) const {
    MoveList moves = ordered_moves(p);
    if (ideas_.captures_first) captures_first(p, moves);
    return moves;
  }

  /// The value, if the table has it; else what it knows of the best move.
  std::optional<int> look_up(const Position& p, int current, int alpha, int beta, MoveList& moves) {
    if (!ideas_.table) return std::nullopt;
    const auto found = table_.look_up(p, max_depth_ - current, alpha, beta, watch_);
    if (found.best) put_first(moves, found.best);
    if (found.value) watch_.cut(Cut::table);
    return found.value;
  }
  void store(const Position& p, int current, int value, Move best, int alpha, int beta) {
    if (ideas_.table) table_.store(p, max_depth_ - current, value, best, alpha, beta, watch_);
  }

  Ideas ideas_;
  ValueTable table_;
};

}  // namespace

std::unique_ptr<search::Agent> make_alphabeta() {
  return std::make_unique<AlphaBeta>("alphabeta", Ideas{.repeat = true});
}
std::unique_ptr<search::Agent> make_alphabeta_sound() {
  return std::make_unique<AlphaBeta>("alphabeta-sound", Ideas{.deepen = true, .root_alpha = true});
}
std::unique_ptr<search::Agent> make_transposition_sound() {
  return std::make_unique<AlphaBeta>("transposition-sound",
                                     Ideas{.deepen = true, .root_alpha = true, .table = true});
}

}  // namespace rookery::agents
