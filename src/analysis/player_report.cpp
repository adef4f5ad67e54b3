#include "analysis/player_report.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::analysis {

using namespace chess;

namespace {

constexpr std::size_t kMostPlaces = 5;
constexpr int kEnoughMoves = 20, kEnoughGames = 2, kEnoughBad = 3;
constexpr double kClearlyLess = 3;  // of accuracy

void tell(Tally& tally, const MoveReview& m, const Place& place) {
  const Judgement j = m.explanation.judgement;
  ++tally.moves;
  tally.accuracy_sum += m.explanation.accuracy;
  if (!is_bad(j) || j == Judgement::inaccuracy) return;
  ++tally.bad;
  if (tally.places.size() < kMostPlaces) tally.places.push_back(place);
}

/// "discoveredAttack" -> "discovered attack".
std::string spelled(const std::string& motif) {
  std::string text;
  for (const char c : motif) {
    if (c >= 'A' && c <= 'Z') text += ' ';
    text += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return text;
}

std::string family(const std::string& opening) { return opening.substr(0, opening.find(':')); }

/// Mates of any length are one thing to learn.
std::string motif_family(const std::string& motif) {
  return motif.starts_with("mateIn") ? "mate" : motif;
}

}  // namespace

void PlayerReport::add(const GameReview& review, const Game& game, Color side, std::size_t number) {
  const bool has_clock = std::any_of(review.moves.begin(), review.moves.end(),
                                     [](const MoveReview& m) { return m.clock.has_value(); });
  Tally& opening = openings[review.opening.empty() ? "other" : family(review.opening)];
  for (Tally* tally : {&all, &colors[index(side)], &opening}) ++tally->games;
  for (const MoveReview& m : review.moves) {
    if (game.position_after(m.ply).side_to_move() != side) continue;
    const Place place{number, m.ply, game.position_after(m.ply).fullmove_number()};
    for (Tally* tally : {&all, &colors[index(side)], &opening, &phases[static_cast<int>(m.phase)]})
      tell(*tally, m, place);
    if (has_clock) tell(m.time_trouble ? short_of_time : with_time, m, place);
    if (!is_bad(m.explanation.judgement)) continue;
    std::vector<std::string> seen;
    for (const std::string& motif : m.explanation.motifs) {
      const std::string kind = motif_family(motif);
      if (std::find(seen.begin(), seen.end(), kind) != seen.end()) continue;
      seen.push_back(kind);
      tell(motifs[kind], m, place);
    }
  }
}

std::vector<std::string> PlayerReport::work_on() const {
  std::vector<std::pair<double, std::string>> found;  // how much it matters, and the words
  constexpr const char* kPhases[] = {"opening", "middlegame", "endgame"};
  const auto weak = [&](const Tally& tally) { return all.accuracy() - tally.accuracy(); };
  for (int p = 0; p < 3; ++p)
    if (phases[p].moves >= kEnoughMoves && weak(phases[p]) >= kClearlyLess)
      found.emplace_back(weak(phases[p]) * phases[p].moves,
                         fmt::format("The {}: accuracy {:.0f} % there, {:.0f} % in all.",
                                     kPhases[p], phases[p].accuracy(), all.accuracy()));
  for (const auto& [opening, tally] : openings)
    if (opening != "other" && tally.games >= kEnoughGames && tally.moves >= kEnoughMoves &&
        weak(tally) >= kClearlyLess)
      found.emplace_back(weak(tally) * tally.moves,
                         fmt::format("Games with the {}: accuracy {:.0f} % in {} games.", opening,
                                     tally.accuracy(), tally.games));
  for (const Color c : kColors)
    if (colors[index(c)].moves >= kEnoughMoves && weak(colors[index(c)]) >= kClearlyLess)
      found.emplace_back(weak(colors[index(c)]) * colors[index(c)].moves,
                         fmt::format("Playing {}: accuracy {:.0f} %, {:.0f} % in all.",
                                     c == Color::white ? "White" : "Black",
                                     colors[index(c)].accuracy(), all.accuracy()));
  if (short_of_time.moves >= 5 && with_time.moves >= kEnoughMoves &&
      with_time.accuracy() - short_of_time.accuracy() >= kClearlyLess)
    found.emplace_back(weak(short_of_time) * short_of_time.moves,
                       fmt::format("Time: accuracy {:.0f} % when short of it, {:.0f} % otherwise.",
                                   short_of_time.accuracy(), with_time.accuracy()));
  for (const auto& [motif, tally] : motifs)
    if (tally.bad >= kEnoughBad)
      found.emplace_back(30.0 * tally.bad, fmt::format("{} of {} serious errors allowed a {}.",
                                                       tally.bad, all.bad, spelled(motif)));
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> words;
  for (auto& [weight, text] : found)
    if (words.size() < 5) words.push_back(std::move(text));
  return words;
}

}  // namespace rookery::analysis
