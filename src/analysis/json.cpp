#include "analysis/json.h"

#include <cmath>

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

const char* claim_name(Claim::Kind kind) {
  switch (kind) {
    case Claim::Kind::material:
      return "material";
    case Claim::Kind::mate:
      return "mate";
    case Claim::Kind::draw:
      return "draw";
    case Claim::Kind::none:
      return "none";
  }
  return "";
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

}  // namespace

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

nlohmann::json to_json(const GameReview& review, const chess::Game& game) {
  nlohmann::json moves = nlohmann::json::array();
  for (const MoveReview& m : review.moves) {
    nlohmann::json move = to_json(m.explanation, game.is_chess960());
    move["ply"] = m.ply + 1;
    move["san"] = notation::to_san(game.position_after(m.ply), m.move);
    move["uci"] = notation::to_uci(m.move, game.is_chess960());
    move["level_finds"] = m.level_finds ? nlohmann::json(*m.level_finds) : nullptr;
    moves.push_back(std::move(move));
  }
  const PlayerReview &white = review.players[0], &black = review.players[1];
  return {{"moves", moves},
          {"accuracy", {{"white", rounded(white.accuracy)}, {"black", rounded(black.accuracy)}}},
          {"white", player_json(white)},
          {"black", player_json(black)},
          {"complete", review.complete}};
}

}  // namespace rookery::analysis
