// A stored review read back. The file is hostile until every move in it has been found legal.
#include <cmath>

#include "analysis/json.h"
#include "json/door.h"
#include "notation/uci_move.h"

namespace rookery::analysis {

using namespace chess;

namespace {

constexpr std::size_t kLongestLine = 300;
constexpr double kLargestScore = 2'000'000;

std::vector<Move> read_line(json::Fields& fields, std::string_view key, Position position) {
  std::vector<Move> line;
  for (const std::string& text : fields.texts(key, kLongestLine)) {
    const auto move = notation::parse_uci_move(position, text);
    if (!move) {
      fields.refuse(key, move.error().message);
      return {};
    }
    line.push_back(*move);
    position.make_move(*move);
  }
  return line;
}

eval::Value read_value(json::Fields& fields, std::string_view key, Color mover) {
  json::Fields score = fields.object(key);
  const auto white = static_cast<int>(score.number("own", -kLargestScore, kLargestScore));
  return mover == Color::white ? white : -white;
}

Claim read_claim(json::Fields& fields, std::string_view key) {
  Claim claim;
  auto told = fields.optional_object(key);
  if (!told) return claim;
  claim.amount = static_cast<int>(told->integer("amount", 0, 1'000));
  const std::string kind = told->text("kind");
  for (const auto k :
       {Claim::Kind::material, Claim::Kind::mate, Claim::Kind::draw, Claim::Kind::position})
    if (kind == claim_name(k)) claim.kind = k;
  if (claim.kind == Claim::Kind::none) told->refuse("kind", "expected material, mate or draw");
  return claim;
}

void read_words(json::Fields& fields, Explanation& e, const Position& before) {
  e.text = fields.text("text", 4'000);
  e.motifs = fields.texts("motifs", 50);
  e.claim = read_claim(fields, "claim");
  e.best_claim = read_claim(fields, "best_claim");
  e.proof = read_line(fields, "proof", before);
}

MoveReview read_move(json::Fields& fields, const Game& game, std::size_t ply) {
  const Position& before = game.position_after(ply);
  MoveReview m;
  m.ply = ply;
  m.move = game.moves()[ply];
  if (fields.text("uci") != notation::to_uci(m.move, game.is_chess960()))
    fields.refuse("uci", "not the move of this game");
  m.values.best = {read_line(fields, "best_line", before),
                   read_value(fields, "best_score", before.side_to_move())};
  m.values.played = read_value(fields, "score", before.side_to_move());
  m.explanation = by_figures(before, m.move, m.values);
  read_words(fields, m.explanation, before);
  const std::string judgement = fields.text("judgement");
  for (const Judgement praise : {Judgement::great, Judgement::brilliant})
    if (judgement == judgement_name(praise)) m.explanation.judgement = praise;
  if (const auto level = fields.optional_integer("level_finds", 1, 10))
    m.level_finds = static_cast<int>(*level);
  return m;
}

}  // namespace

Result<GameReview, Error> review_from_json(const json::Value& value, const Game& game) {
  json::Fields fields(value, "review");
  GameReview review;
  std::vector<json::Fields> moves = fields.objects("moves", game.ply() + 1);
  if (moves.size() != game.ply()) fields.refuse("moves", "not as many as the game has");
  if (fields.error()) return Unexpected{*fields.error()};
  for (std::size_t ply = 0; ply < moves.size(); ++ply) {
    review.moves.push_back(read_move(moves[ply], game, ply));
    if (fields.error()) return Unexpected{*fields.error()};
  }
  complete_figures(review, game);
  return review;
}

}  // namespace rookery::analysis
