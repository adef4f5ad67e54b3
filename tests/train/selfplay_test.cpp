// Self-play: reproducible, resumable, and honest about adjudication.
#include "train/selfplay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <new>

#include "toy_agent.h"

namespace rookery::train {
namespace {

namespace fs = std::filesystem;

template <class A>
search::AgentMaker factory() {
  return
      []() -> search::MadeAgent { return std::unique_ptr<search::Agent>(std::make_unique<A>()); };
}

std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class SelfplayTest : public testing::Test {
 protected:
  void SetUp() override { fs::remove_all(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  void run(std::uint64_t games) {
    SelfplayOptions options;
    options.agent = "toy";
    options.games = games;
    options.seed = 42;
    std::atomic<bool> stop{false};
    SelfplayProgress progress;
    auto done = run_selfplay(folder_, 2, options, factory<ToyAgent>(), stop, progress);
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_EQ(progress.games, 2 * games);
  }
  const std::string folder_ = testing::TempDir() + "rookery_selfplay_test";
};

TEST_F(SelfplayTest, AnInterruptedRunEndsWithTheSameFiles) {
  run(8);
  const std::string whole[] = {contents(selfplay_path(folder_, 42, 0)),
                               contents(selfplay_path(folder_, 42, 1))};
  EXPECT_NE(whole[0], whole[1]);
  fs::remove_all(folder_);
  run(3);
  for (int t = 0; t < 2; ++t)  // as a kill in the middle of a write leaves it
    std::ofstream(selfplay_path(folder_, 42, t), std::ios::app | std::ios::binary) << "torn";
  run(8);
  for (int t = 0; t < 2; ++t) EXPECT_EQ(contents(selfplay_path(folder_, 42, t)), whole[t]);
}

TEST_F(SelfplayTest, GamesAreLegalCompleteAndDifferent) {
  ToyAgent agent;
  const SelfplayOptions options;
  std::vector<std::vector<std::uint16_t>> openings;
  int played_out = 0, adjudicated = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    auto game = play_game(agent, options, seed);
    ASSERT_TRUE(game);
    EXPECT_EQ(*game, *play_game(agent, options, seed));
    EXPECT_TRUE(game->opening.size() == 8 || game->opening.size() == 9);
    EXPECT_LE(std::abs(game->moves.front().score), options.max_first_score);
    EXPECT_TRUE(replay(*game, [](auto&, int, auto&) {}));
    played_out += game->played_out;
    if (game->reason == chess::EndReason::adjudication) {
      ++adjudicated;
      EXPECT_TRUE(!game->played_out || game->moves.size() > 380);
    }
    openings.emplace_back();
    for (chess::Move m : game->opening) openings.back().push_back(m.to_bits());
  }
  std::sort(openings.begin(), openings.end());
  EXPECT_EQ(std::unique(openings.begin(), openings.end()), openings.end());
  EXPECT_GT(played_out, 0);
  EXPECT_GT(adjudicated, 0);
}

TEST(Selfplay, TheShareOfChess960GamesIsDrawnBySeed) {
  ToyAgent agent;
  SelfplayOptions options;
  options.chess960_share = 0.2;
  int chess960 = 0, castlings = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const auto game = play_game(agent, options, seed);
    ASSERT_TRUE(game);
    ASSERT_LT(game->start, 960);
    chess960 += game->start != kStandardStart;
    EXPECT_TRUE(replay(*game, [&](auto&, int, const ScoredMove& m) {
      castlings += game->start != kStandardStart && m.move.is_castling();
    }));
    if (seed < 40) {
      EXPECT_EQ(*game, *play_game(agent, options, seed));
    }
  }
  EXPECT_NEAR(chess960, 80, 24);  // three standard deviations
  EXPECT_GT(castlings, 0);
  EXPECT_NE(options.settings(0).find("chess960_share: 0.2\n"), std::string::npos);
  // Files that were begun before there was Chess960 go on.
  EXPECT_EQ(SelfplayOptions{}.settings(0).find("chess960"), std::string::npos);
}

/// The toy's moves with scores of the test's choice, White's view.
class ScoringAgent final : public search::Agent {
 public:
  explicit ScoringAgent(int later) : later_(later) {}
  std::string_view name() const override { return "scoring"; }
  search::SearchResult think(const chess::Game& game, const search::Limits& limits,
                             search::Control& control, search::InfoSink& sink) override {
    search::SearchResult result = toy_.think(game, limits, control, sink);
    const int score = game.ply() < 10 ? 0 : later_;  // no opening is refused
    result.info.score = search::Score::from_value(
        game.position().side_to_move() == chess::Color::white ? score : -score);
    return result;
  }

 private:
  ToyAgent toy_;
  int later_;
};

/// Plies of each game that adjudication ended; those it only watched are checked here.
std::vector<std::size_t> adjudicated_plies(int score, Verdict verdict) {
  ScoringAgent agent(score);
  std::vector<std::size_t> plies;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto game = play_game(agent, {}, seed);
    if (!game) ADD_FAILURE() << game.error().message;
    const std::size_t ply = game->opening.size() + game->moves.size();
    if (game->reason == chess::EndReason::adjudication && ply < 400) {
      EXPECT_EQ(game->result, verdict);
      EXPECT_FALSE(game->played_out);
      plies.push_back(ply);
    } else if (ply == 400 && game->reason == chess::EndReason::adjudication) {
      EXPECT_EQ(game->result, Verdict::draw) << "whatever was said before";
    }
    if (game->played_out && ply > 100) {
      EXPECT_EQ(game->adjudicated, verdict);
    }
  }
  return plies;
}

TEST_F(SelfplayTest, LackOfMemoryIsReportedAndWhatWasPlayedIsKept) {
  class Starved final : public ToyAgent {
   public:
    void new_game() override {
      if (++games_ > 2) throw std::bad_alloc();
    }

   private:
    int games_ = 0;
  };
  SelfplayOptions options;
  options.games = 50;
  const std::atomic<bool> stop{false};
  SelfplayProgress progress;
  const auto done = run_selfplay(folder_, 2, options, factory<Starved>(), stop, progress);
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, testing::HasSubstr("not enough memory"));
  const auto files = open_games(std::vector<std::string>{folder_});
  ASSERT_TRUE(files);
  std::uint64_t kept = 0;
  for (const GameFile& file : *files) {
    EXPECT_FALSE(file.damage());
    kept += file.games();
  }
  EXPECT_EQ(kept, progress.games);
  EXPECT_GE(kept, 2u);
}

TEST_F(SelfplayTest, AFullDiskIsReportedAndWhatWasPlayedIsKept) {
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, SIG_IGN);  // then writing fails as on a full disk
  const rlimit small{6'000, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  SelfplayOptions options;
  options.games = 500;
  const std::atomic<bool> stop{false};
  SelfplayProgress progress;
  const auto done = run_selfplay(folder_, 2, options, factory<ToyAgent>(), stop, progress);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, testing::HasSubstr("cannot be written"));
  const auto files = open_games(std::vector<std::string>{folder_});
  ASSERT_TRUE(files);
  std::uint64_t kept = 0;
  for (const GameFile& file : *files) kept += file.games();
  EXPECT_EQ(kept, progress.games);
  EXPECT_GE(kept, 1u);
}

TEST(Adjudication, SpeaksWhenBothSidesHaveAgreedForLongEnough) {
  using testing::AllOf, testing::Each, testing::IsEmpty, testing::Not;
  EXPECT_THAT(adjudicated_plies(2000, Verdict::white_wins), AllOf(Not(IsEmpty()), Each(15u)));
  EXPECT_THAT(adjudicated_plies(-2000, Verdict::black_wins), AllOf(Not(IsEmpty()), Each(15u)));
  EXPECT_THAT(adjudicated_plies(8, Verdict::draw), AllOf(Not(IsEmpty()), Each(81u)));
  EXPECT_THAT(adjudicated_plies(1999, Verdict::none), IsEmpty());
  EXPECT_THAT(adjudicated_plies(9, Verdict::none), IsEmpty());
}

TEST(Selfplay, AnAgentThatFindsEveryOpeningDecidedIsReported) {
  ToyAgent agent;
  SelfplayOptions options;
  options.max_first_score = -1;
  const auto game = play_game(agent, options, 1);
  ASSERT_FALSE(game);
  EXPECT_NE(game.error().message.find("openings"), std::string::npos);
}

class BrokenAgent final : public search::Agent {
 public:
  std::string_view name() const override { return "broken"; }
  search::SearchResult think(const chess::Game&, const search::Limits&, search::Control&,
                             search::InfoSink&) override {
    search::SearchResult r;
    r.failure = "it broke";
    return r;
  }
};

TEST_F(SelfplayTest, AFailingAgentIsReported) {
  std::atomic<bool> stop{false};
  SelfplayProgress progress;
  auto done = run_selfplay(folder_, 2, {}, factory<BrokenAgent>(), stop, progress);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "it broke");
}

}  // namespace
}  // namespace rookery::train
