// Every sentence against its proof: the line is legal and shows on the board what is claimed.
#include "analysis/explain.h"

#include <gtest/gtest.h>

#include "analysis/board_facts.h"
#include "analysis/review.h"
#include "analysis/settle.h"
#include "base/rng.h"
#include "chess/movegen.h"
#include "engine/engine.h"
#include "notation/fen.h"
#include "notation/san.h"

namespace rookery::analysis {
namespace {

using chess::Game;
using chess::Move;

std::unique_ptr<search::Agent> make_searcher() {
  auto engine = std::make_unique<engine::Engine>("rookery", engine::EvaluatorKind::network);
  EXPECT_TRUE(engine->set_option("Hash", "4"));
  return engine;
}

struct Explainers {
  std::unique_ptr<search::Agent> agent = make_searcher();
  search::Control control;
  Analyst analyst{*agent, 12'000, control};

  Explanation operator()(const Game& game, Move move) {
    analyst.forget();
    return explain(analyst, game, move, measure(analyst, game, move));
  }
  Explanation operator()(const char* fen, const char* san) {
    const Game game(*notation::parse_fen(fen));
    return (*this)(game, *notation::parse_san(game.position(), san));
  }
};

Line replay(const chess::Position& start, const std::vector<Move>& moves) {
  Line line(start);
  for (const Move move : moves) {
    EXPECT_TRUE(line.end().is_legal(move));
    line.add(move);
  }
  return line;
}

/// What the claim says is on the board at the end of the line.
void expect_shown(const Claim& claim, const Line& line, chess::Color loser) {
  switch (claim.kind) {
    case Claim::Kind::material:
      EXPECT_GE(material_lost(line, loser), claim.amount);
      break;
    case Claim::Kind::mate:
      EXPECT_TRUE(line.end().in_check() && !chess::has_legal_move(line.end()));
      EXPECT_EQ(line.end().side_to_move(), loser);
      break;
    case Claim::Kind::draw:
      break;
    case Claim::Kind::none:
      EXPECT_EQ(claim.amount, 0);
  }
}

TEST(Explain, FoolsMate) {
  Explainers explain;
  Game game;
  for (const char* san : {"f3", "e5"}) game.play(*notation::parse_san(game.position(), san));
  const Explanation e = explain(game, *notation::parse_san(game.position(), "g4"));
  EXPECT_EQ(e.judgement, Judgement::blunder);
  EXPECT_EQ(e.text.find("It allows mate: 2... Qh4#."), 0u) << e.text;
  EXPECT_EQ(e.motifs, std::vector<std::string>{"mateIn1"});
  ASSERT_EQ(e.proof.size(), 2u);
}

TEST(Explain, AKnightLeftHanging) {
  Explainers explain;
  const Explanation e =
      explain("rnbqkb1r/pppp1ppp/5n2/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 3", "Qh5");
  EXPECT_TRUE(is_bad(e.judgement));
  EXPECT_EQ(e.claim.kind, Claim::Kind::material);
  EXPECT_NE(e.text.find("3... Nxh5 takes the unguarded queen"), std::string::npos) << e.text;
}

TEST(Explain, AFork) {
  Explainers explain;
  const Explanation e = explain("q3k3/p4ppp/8/1N6/8/8/5PPP/4K2R b - - 0 1", "g6");
  EXPECT_NE(e.text.find("2. Nc7+ forks queen and king"), std::string::npos) << e.text;
  EXPECT_NE(std::find(e.motifs.begin(), e.motifs.end(), "fork"), e.motifs.end());
}

TEST(Explain, TheBestMoveHasNoFault) {
  Explainers explain;
  const Explanation e = explain("6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - 0 1", "Rd8#");
  EXPECT_EQ(e.judgement, Judgement::best);
  EXPECT_EQ(e.accuracy, 100);
  EXPECT_TRUE(e.text.empty()) << e.text;
}

TEST(Explain, EveryProofShowsItsClaim) {
  Explainers explain;
  Rng rng(7);
  int claims = 0;
  for (int game_number = 0; game_number < 6; ++game_number) {
    Game game;
    for (int ply = 0; ply < 30 && !game.outcome(); ++ply) {
      const chess::MoveList moves = chess::legal_moves(game.position());
      const Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      if (ply >= 6 && ply % 4 == 0) {
        const Explanation e = explain(game, move);
        const chess::Color mover = game.position().side_to_move();
        expect_shown(e.claim, replay(game.position(), e.proof), mover);
        expect_shown(e.best_claim, replay(game.position(), e.best_line), ~mover);
        EXPECT_LE(e.win_after, e.win_before);
        claims += e.claim.kind != Claim::Kind::none;
      }
      game.play(move);
    }
  }
  EXPECT_GE(claims, 5) << "random games are full of blunders; the test must see some";
}

TEST(Review, TheSameForAnyNumberOfThreads) {
  Game game;
  for (const char* san :
       {"e4", "e5", "Nf3", "d6", "Bc4", "Bg4", "Nc3", "g6", "Nxe5", "Bxd1", "Bxf7", "Ke7", "Nd5"})
    game.play(*notation::parse_san(game.position(), san));
  ReviewOptions options;
  options.nodes = options.explain_nodes = 8'000;
  const ReviewTools tools{make_searcher, {}, {}};
  search::Control control;
  const GameReview one = review_game(game, options, tools, control);
  options.threads = 3;
  const GameReview three = review_game(game, options, tools, control);
  ASSERT_EQ(one.moves.size(), game.ply());
  for (std::size_t i = 0; i < one.moves.size(); ++i) {
    EXPECT_EQ(one.moves[i].explanation.text, three.moves[i].explanation.text);
    EXPECT_EQ(one.moves[i].explanation.proof, three.moves[i].explanation.proof);
    EXPECT_EQ(one.moves[i].values.played, three.moves[i].values.played);
  }
  // Taking the queen allows a mate in two, and the mate itself is best.
  EXPECT_EQ(one.moves[9].explanation.judgement, Judgement::blunder);
  EXPECT_EQ(one.moves[9].explanation.claim.kind, Claim::Kind::mate);
  EXPECT_EQ(one.moves[12].explanation.judgement, Judgement::best);
  EXPECT_GT(one.players[0].accuracy, one.players[1].accuracy);
}

}  // namespace
}  // namespace rookery::analysis
