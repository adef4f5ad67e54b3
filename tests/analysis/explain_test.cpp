// Every sentence against its proof: the line is legal and shows on the board what is claimed.
#include "analysis/explain.h"

#include <gtest/gtest.h>

#include <map>

#include "analysis/board_facts.h"
#include "analysis/game_values.h"
#include "analysis/positional.h"
#include "analysis/review.h"
#include "analysis/sentences.h"
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
  Analyst analyst{*agent, {12'000}, control};

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
    case Claim::Kind::position:
      break;
    case Claim::Kind::none:
      EXPECT_EQ(claim.amount, 0);
  }
}

/// The claim holds against each of the victim's three best replies to the answer.
void expect_against_best_replies(Analyst& analyst, const Game& before, const Explanation& e) {
  const chess::Color victim = before.position().side_to_move();
  if (e.proof.size() < 3) return;
  Game game = before;
  for (std::size_t i = 0; i < 2; ++i) game.play(e.proof[i]);
  for (const Finding& reply : analyst.best(game, 3)) {
    Line line = replay(before.position(), {e.proof[0], e.proof[1], reply.move()});
    if (e.claim.kind == Claim::Kind::mate) {
      Game after = game;
      after.play(reply.move());
      const auto answer = analyst.best(after);
      ASSERT_FALSE(answer.empty());
      EXPECT_GE(answer[0].value, eval::kMateBound);
      continue;
    }
    const auto end = settle(analyst, before, line);
    ASSERT_TRUE(end);
    const bool mated = end->end().in_check() && !chess::has_legal_move(end->end());
    EXPECT_TRUE(mated || material_lost(*end, victim) >= e.claim.amount) << e.text;
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

TEST(Explain, ThreeGoodMoves) {
  Explainers explain;
  // A fork that wins the queen; a mate; and a piece that is only taken back is no gain.
  Game game(*notation::parse_fen("q3k3/p5pp/8/1N6/8/8/5PPP/4K2R b - - 0 1"));
  game.play(*notation::parse_san(game.position(), "g6"));
  const Explanation fork = explain(game, *notation::parse_san(game.position(), "Nc7+"));
  EXPECT_EQ(fork.text.find("It wins the queen"), 0u) << fork.text;
  EXPECT_NE(fork.text.find("2. Nc7+ forks"), std::string::npos) << fork.text;
  EXPECT_EQ(fork.best_claim.kind, Claim::Kind::material);
  EXPECT_EQ(fork.proof, fork.best_line);
  EXPECT_EQ(explain("6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - 0 1", "Rd8#").text, "It is mate.");
  Game trade;
  for (const char* san : {"e4", "d5", "exd5"})
    trade.play(*notation::parse_san(trade.position(), san));
  EXPECT_EQ(explain(trade, *notation::parse_san(trade.position(), "Qxd5")).text, "");
}

TEST(Explain, APromotionIsNotALostQueen) {
  Explainers explain;
  const Explanation e = explain("8/1P6/8/8/2k5/8/6K1/1r6 b - - 0 1", "Rb2+");
  const Line line = [] {
    Line made(*notation::parse_fen("4k3/1P6/8/8/8/8/6K1/1r6 b - - 0 1"));
    for (const char* san : {"Rd1", "b8=Q+", "Kd7"}) made.add(*notation::parse_san(made.end(), san));
    return made;
  }();
  EXPECT_EQ(material_words(line, chess::Color::black).loses(), "lets a pawn promote");
  EXPECT_EQ(material_words(line, chess::Color::black).wins("wins", "promotes"), "promotes a pawn");
  EXPECT_EQ(e.text.find("queen"), std::string::npos) << e.text;
}

TEST(Explain, TheBestMoveHasNoFault) {
  Explainers explain;
  const Explanation e = explain("6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - 0 1", "Rd8#");
  EXPECT_EQ(e.judgement, Judgement::best);
  EXPECT_EQ(e.accuracy, 100);
  EXPECT_EQ(e.claim.kind, Claim::Kind::none);
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
        if (e.claim.kind == Claim::Kind::material || e.claim.kind == Claim::Kind::mate)
          expect_against_best_replies(explain.analyst, game, e);
        if (e.claim.kind == Claim::Kind::position) {
          EXPECT_FALSE(worse_groups(replay(game.position(), e.proof).end(),
                                    replay(game.position(), e.best_line).end(), mover)
                           .empty());
        }
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
  options.position = {20'000};
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

/// Says of each position what it is told to, and more if it may search ten times as long.
class Oracle final : public search::Agent {
 public:
  std::map<std::size_t, eval::Value> quick, longer;  ///< by ply; level if absent
  std::vector<std::size_t> long_looks;

  std::string_view name() const override { return "oracle"; }
  search::SearchResult think(const Game& game, const search::Limits& limits, search::Control&,
                             search::InfoSink&) override {
    const std::size_t ply = game.ply();
    const bool is_long = limits.nodes > std::uint64_t{5'000};
    if (is_long) long_looks.push_back(ply);
    const auto& values = is_long && longer.contains(ply) ? longer : quick;
    search::SearchResult result;
    const chess::MoveList moves = chess::legal_moves(game.position());
    result.best = moves[0];
    result.info.pv = {moves[0]};
    result.info.score = search::Score::from_value(values.contains(ply) ? values.at(ply) : 0);
    return result;
  }
};

struct Valued {
  std::vector<MoveValues> moves;

  explicit Valued(Oracle& oracle) {
    Game game;
    for (const char* san : {"e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6"})
      game.play(*notation::parse_san(game.position(), san));
    search::Control control;
    Analyst analyst(oracle, {1'000}, control);
    moves.resize(game.ply());
    std::size_t told = game.ply();
    GameValues(game, analyst)
        .search({[] {},
                 [&](std::size_t ply, MoveValues values) {
                   EXPECT_EQ(ply, --told) << "each once, backwards";
                   moves[ply] = std::move(values);
                 }});
    EXPECT_EQ(told, 0u);
  }
};

TEST(GameValues, AMateIsCountedFromBeforeTheMove) {
  EXPECT_EQ(before_move(eval::mate_in(1)), eval::mated_in(2));
  EXPECT_EQ(before_move(eval::mated_in(0)), eval::mate_in(1));
  EXPECT_EQ(before_move(-30), 30);
}

TEST(GameValues, AMateLetGoIsLookedForOnceMore) {
  Oracle oracle;
  oracle.quick[2] = eval::mate_in(5);
  oracle.quick[3] = -900;
  oracle.quick[4] = 900;
  const Valued let_go(oracle);
  EXPECT_EQ(let_go.moves[2].best.value, eval::mate_in(5));
  EXPECT_EQ(let_go.moves[2].played, 900) << "nobody saw a mate after it";
  // The longer search sees it after the move too, and so does the one of the position behind that.
  oracle.longer[3] = eval::mated_in(4);
  oracle.longer[4] = eval::mate_in(3);
  oracle.long_looks.clear();
  const Valued kept(oracle);
  EXPECT_EQ(kept.moves[2].played, eval::mate_in(5));
  EXPECT_EQ(kept.moves[3].played, eval::mated_in(4));
  EXPECT_EQ(kept.moves[3].best.value, eval::mated_in(4));
  EXPECT_FALSE(oracle.long_looks.empty());
}

TEST(GameValues, AMateThatWasThereBeforeIsNotAllowed) {
  Oracle oracle;
  oracle.quick[3] = eval::mate_in(3);
  oracle.quick[2] = -300;
  oracle.longer[2] = eval::mated_in(4);
  const Valued lost(oracle);
  EXPECT_EQ(lost.moves[2].best.value, eval::mated_in(4));
  EXPECT_EQ(lost.moves[2].played, eval::mated_in(4));
}

}  // namespace
}  // namespace rookery::analysis
