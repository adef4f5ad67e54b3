#include "analysis/review.h"

#include <algorithm>
#include <mutex>
#include <thread>

#include "analysis/board_facts.h"
#include "analysis/chances.h"
#include "chess/movegen.h"
#include "chess/see.h"

namespace rookery::analysis {

using namespace chess;

namespace {

/// In Win%: what the second best move must lose for the best to be the only one that holds.
constexpr double kGreatGap = 10;

Game cut(const Game& game, std::size_t plies) {
  Game result(game.start(), game.is_chess960());
  for (std::size_t i = 0; i < plies; ++i) result.play(game.moves()[i]);
  return result;
}

eval::Value value_of_ended(const Game& game) {
  const auto outcome = game.outcome();
  return outcome && outcome->winner ? -eval::kMate : 0;
}

/// Whether the move gives something up that can really be taken, and nothing equal comes back.
bool is_sacrifice(const Position& before, Move move) {
  const PieceType piece = type_of(before.moving_piece(move));
  if (piece == PieceType::pawn || piece == PieceType::king || move.is_promotion()) return false;
  if (!can_be_won(before, move.from())) {
    const int threshold = -kExchangeValues[index(PieceType::pawn)] * 3 / 2;
    return !see_at_least(before, move, threshold);
  }
  return false;  // it was attacked and would have been lost anyway
}

class Reviewer {
 public:
  Reviewer(const Game& game, const ReviewOptions& options, const ReviewTools& tools,
           search::Control& control)
      : game_(game), options_(options), tools_(tools), control_(control) {}

  GameReview run() {
    review_.moves.resize(game_.ply());
    total_ = 2 * game_.ply();
    search_backwards();
    explain_all();
    review_.complete = !control_.should_stop();
    summarise();
    return std::move(review_);
  }

 private:
  void search_backwards() {
    const auto agent = tools_.make_agent();
    Analyst analyst(*agent, options_.nodes, control_);
    analyst.forget();
    Game game = cut(game_, game_.ply());
    eval::Value next = 0;  // of the position after the move, for its side to move
    for (std::size_t ply = game_.ply() + 1; ply-- > 0 && !control_.should_stop();) {
      const std::vector<Finding> found =
          game.outcome(false) ? std::vector<Finding>{} : analyst.best(game);
      eval::Value value = found.empty() ? value_of_ended(game) : found[0].value;
      if (ply < game_.ply()) {
        MoveReview& move = review_.moves[ply];
        move.ply = ply;
        move.move = game_.moves()[ply];
        if (!found.empty()) move.values.best = found[0];
        move.values.played = next == -eval::kMate ? eval::mate_in(1) : -next;
        agree(move);
        value = move.values.best.value;
        report();
      }
      next = value;
      game.undo();
    }
  }

  /// One move has one value, and the best is at least as good as what was played.
  static void agree(MoveReview& move) {
    MoveValues& values = move.values;
    if (values.best.move() == move.move)
      values.best.value = values.played;
    else if (values.played > values.best.value)
      values.best = {{move.move}, values.played};
  }

  void explain_all() {
    const std::vector<Phase> phase = phases(game_);
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      const auto agent = tools_.make_agent();
      Analyst analyst(*agent, options_.explain_nodes, control_);
      for (std::size_t i; (i = next++) < review_.moves.size() && !control_.should_stop();) {
        analyst.forget();  // so that no answer depends on which thread asks
        review_.moves[i].phase = phase[i];
        explain_one(analyst, review_.moves[i]);
        report();
      }
    };
    std::vector<std::jthread> helpers;
    for (int i = 1; i < options_.threads; ++i) helpers.emplace_back(work);
    work();
  }

  void explain_one(Analyst& analyst, MoveReview& move) {
    const Game before = cut(game_, move.ply);
    Explanation& e = move.explanation;
    const Judgement quick =
        judge(move.values.best.value, move.values.played, move.move == move.values.best.move());
    if (is_bad(quick)) {
      e = explain(analyst, before, move.move, move.values);
      if (options_.levels && tools_.level_finder)
        move.level_finds = tools_.level_finder(before, e.best);
      return;
    }
    e.best = move.values.best.move();
    e.best_line = move.values.best.line;
    e.win_before = win_percent(move.values.best.value);
    e.win_after = std::min(e.win_before, win_percent(move.values.played));
    e.accuracy = move_accuracy(e.win_before, e.win_after);
    e.judgement = quick;
    if (count_legal_moves(before.position()) == 1)
      e.judgement = Judgement::forced;
    else if (quick == Judgement::best)
      praise(analyst, before, move);
  }

  /// Great: the only move that holds, and no matter of course. Brilliant: great, and a sacrifice in
  /// a game that was neither lost nor won anyway.
  void praise(Analyst& analyst, const Game& before, MoveReview& move) {
    const Position& position = before.position();
    const bool recaptures = before.ply() > 0 && before.moves().back().to() == move.move.to();
    const bool free_capture = move.move.is_capture() && is_unguarded(position, move.move.to());
    const double win = move.explanation.win_after;
    const bool mates = move.values.played >= eval::mate_in(1);
    if (recaptures || free_capture || mates || position.in_check() || win < 30) return;
    std::vector<Move> others;
    for (const Move m : legal_moves(position))
      if (m != move.move) others.push_back(m);
    if (others.empty()) return;
    const double second = win_percent(analyst.best_of(before, std::move(others)).value);
    if (win - second < kGreatGap) return;
    const bool decided_anyway = second > 80;
    move.explanation.judgement = !decided_anyway && is_sacrifice(position, move.move)
                                     ? Judgement::brilliant
                                     : Judgement::great;
  }

  void report() {
    const std::scoped_lock lock(mutex_);
    ++done_;
    if (tools_.on_progress) tools_.on_progress(done_, total_);
  }

  void summarise() {
    std::vector<AccuracyPoint> points;
    double losses[2]{}, moves[2]{}, phase_sum[2][3]{}, phase_moves[2][3]{};
    for (const MoveReview& m : review_.moves) {
      const Color mover = game_.position_after(m.ply).side_to_move();
      const Explanation& e = m.explanation;
      const auto white = [&](double percent) {
        return mover == Color::white ? percent : 100 - percent;
      };
      points.push_back({mover, white(e.win_before), white(e.win_after), e.accuracy});
      const int c = index(mover), phase = static_cast<int>(m.phase);
      losses[c] += std::max(
          0.0, published_centipawns(m.values.best.value) - published_centipawns(m.values.played));
      ++moves[c];
      phase_sum[c][phase] += e.accuracy;
      ++phase_moves[c][phase];
      ++review_.players[c].counts[static_cast<int>(e.judgement)];
    }
    for (const Color color : kColors) {
      const int c = index(color);
      PlayerReview& player = review_.players[c];
      player.accuracy = game_accuracy(points, color);
      if (moves[c] > 0) player.average_loss = losses[c] / moves[c];
      for (int phase = 0; phase < 3; ++phase)
        if (phase_moves[c][phase] > 0)
          player.phase_accuracy[phase] = phase_sum[c][phase] / phase_moves[c][phase];
    }
  }

  const Game& game_;
  const ReviewOptions& options_;
  const ReviewTools& tools_;
  search::Control& control_;
  GameReview review_;
  std::mutex mutex_;
  std::size_t done_ = 0, total_ = 0;
};

}  // namespace

GameReview review_game(const Game& game, const ReviewOptions& options, const ReviewTools& tools,
                       search::Control& control) {
  return Reviewer(game, options, tools, control).run();
}

}  // namespace rookery::analysis
