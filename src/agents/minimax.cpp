// Minimax (document 004), as published: every line to the full depth, nothing left out.
#include "agents/agents.h"
#include "agents/published.h"

namespace rookery::agents {

using chess::Move;
using chess::MoveList;
using chess::Position;

namespace {

class Minimax final : public Published {
 public:
  Minimax() : Published("minimax", 4) {}

 private:
  std::vector<search::Option> option_table() override {
    auto table = Classic::option_table();
    table.push_back(search::switch_option("repeat", repeat_));
    return table;
  }
  Iteration first_iteration(int depth) const override { return {repeat_ ? 1 : depth, depth}; }

  Decision search_root(const Position& root, const MoveList& moves, int depth) override {
    return search_once_or(repeat_, root, depth, [&] { return iteration(root, moves); });
  }

  Decision iteration(const Position& root, const MoveList& moves) {
    Decision best{Move{}, kWorstCase, {}, 0, 0};
    for (Move move : moves) {
      Position child = root;
      child.make_move(move);
      watch_.down(move);
      const int value = mini(child, 0);
      watch_.up(value);
      if (watch_.stopped()) break;
      if (value > best.value) {
        lines_.update(0, move);
        best = {move, value, lines_.line(0), 0, 0};
      }
    }
    return best;
  }

  /// The opponent moves and leaves us the least.
  int mini(const Position& p, int depth) {
    watch_.count();
    const int current = depth + 1;
    lines_.clear(current);
    if (is_cut_off(p, current)) return utility(p);
    watch_.opens(p);
    int best = kBestCase;
    for (Move move : ordered_moves(p)) {
      Position child = p;
      child.make_move(move);
      watch_.down(move);
      const int value = max(child, current);
      watch_.up(value);
      if (watch_.stopped()) return best;
      if (value < best) {
        best = value;
        lines_.update(current, move);
      }
    }
    return best;
  }

  /// We move and take the most.
  int max(const Position& p, int depth) {
    watch_.count();
    const int current = depth + 1;
    lines_.clear(current);
    if (is_cut_off(p, current)) return utility(p);
    watch_.opens(p);
    int best = kWorstCase;
    for (Move move : ordered_moves(p)) {
      Position child = p;
      child.make_move(move);
      watch_.down(move);
      const int value = mini(child, current);
      watch_.up(value);
      if (watch_.stopped()) return best;
      if (value > best) {
        best = value;
        lines_.update(current, move);
      }
    }
    return best;
  }

  bool repeat_ = true;
};

}  // namespace

std::unique_ptr<search::Agent> make_minimax() { return std::make_unique<Minimax>(); }

}  // namespace rookery::agents
