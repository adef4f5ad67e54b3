#include "analysis/refutation.h"

#include "analysis/chances.h"

namespace rookery::analysis {

namespace {

constexpr std::size_t kMaxPlies = 24;

bool is_only(const std::vector<Finding>& found) {
  if (found.size() < 2) return true;
  return win_percent(found[0].value) - win_percent(found[1].value) >= kOnlyMoveGap ||
         found[0].value - found[1].value >= kOnlyMoveGapInCentipawns;
}

}  // namespace

Refutation refute(Analyst& analyst, const chess::Game& before, chess::Move move) {
  Refutation result{Line(before.position())};
  Line& line = result.line;
  chess::Game game = before;
  const auto add = [&](chess::Move m) {
    line.add(m);
    game.play(m);
  };
  add(move);
  while (line.plies() < kMaxPlies && !game.outcome()) {
    const std::vector<Finding> answers = analyst.best(game, 2);
    if (answers.empty()) break;
    const bool mates = answers[0].value >= eval::kMateBound;
    if (line.plies() == 1) {
      result.value = answers[0].value;
      result.first_is_only = is_only(answers);
    } else if (!mates && !is_only(answers)) {
      break;
    }
    add(answers[0].move());
    if (game.outcome()) break;
    const std::vector<Finding> defence = analyst.best(game);
    if (defence.empty()) break;
    add(defence[0].move());
  }
  if (line.plies() > 1 && line.plies() % 2 == 1) line.cut(line.plies() - 1);
  return result;
}

}  // namespace rookery::analysis
