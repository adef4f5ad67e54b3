// What follows from the reviews of single moves: book, phases, figures of both players, clocks.
#include <algorithm>

#include "analysis/chances.h"
#include "analysis/review.h"
#include "play/opening_names.h"

namespace rookery::analysis {

using namespace chess;

namespace {

void mark_book(GameReview& review, const Game& game) {
  const play::KnownOpening opening = play::known_opening(game);
  review.opening = opening.name;
  for (MoveReview& m : review.moves)
    if (m.ply < opening.plies && !is_bad(m.explanation.judgement)) {
      m.explanation.judgement = Judgement::book;
      m.explanation.text.clear();  // no praise for what is known
      m.explanation.proof.clear();
    }
}

struct Sums {
  double losses = 0, moves = 0, phase_accuracy[3]{}, phase_moves[3]{};
};

void conclude(PlayerReview& player, const Sums& sums) {
  if (sums.moves > 0) player.average_loss = sums.losses / sums.moves;
  for (int phase = 0; phase < 3; ++phase)
    if (sums.phase_moves[phase] > 0)
      player.phase_accuracy[phase] = sums.phase_accuracy[phase] / sums.phase_moves[phase];
}

}  // namespace

void complete_figures(GameReview& review, const Game& game) {
  mark_book(review, game);
  const std::vector<Phase> phase = phases(game);
  std::vector<AccuracyPoint> points;
  Sums sums[2];
  for (PlayerReview& player : review.players) player = {};
  for (MoveReview& m : review.moves) {
    const Color mover = game.position_after(m.ply).side_to_move();
    const Explanation& e = m.explanation;
    m.phase = phase[m.ply];
    const auto white = [&](double percent) {
      return mover == Color::white ? percent : 100 - percent;
    };
    points.push_back({mover, white(e.win_before), white(e.win_after), e.accuracy});
    Sums& own = sums[index(mover)];
    own.losses += std::max(
        0.0, published_centipawns(m.values.best.value) - published_centipawns(m.values.played));
    ++own.moves;
    own.phase_accuracy[static_cast<int>(m.phase)] += e.accuracy;
    ++own.phase_moves[static_cast<int>(m.phase)];
    ++review.players[index(mover)].counts[static_cast<int>(e.judgement)];
  }
  for (const Color color : kColors) {
    review.players[index(color)].accuracy = game_accuracy(points, color);
    conclude(review.players[index(color)], sums[index(color)]);
  }
}

void note_clocks(GameReview& review, const GameTree& tree) {
  using namespace std::chrono_literals;
  const std::vector<NodeId> line = tree.main_line();
  std::chrono::milliseconds longest[2]{};
  for (MoveReview& m : review.moves) {
    if (m.ply >= line.size()) return;
    m.clock = tree.note(line[m.ply]).clock;
    if (!m.clock) continue;
    std::chrono::milliseconds& most = longest[m.ply % 2];
    most = std::max(most, *m.clock);
    m.time_trouble = *m.clock < std::max<std::chrono::milliseconds>(10s, most / 20);
  }
}

}  // namespace rookery::analysis
