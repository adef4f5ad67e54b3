// The whole loop in small: from random weights to a network that beats them.
#include "train/learn.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "play/roster.h"
#include "sanitized.h"

namespace rookery::train {
namespace {

TEST(Learn, ANetworkBeatsTheRandomOneThatTaughtIt) {
  std::string folder = testing::TempDir() + "rookery_learn_test";
  std::filesystem::remove_all(folder);
  LearnOptions options;
  options.generations = 1;
  // Under sanitizers the loop must run; it need not get far.
  options.games = kSanitized ? 40 : 500;
  options.match_games = kSanitized ? 8 : 60;
  options.selfplay.soft_nodes = 30;
  options.train.epochs = 8;
  options.train.batch = kSanitized ? 512 : 4096;
  const auto make_agent =
      [](const std::string& network) -> Result<std::unique_ptr<search::Agent>, Error> {
    auto agent = play::make_agent(play::NamedSpec::flagship());
    if (!agent) return agent;
    for (const auto& [name, value] : {std::pair{"Hash", "1"}, {"EvalFile", network.c_str()}})
      if (auto set = (*agent)->set_option(name, value); !set) return Unexpected{set.error()};
    return agent;
  };
  std::atomic<bool> stop{false};
  std::vector<GenerationReport> reports;
  const auto run = [&] {
    LearnObserver observer;
    observer.on_generation = [&](const GenerationReport& r) { reports.push_back(r); };
    return learn(folder, options, make_agent, stop, observer);
  };
  auto best = run();
  ASSERT_TRUE(best) << best.error().message;
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].match.games(), options.match_games);
  if (!kSanitized) {
    EXPECT_TRUE(reports[0].accepted);
    EXPECT_GT(reports[0].match.points(), 0.55 * options.match_games);
    EXPECT_EQ(*best, reports[0].network_path);
  }
  // A second call finds everything done.
  EXPECT_EQ(*run(), *best);
  EXPECT_EQ(reports[1].network_path, reports[0].network_path);
  EXPECT_EQ(reports[1].match.wins, reports[0].match.wins);
  // Nor does it mind a new place; but it minds other settings.
  const std::string moved = folder + "_moved";
  std::filesystem::remove_all(moved);
  std::filesystem::rename(folder, moved);
  folder = moved;
  ASSERT_TRUE(run());
  EXPECT_TRUE(std::filesystem::exists(reports.back().network_path));
  options.selfplay.soft_nodes = 31;
  const auto refused = run();
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("other settings"), std::string::npos);
  std::filesystem::remove_all(moved);
}

TEST(Learn, LearnsFromResultsAloneWhileTheTeacherIsRandom) {
  const std::string folder = testing::TempDir() + "rookery_learn_results_test";
  std::filesystem::remove_all(folder);
  LearnOptions options;
  options.generations = 2;
  options.games = 20;
  options.match_games = 2;
  options.selfplay.soft_nodes = 10;
  options.train.epochs = 1;
  options.train.batch = 256;
  const auto make_agent =
      [](const std::string& network) -> Result<std::unique_ptr<search::Agent>, Error> {
    auto agent = play::make_agent(play::NamedSpec::flagship());
    if (agent)
      if (auto set = (*agent)->set_option("EvalFile", network); !set)
        return Unexpected{set.error()};
    return agent;
  };
  std::atomic<bool> stop{false};
  std::vector<GenerationReport> reports;
  LearnObserver observer;
  observer.on_generation = [&](const GenerationReport& r) { reports.push_back(r); };
  std::vector<LearnStage> stages;
  observer.on_stage = [&](const LearnStage& stage) { stages.push_back(stage); };
  ASSERT_TRUE(learn(folder, options, make_agent, stop, observer));
  ASSERT_EQ(reports.size(), 2u);
  // Each part counts to its end, whoever looks.
  ASSERT_EQ(stages.size(), 6u);
  EXPECT_EQ(stages[0].what, "generation 1 of 2: self-play");
  EXPECT_EQ(stages[4].what, "generation 2 of 2: training");
  for (const LearnStage& stage : stages) {
    EXPECT_GT(stage.total, 0u);
    EXPECT_EQ(stage.done(), stage.total) << stage.what;
    EXPECT_EQ(stage.earlier(), 0u);
  }
  const auto record = [](const GenerationReport& r) {
    return (*eval::nnue::load_network(r.network_path))->record;
  };
  EXPECT_NE(record(reports[0]).find("lambda: 1\n"), std::string::npos);
  EXPECT_EQ(record(reports[1]).find("lambda: 1\n") == std::string::npos, reports[0].accepted);
  // The random weights' games are not learned from twice.
  EXPECT_LE(reports[1].games, 20u);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace rookery::train
