#include "play/levels.h"

#include <gtest/gtest.h>

#include <set>

#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "play/roster.h"

namespace rookery::play {
namespace {

using chess::Move;

std::unique_ptr<search::Agent> level_agent(int level, std::uint64_t seed = 1) {
  auto agent = make_agent(NamedSpec::of_level(level, seed));
  EXPECT_TRUE(agent) << agent.error().message;
  return std::move(*agent);
}

std::string choose(search::Agent& agent, const chess::Game& game) {
  search::Control control;
  search::NullSink sink;
  const auto result = agent.think(game, {}, control, sink);
  EXPECT_TRUE(game.position().is_legal(result.best));
  return notation::to_san(game.position(), result.best);
}

std::string choose(int level, const char* fen, std::uint64_t seed = 1) {
  return choose(*level_agent(level, seed), chess::Game(*notation::parse_fen(fen)));
}

/// What a search of the flagship tells, with its options as they are set now.
search::SearchInfo think(search::Agent& agent, const search::Limits& limits) {
  search::Control control;
  search::NullSink sink;
  return agent.think(chess::Game(), limits, control, sink).info;
}

TEST(Levels, EloActsOnlyWithLimitStrength) {
  auto agent = std::move(*make_agent(NamedSpec::flagship()));
  search::Limits limits;
  limits.nodes = 2000;
  ASSERT_TRUE(agent->set_option("UCI_Elo", std::to_string(min_limited_elo())));
  EXPECT_GT(think(*agent, limits).depth, 1);
  ASSERT_TRUE(agent->set_option("UCI_LimitStrength", "true"));
  EXPECT_EQ(think(*agent, limits).depth, 1);
  ASSERT_TRUE(agent->set_option("UCI_LimitStrength", "false"));
  EXPECT_GT(think(*agent, limits).depth, 1);
}

TEST(Levels, ClearHashReachesTheLimitedEngine) {
  auto agent = std::move(*make_agent(NamedSpec::flagship()));
  ASSERT_TRUE(agent->set_option("UCI_LimitStrength", "true"));
  ASSERT_TRUE(agent->set_option("UCI_Elo", "2300"));
  search::Limits limits;
  limits.depth = 7;
  const auto fresh = think(*agent, limits).nodes;
  EXPECT_NE(think(*agent, limits).nodes, fresh);
  ASSERT_TRUE(agent->set_option("Clear Hash", ""));
  EXPECT_EQ(think(*agent, limits).nodes, fresh);
}

TEST(Levels, AreTenAndTheLastIsTheWholeEngine) {
  ASSERT_EQ(levels().size(), 10u);
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(levels()[i].number, static_cast<int>(i) + 1);
    if (i > 0) {
      EXPECT_GT(levels()[i].elo, levels()[i - 1].elo);
    }
    EXPECT_LT(2 * levels()[i].sight.noise, 300) << "less than a minor piece";
  }
  EXPECT_TRUE(levels()[9].sight.is_full());
}

TEST(Levels, SpecsNameThem) {
  EXPECT_EQ(PlayerSpec(NamedSpec::of_level(4, 9)).level()->number, 4);
  EXPECT_EQ(PlayerSpec::from_file("rookery:level=10").level()->number, 10);
  EXPECT_EQ(PlayerSpec::from_file("rookery").level(), nullptr);
  EXPECT_FALSE(NamedSpec::parse("rookery:level=11"));
  EXPECT_FALSE(NamedSpec::parse("rookery:level=x"));
}

TEST(Levels, WeakOnesStillSeeWhatIsThere) {
  for (int level = 1; level <= 6; ++level)
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      // A hanging queen.
      EXPECT_EQ(
          choose(level, "rnb1kbnr/pppp1ppp/8/4p3/4P1q1/5P2/PPPP2PP/RNBQKBNR w KQkq - 0 1", seed),
          "fxg4")
          << level;
      // A recapture: Black has just taken a knight on c3.
      EXPECT_EQ(
          choose(level, "rnbqk1nr/pppp1ppp/8/4p3/4P3/2b5/PPPP1PPP/R1BQKBNR w KQkq - 0 4", seed)
              .substr(1),
          "xc3")
          << level;
      // A mate in one.
      EXPECT_EQ(choose(level, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", seed), "Ra8#") << level;
    }
}

TEST(Levels, SameSeedSameMoveOtherSeedOtherGame) {
  const chess::Game game;
  std::set<std::string> moves;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const std::string move = choose(*level_agent(2, seed), game);
    EXPECT_EQ(move, choose(*level_agent(2, seed), game));
    moves.insert(move);
  }
  EXPECT_GT(moves.size(), 2u);
}

TEST(Levels, TheWeakestMatesWithKingAndRook) {
  for (int level : {1, 3}) {
    chess::Game game(*notation::parse_fen("8/8/8/3k4/8/8/8/R3K3 w - - 0 1"));
    auto agent = level_agent(level);
    search::Control control;
    search::NullSink sink;
    while (!game.outcome()) {
      game.play(agent->think(game, {}, control, sink).best);
      if (game.outcome()) break;
      // The defender stays near the centre as long as it can.
      Move best;
      int best_distance = 100;
      for (const Move m : chess::legal_moves(game.position())) {
        const int file = index(file_of(m.to())), rank = index(rank_of(m.to()));
        const int distance = std::max(std::abs(2 * file - 7), std::abs(2 * rank - 7));
        if (distance < best_distance) best_distance = distance, best = m;
      }
      game.play(best);
    }
    ASSERT_EQ(game.outcome()->reason, chess::EndReason::checkmate) << "level " << level;
  }
}

TEST(Levels, EloGivesASightBetweenTheNeighbours) {
  EXPECT_EQ(limits_for_elo(levels()[4].elo), levels()[4].sight);
  EXPECT_EQ(limits_for_elo(0), levels()[0].sight);
  EXPECT_TRUE(limits_for_elo(5000).is_full());
  EXPECT_FALSE(limits_for_elo(kMaxLimitedElo).is_full());
  std::uint64_t nodes = 0;
  for (int elo = levels()[7].elo; elo <= kMaxLimitedElo; elo += 20) {
    EXPECT_GE(limits_for_elo(elo).nodes, nodes);
    nodes = limits_for_elo(elo).nodes;
  }
}

TEST(Levels, DoNotDependOnTheNetwork) {
  // The limited player explains itself by the classical evaluation, whatever the full one uses.
  const auto weak = level_agent(9)->explain(chess::Position::initial());
  const auto classical =
      std::move(*make_agent(*NamedSpec::parse("tuned")))->explain(chess::Position::initial());
  ASSERT_TRUE(weak && classical);
  EXPECT_EQ(weak->total, classical->total);
  EXPECT_TRUE(weak->bucket_outputs.empty());
  EXPECT_TRUE(level_agent(3)->set_option("EvalFile", ""));  // goes to the full one
}

TEST(Levels, GuisSetTheStrength) {
  auto agent = std::move(*make_agent(NamedSpec::flagship()));
  EXPECT_TRUE(agent->set_option("UCI_LimitStrength", "true"));
  EXPECT_FALSE(agent->set_option("UCI_LimitStrength", "maybe"));
  EXPECT_FALSE(agent->set_option("UCI_Elo", "99999"));
  EXPECT_TRUE(agent->set_option("UCI_Elo", std::to_string(min_limited_elo())));
  bool offered = false;
  for (const auto& option : agent->options()) offered |= option.name == "UCI_Elo";
  EXPECT_TRUE(offered);
  choose(*agent, chess::Game());  // ends although no limit was given
}

}  // namespace
}  // namespace rookery::play
