#include "analysis/review.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "analysis/board_facts.h"
#include "analysis/chances.h"
#include "analysis/game_values.h"
#include "analysis/sentences.h"
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
    {
      std::vector<std::jthread> helpers;
      for (int i = 1; i < options_.threads; ++i) helpers.emplace_back([this] { explain_ready(); });
      search_backwards();
      explain_ready();
    }
    review_.complete = !control_.should_stop();
    complete_figures(review_, game_);
    return std::move(review_);
  }

 private:
  void search_backwards() {
    const auto agent = tools_.make_agent();
    Analyst analyst(*agent, options_.position, control_);
    GameValues values(game_, analyst);
    values.search({.on_searched = [this] { step([] {}); },
                   .on_final =
                       [this](std::size_t ply, MoveValues found) {
                         const std::scoped_lock lock(mutex_);
                         MoveReview& move = review_.moves[ply];
                         move.ply = ply;
                         move.move = game_.moves()[ply];
                         move.values = std::move(found);
                         ++searched_;
                         changed_.notify_all();
                       }});
    const std::scoped_lock lock(mutex_);  // stopped or not: nobody waits for what will not come
    searched_ = game_.ply();
    changed_.notify_all();
  }

  /// Explains moves that have been searched, from the last one back, until all are done.
  void explain_ready() {
    const auto agent = tools_.make_agent();
    // One explanation needs little, and forgetting a large table takes long.
    [[maybe_unused]] const auto set = agent->set_option("Hash", "16");
    Analyst analyst(*agent, options_.question(), control_);
    while (MoveReview* const move = next_to_explain()) {
      analyst.forget();  // so that no answer depends on which thread asks
      explain_one(analyst, *move);
      if (control_.should_stop()) return;
      step([&] {
        if (tools_.on_move) tools_.on_move(*move);
      });
    }
  }

  MoveReview* next_to_explain() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] {
      return control_.should_stop() || taken_ == game_.ply() || taken_ < searched_;
    });
    if (control_.should_stop() || taken_ == game_.ply()) return nullptr;
    return &review_.moves[game_.ply() - ++taken_];
  }

  void explain_one(Analyst& analyst, MoveReview& move) {
    const Game before = cut(game_, move.ply);
    move.explanation = by_figures(before.position(), move.move, move.values);
    if (is_bad(move.explanation.judgement)) {
      move.explanation = explain(analyst, before, move.move, move.values);
      if (options_.levels && tools_.level_finder)
        move.level_finds = tools_.level_finder(before, move.explanation.best, control_);
    } else if (move.explanation.judgement == Judgement::best) {
      praise(analyst, before, move);
    }
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
    const Finding other = analyst.best_of(before, std::move(others));
    const double second = win_percent(other.value);
    if (win - second < kGreatGap || !other.move()) return;
    const bool decided_anyway = second > 80;
    move.explanation.judgement = !decided_anyway && is_sacrifice(position, move.move)
                                     ? Judgement::brilliant
                                     : Judgement::great;
    move.explanation.text =
        fmt::format("The only move that holds: the next best, {}, leaves {:.0f} %.",
                    numbered_san(position, other.move()), second);
    move.explanation.proof = move.values.best.line;
  }

  /// One step of the work is done.
  template <class Change>
  void step(Change change) {
    const std::scoped_lock lock(mutex_);
    change();
    changed_.notify_all();
    const std::size_t total = 2 * game_.ply();
    if (tools_.on_progress) tools_.on_progress(++done_, total);
  }

  const Game& game_;
  const ReviewOptions& options_;
  const ReviewTools& tools_;
  search::Control& control_;
  GameReview review_;
  std::mutex mutex_;  // for what follows
  std::condition_variable changed_;
  std::size_t searched_ = 0, taken_ = 0;  // moves, from the last one
  std::size_t done_ = 0;
};

}  // namespace

GameReview review_game(const Game& game, const ReviewOptions& options, const ReviewTools& tools,
                       search::Control& control) {
  return Reviewer(game, options, tools, control).run();
}

}  // namespace rookery::analysis
