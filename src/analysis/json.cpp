#include "analysis/json.h"

#include <cmath>

#include "json/search.h"
#include "notation/san.h"
#include "notation/uci_move.h"

namespace rookery::analysis {

namespace {

double rounded(double value) { return std::round(value * 10) / 10; }

nlohmann::json uci_moves(const std::vector<chess::Move>& moves, bool chess960) {
  nlohmann::json list = nlohmann::json::array();
  for (const chess::Move move : moves) list.push_back(notation::to_uci(move, chess960));
  return list;
}

nlohmann::json claim_json(const Claim& claim) {
  if (claim.kind == Claim::Kind::none) return nullptr;
  return {{"kind", claim_name(claim.kind)}, {"amount", claim.amount}};
}

nlohmann::json player_json(const PlayerReview& player) {
  constexpr const char* kPhases[] = {"opening", "middlegame", "endgame"};
  nlohmann::json counts = nlohmann::json::object(), phases = nlohmann::json::object();
  for (int j = 0; j < 10; ++j)
    counts[std::string(judgement_name(static_cast<Judgement>(j)))] = player.counts[j];
  for (int p = 0; p < 3; ++p)
    if (player.phase_accuracy[p]) phases[kPhases[p]] = rounded(*player.phase_accuracy[p]);
  return {{"accuracy", rounded(player.accuracy)},
          {"average_loss", rounded(player.average_loss)},
          {"phases", phases},
          {"counts", counts}};
}

/// White's view, as every score of the contract.
nlohmann::json score_json(eval::Value value, chess::Color mover) {
  return json::to_json(search::Score::from_value(value), mover);
}

}  // namespace

std::string_view claim_name(Claim::Kind kind) {
  switch (kind) {
    case Claim::Kind::material:
      return "material";
    case Claim::Kind::mate:
      return "mate";
    case Claim::Kind::draw:
      return "draw";
    case Claim::Kind::position:
      return "position";
    case Claim::Kind::none:
      return "none";
  }
  return "";
}

nlohmann::json to_json(const Explanation& e, bool chess960) {
  return {{"judgement", judgement_name(e.judgement)},
          {"win_before", rounded(e.win_before)},
          {"win_after", rounded(e.win_after)},
          {"accuracy", rounded(e.accuracy)},
          {"text", e.text},
          {"motifs", e.motifs},
          {"claim", claim_json(e.claim)},
          {"proof", uci_moves(e.proof, chess960)},
          {"best", e.best ? nlohmann::json(notation::to_uci(e.best, chess960)) : nullptr},
          {"best_line", uci_moves(e.best_line, chess960)},
          {"best_claim", claim_json(e.best_claim)}};
}

nlohmann::json to_json(const MoveReview& m, const chess::Game& game) {
  nlohmann::json move = to_json(m.explanation, game.is_chess960());
  move["ply"] = m.ply + 1;
  move["san"] = notation::to_san(game.position_after(m.ply), m.move);
  move["uci"] = notation::to_uci(m.move, game.is_chess960());
  const chess::Color mover = game.position_after(m.ply).side_to_move();
  move["best_score"] = score_json(m.values.best.value, mover);
  move["score"] = score_json(m.values.played, mover);
  move["level_finds"] = m.level_finds ? nlohmann::json(*m.level_finds) : nullptr;
  if (m.clock) move["clock_ms"] = m.clock->count();
  if (m.time_trouble) move["time_trouble"] = true;
  return move;
}

nlohmann::json to_json(const GameReview& review, const chess::Game& game) {
  nlohmann::json moves = nlohmann::json::array();
  for (const MoveReview& m : review.moves) moves.push_back(to_json(m, game));
  const PlayerReview &white = review.players[0], &black = review.players[1];
  return {{"moves", moves},
          {"opening", review.opening},
          {"accuracy", {{"white", rounded(white.accuracy)}, {"black", rounded(black.accuracy)}}},
          {"white", player_json(white)},
          {"black", player_json(black)},
          {"complete", review.complete}};
}

namespace {

nlohmann::json tally_json(const Tally& tally) {
  nlohmann::json places = nlohmann::json::array();
  for (const Place& place : tally.places)
    places.push_back({{"game", place.game}, {"ply", place.ply + 1}});
  return {{"games", tally.games},
          {"moves", tally.moves},
          {"bad", tally.bad},
          {"accuracy", rounded(tally.accuracy())},
          {"places", places}};
}

}  // namespace

nlohmann::json to_json(const PlayerReport& report) {
  nlohmann::json openings = nlohmann::json::object(), motifs = nlohmann::json::object();
  for (const auto& [name, tally] : report.openings) openings[name] = tally_json(tally);
  for (const auto& [name, tally] : report.motifs) motifs[name] = tally_json(tally);
  nlohmann::json out = {
      {"player", report.name},
      {"all", tally_json(report.all)},
      {"phases",
       {{"opening", tally_json(report.phases[0])},
        {"middlegame", tally_json(report.phases[1])},
        {"endgame", tally_json(report.phases[2])}}},
      {"colors",
       {{"white", tally_json(report.colors[0])}, {"black", tally_json(report.colors[1])}}},
      {"openings", openings},
      {"motifs", motifs},
      {"work_on", report.work_on()}};
  if (report.with_time.moves + report.short_of_time.moves > 0)
    out["clock"] = {{"short", tally_json(report.short_of_time)},
                    {"enough", tally_json(report.with_time)}};
  return out;
}

}  // namespace rookery::analysis
