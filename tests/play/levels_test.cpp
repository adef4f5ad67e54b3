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

TEST(Levels, GoUpInStepsAndTheLastIsTheWholeEngine) {
  ASSERT_EQ(levels().size(), 12u);
  int last = 0;
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(levels()[i].number, static_cast<int>(i) + 1);
    // The text says by what a figure was measured.
    const Level& level = levels()[i];
    EXPECT_EQ(strength_text(level).find("puzzles") != std::string::npos, level.puzzles != 0);
    EXPECT_EQ(strength_text(level).find("plays") != std::string::npos, level.matches != 0);
    EXPECT_GT(level.elo, last) << i + 1;
    if (i > 0) {
      EXPECT_LE(level.elo - last, 350) << "a hole below level " << i + 1;
    }
    last = level.elo;
    EXPECT_LT(2 * levels()[i].sight.noise, 320) << "less than a minor piece";
  }
  EXPECT_TRUE(levels()[11].sight.is_full());
}

TEST(Levels, ASavedGameKeepsTheStrengthItWasBegunWith) {
  const PlayerSpec player(NamedSpec::of_level(3, 7));
  const std::string saved = player.saved_text();
  EXPECT_NE(saved.find("sight-danger=128"), std::string::npos) << saved;
  const PlayerSpec loaded = PlayerSpec::from_file(saved);
  EXPECT_EQ(loaded.title(), "Rookery Sparrow (level 3)");
  EXPECT_EQ(loaded.saved_text(), saved);
  // A file of a time when level 3 saw other things is played as it was then.
  const PlayerSpec older = PlayerSpec::from_file(
      "rookery:level=3,seed=7,sight-danger=0,sight-depth=1,"
      "sight-noise=0");
  EXPECT_FALSE(older.is_missing());
  const auto agent = std::move(*make_agent(older));
  EXPECT_EQ(choose(*agent, chess::Game()),
            choose(*std::move(*make_agent(*NamedSpec::parse("rookery:level=3,seed=9,sight-danger=0,"
                                                            "sight-depth=1,sight-noise=0"))),
                   chess::Game()))
      << "without noise the seed does not matter";
}

TEST(Levels, SpecsNameThem) {
  EXPECT_EQ(PlayerSpec(NamedSpec::of_level(4, 9)).level()->number, 4);
  EXPECT_EQ(PlayerSpec::from_file("rookery:level=12").level()->number, 12);
  EXPECT_EQ(PlayerSpec::from_file("rookery").level(), nullptr);
  EXPECT_FALSE(NamedSpec::parse("rookery:level=13"));
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
  const std::vector<Level> known(levels().begin(), levels().end() - 1);
  EXPECT_EQ(strength_for_elo(0).sight, known.front().sight);
  // From one level to the next the share of the stronger one's moves grows evenly.
  for (std::size_t i = 0; i + 1 < known.size(); ++i) {
    const int low = known[i].elo, high = known[i + 1].elo;
    double last = 0;
    for (int elo = low + 1; elo <= high; ++elo) {
      const Strength strength = strength_for_elo(elo);
      EXPECT_EQ(strength.sight, known[i].sight);
      EXPECT_EQ(strength.stronger, known[i + 1].sight);
      EXPECT_GT(strength.share, last);
      EXPECT_LE(strength.share - last, 1.01 / (high - low));
      last = strength.share;
    }
    EXPECT_DOUBLE_EQ(last, 1);
  }
  // Beyond the last limited level: more and more nodes of the whole engine.
  std::uint64_t nodes = known.back().sight.nodes;
  for (int elo = known.back().elo + 1; elo < kMaxLimitedElo; elo += 20) {
    const Strength strength = strength_for_elo(elo);
    EXPECT_TRUE(strength.sight.network);
    EXPECT_GE(strength.sight.nodes, nodes);
    EXPECT_LE(strength.sight.nodes, nodes + nodes / 4) << elo;
    nodes = strength.sight.nodes;
  }
  EXPECT_GT(nodes, 1'000'000u);
  EXPECT_TRUE(strength_for_elo(kMaxLimitedElo).sight.is_full());
  EXPECT_NEAR(static_cast<double>(strength_for_elo(levels().back().elo).sight.nodes), 400'000, 1)
      << "level 12's place";
}

TEST(Levels, DoNotDependOnTheNetwork) {
  // The limited player explains itself by the classical evaluation, whatever the full one uses.
  const auto weak = level_agent(7)->explain(chess::Position::initial());
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
