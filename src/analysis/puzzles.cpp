#include "analysis/puzzles.h"

#include <fmt/format.h>

#include "analysis/chances.h"
#include "analysis/sentences.h"
#include "base/hash.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "notation/text.h"
#include "notation/uci_move.h"
#include "notation/words.h"

namespace rookery::analysis {

using namespace chess;

namespace {

constexpr int kMostSolutions = 3;

bool is_serious(Judgement j) { return is_bad(j) && j != Judgement::inaccuracy; }

Game game_before(const Game& game, std::size_t plies) {
  Game result(game.start(), game.is_chess960());
  for (std::size_t i = 0; i < plies; ++i) result.play(game.moves()[i]);
  return result;
}

}  // namespace

std::vector<Puzzle> find_puzzles(Analyst& analyst, const GameReview& review, const Game& game,
                                 std::optional<Color> side) {
  std::vector<Puzzle> puzzles;
  for (const MoveReview& m : review.moves) {
    const Position& before = game.position_after(m.ply);
    if (!is_serious(m.explanation.judgement) || (side && before.side_to_move() != *side)) continue;
    analyst.forget();
    const std::vector<Finding> found = analyst.best(game_before(game, m.ply), kMostSolutions + 1);
    Puzzle puzzle{m.ply, before, m.move, {}, m.explanation.motifs};
    for (const Finding& f : found)
      if (win_percent(found[0].value) - win_percent(f.value) <= kAsGood)
        puzzle.solutions.push_back(f.move());
    const bool played_is_one = std::find(puzzle.solutions.begin(), puzzle.solutions.end(),
                                         m.move) != puzzle.solutions.end();
    if (!puzzle.solutions.empty() && puzzle.solutions.size() <= kMostSolutions && !played_is_one)
      puzzles.push_back(std::move(puzzle));
  }
  return puzzles;
}

std::string prompt_of(const Puzzle& puzzle) {
  return fmt::format("{} to move. Find better than {}.",
                     puzzle.position.side_to_move() == Color::white ? "White" : "Black",
                     numbered_san(puzzle.position, puzzle.played));
}

notation::EpdRecord to_epd_record(const Puzzle& puzzle, const std::string& source) {
  notation::EpdRecord record;
  record.position = puzzle.position;
  record.best_moves = puzzle.solutions;
  record.operations = {{"id", {source}}, {"c0", {prompt_of(puzzle)}}};
  return record;
}

play::Exercise to_exercise(const Puzzle& puzzle, const std::string& source, bool chess960) {
  play::Exercise exercise;
  exercise.fen = notation::to_fen(puzzle.position);
  const std::string key = exercise.fen + source;
  exercise.id = fmt::format("{:016x}", hash_bytes(std::as_bytes(std::span(key))));
  exercise.best = notation::to_uci(puzzle.solutions.front(), chess960);
  exercise.prompt = prompt_of(puzzle);
  exercise.game = source;
  exercise.ply = static_cast<int>(puzzle.ply);
  return exercise;
}

Grade grade(Analyst& analyst, const Game& game, Move best, Move tried) {
  if (tried == best) return {true, 50, 50};
  analyst.forget();
  const MoveValues values = measure(analyst, game, tried);
  const MoveValues kept = measure(analyst, game, best);
  const auto top = std::max(values.best.value, kept.best.value);
  const double win_best = win_percent(top), win_tried = win_percent(values.played);
  // A mate that is given away is not as good, however much is still won.
  const bool keeps_mate = top < eval::kMateBound || values.played >= eval::kMateBound;
  return {win_best - win_tried <= kAsGood && keeps_mate, win_best, win_tried};
}

std::string hint_text(const Position& position, Move best, int step) {
  if (step > 1) return fmt::format("It goes to {}.", notation::square_name(best.to()));
  return fmt::format("Look at the {} on {}.",
                     notation::piece_name(type_of(position.moving_piece(best))),
                     notation::square_name(best.from()));
}

std::string grade_text(const Position& position, const Grade& grade, Move best, Move tried) {
  if (!grade.right)
    return fmt::format("That gives {:.0f} %; there is better, with {:.0f} %.", grade.win_tried,
                       grade.win_best);
  std::string text = fmt::format("Right: {}.", notation::to_san(position, tried));
  if (tried != best) text += fmt::format(" As good: {}.", notation::to_san(position, best));
  return text;
}

std::string comes_back_text(const play::Exercise& graded, std::int64_t now) {
  constexpr std::int64_t kHour = 3600, kDay = 86400;
  if (graded.due - now < kHour) return "It comes back in ten minutes.";
  const std::int64_t days = (graded.due - now + kHour) / kDay;
  return days <= 1 ? "It comes back tomorrow." : fmt::format("It comes back in {} days.", days);
}

}  // namespace rookery::analysis
