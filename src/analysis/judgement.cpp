#include "analysis/judgement.h"

#include "analysis/chances.h"

namespace rookery::analysis {

namespace {

constexpr double kInaccuracy = 5, kMistake = 10, kBlunder = 15;
constexpr double kWon = 80, kHeld = 40;  // Win% of a won position, and of one that is not yet bad
constexpr double kStillDecided = 700, kStillHopeless = 999;

/// More moves than that are no mate that a person lets go where everything wins; and where
/// everything wins, a search that sees no mate has most often not looked far enough.
constexpr int kFarMate = 6;

/// A mate that is let go or allowed matters less where the game is decided all the same.
Judgement by_mate(double otherwise, int moves) {
  if (otherwise > kStillHopeless) return moves > kFarMate ? Judgement::good : Judgement::inaccuracy;
  if (otherwise > kStillDecided) return Judgement::mistake;
  return Judgement::blunder;
}

}  // namespace

std::string_view judgement_name(Judgement judgement) {
  switch (judgement) {
    case Judgement::best:
      return "best";
    case Judgement::good:
      return "good";
    case Judgement::inaccuracy:
      return "inaccuracy";
    case Judgement::mistake:
      return "mistake";
    case Judgement::blunder:
      return "blunder";
    case Judgement::missed_win:
      return "missed win";
    case Judgement::book:
      return "book";
    case Judgement::forced:
      return "forced";
    case Judgement::great:
      return "great";
    case Judgement::brilliant:
      return "brilliant";
  }
  return "";
}

int nag_of(Judgement judgement) {
  switch (judgement) {
    case Judgement::great:
      return 1;
    case Judgement::mistake:
    case Judgement::missed_win:
      return 2;
    case Judgement::brilliant:
      return 3;
    case Judgement::blunder:
      return 4;
    case Judgement::inaccuracy:
      return 6;
    default:
      return 0;
  }
}

Judgement judge(eval::Value best, eval::Value played, bool is_best) {
  if (is_best || played >= best) return Judgement::best;
  const bool had_mate = best >= eval::kMateBound, has_mate = played >= eval::kMateBound;
  const bool was_mated = best <= -eval::kMateBound, is_mated = played <= -eval::kMateBound;
  const double before = win_percent(best), after = win_percent(played);
  Judgement result = Judgement::good;
  if (had_mate && !has_mate && !is_mated)
    result = by_mate(published_centipawns(played), eval::mate_moves(best));
  else if (is_mated && !was_mated)
    result = by_mate(-published_centipawns(best), -eval::mate_moves(played));
  else if (before - after >= kBlunder)
    result = Judgement::blunder;
  else if (before - after >= kMistake)
    result = Judgement::mistake;
  else if (before - after >= kInaccuracy)
    result = Judgement::inaccuracy;
  const bool is_serious = result == Judgement::mistake || result == Judgement::blunder;
  if (is_serious && before >= kWon && after >= kHeld && after < kWon) return Judgement::missed_win;
  return result;
}

}  // namespace rookery::analysis
