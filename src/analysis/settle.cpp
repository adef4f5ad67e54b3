#include "analysis/settle.h"

#include "analysis/board_facts.h"
#include "chess/movegen.h"
#include "chess/see.h"

namespace rookery::analysis {

using namespace chess;

namespace {

constexpr std::size_t kMaxExtension = 14;

bool can_win_material(const Position& position) {
  for (const Move move : legal_moves(position))
    if (move.is_promotion() || (move.is_capture() && see_at_least(position, move, 90))) return true;
  return false;
}

}  // namespace

bool is_quiet(const Position& position) {
  return !position.in_check() && !can_win_material(position);
}

std::optional<Line> settle(Analyst& analyst, const Game& before, Line line) {
  Game game = before;
  for (const Move move : line.moves()) game.play(move);
  const std::size_t limit = line.plies() + kMaxExtension;
  std::vector<Move> ahead;  // of the last search, reversed
  std::size_t quiet_since = 0;
  bool was_quiet = false;
  for (;;) {
    if (game.outcome()) return line;
    if (is_quiet(game.position())) {
      if (was_quiet) {
        line.cut(quiet_since);
        return line;
      }
      was_quiet = true;
      quiet_since = line.plies();
    } else {
      was_quiet = false;
    }
    if (line.plies() >= limit) return std::nullopt;
    if (ahead.empty()) {
      const std::vector<Finding> found = analyst.best(game);
      if (found.empty() || found[0].line.empty()) return std::nullopt;
      ahead.assign(found[0].line.rbegin(), found[0].line.rend());
    }
    line.add(ahead.back());
    game.play(ahead.back());
    ahead.pop_back();
  }
}

int material_lost(const Line& line, Color side) {
  return material_balance(line.start(), side) - material_balance(line.end(), side);
}

}  // namespace rookery::analysis
