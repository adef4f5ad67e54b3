// The trainer: its gradient, its batches, what it learns, and that an interruption changes nothing.
#include "train/trainer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

#include "eval/nnue/network.h"
#include "toy_agent.h"
#include "train/selfplay.h"
#include "train/session.h"

namespace rookery::train {
namespace {

namespace fs = std::filesystem;

/// Self-play games of the toy agent, whose score is the material balance: easy to learn.
class TrainerTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    fs::remove_all(folder());
    SelfplayOptions options;
    options.agent = "toy";
    options.games = 150;
    std::atomic<bool> stop{false};
    SelfplayProgress progress;
    auto done = run_selfplay(
        folder(), 2, options,
        []() -> Result<std::unique_ptr<search::Agent>, Error> {
          return std::unique_ptr<search::Agent>(std::make_unique<ToyAgent>());
        },
        stop, progress);
    ASSERT_TRUE(done);
  }
  static void TearDownTestSuite() { fs::remove_all(folder()); }
  static std::string folder() { return testing::TempDir() + "rookery_trainer_test"; }

  static Dataset dataset(std::uint64_t games = 150, int validate_one_in = 10,
                         std::uint64_t memory = Dataset::half_of_memory()) {
    const std::string paths[] = {folder()};
    auto sources = list_sources(paths);
    EXPECT_TRUE(sources);
    for (DataSource& s : *sources) s.games = std::min(s.games, games);
    auto data = Dataset::open(*sources, validate_one_in, memory);
    EXPECT_TRUE(data);
    return std::move(*data);
  }
  static TrainOptions quick_options() {
    TrainOptions options;
    options.epochs = 3;
    options.batch = 512;
    options.learning_rate = 3e-3;
    return options;
  }
  /// Everything that a state has to remember or that changes from step to step.
  static TrainOptions whole_recipe() {
    TrainOptions options = quick_options();
    options.warm_up = 0.1;
    options.final_lambda = 0.4;
    options.loss_exponent = 2.6;
    options.average = 0.95;
    return options;
  }
};

std::string bytes_of(const PackedPosition& p) {
  return {reinterpret_cast<const char*>(&p), sizeof p};
}

class StreamTest : public TrainerTest, public testing::WithParamInterface<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Memory, StreamTest, testing::Values(Dataset::half_of_memory(), 0, 1000),
                         [](const auto& memory) {
                           return memory.param == 0      ? "none"
                                  : memory.param == 1000 ? "too_little"
                                                         : "enough";
                         });

TEST_P(StreamTest, AnEpochUsesEveryPositionOnceAndTheNextInAnotherOrder) {
  const Dataset data = dataset(150, 10, GetParam());
  constexpr std::size_t kBatch = 100;
  const std::uint64_t batches = BatchStream::batches_per_epoch(data, kBatch);
  ASSERT_GT(batches, 10u);
  BatchStream stream(data, kBatch, 1, 0, /*shuffle_buffer=*/700);
  std::vector<std::string> epochs[2];
  Batch batch;
  for (auto& epoch : epochs)
    for (std::uint64_t i = 0; i < batches; ++i) {
      stream.next(batch);
      ASSERT_EQ(batch.size(), kBatch);
      for (const PackedPosition& p : batch) epoch.push_back(bytes_of(p));
    }
  EXPECT_NE(epochs[0], epochs[1]);
  // Each is what the files hold, but for the last few positions that fill no batch.
  std::multiset<std::string> all;
  const std::string paths[] = {folder()};
  auto files = open_games(paths);
  ASSERT_TRUE(files);
  GameRecord game;
  for (const GameFile& file : *files)
    for (std::size_t i = 0; i < file.games(); ++i) {
      file.read(i, game);
      replay(game, [&](const chess::Position& p, int ply, const ScoredMove& m) {
        if (is_kept(p, ply, m)) all.insert(bytes_of(pack(p, m, game.result, 0)));
      });
    }
  for (const PackedPosition& p : data.validation()) all.extract(bytes_of(p));
  ASSERT_EQ(all.size(), data.positions());
  for (const auto& epoch : epochs) {
    std::multiset<std::string> left = all;
    for (const std::string& p : epoch) ASSERT_FALSE(left.extract(p).empty());
    EXPECT_LT(left.size(), kBatch);
  }
  // Neighbours in a batch are seldom neighbours in a game.
  std::size_t same_piece_count = 0;
  for (std::size_t i = 1; i < batch.size(); ++i)
    same_piece_count += std::popcount(batch[i].occupied) == std::popcount(batch[i - 1].occupied);
  EXPECT_LT(same_piece_count, kBatch / 2);
}

TEST_P(StreamTest, SkippingBatchesGivesTheRestOfTheSequence) {
  const Dataset data = dataset(150, 10, GetParam());
  const std::uint64_t batches = BatchStream::batches_per_epoch(data, 100);
  for (const std::uint64_t skip : {std::uint64_t{3}, batches - 1, batches, batches + 2}) {
    BatchStream whole(data, 100, 9, 0, 700), rest(data, 100, 9, skip, 700);
    Batch a, b;
    for (std::uint64_t i = 0; i < skip; ++i) whole.next(a);
    for (int i = 0; i < 5; ++i) {
      whole.next(a);
      rest.next(b);
      for (std::size_t k = 0; k < a.size(); ++k) ASSERT_EQ(bytes_of(a[k]), bytes_of(b[k]));
    }
  }
}

TEST_F(TrainerTest, ValidationHoldsOutWholeGames) {
  const Dataset none = dataset(150, 1'000'000'000), some = dataset(150, 10);
  EXPECT_TRUE(none.validation().empty());
  EXPECT_EQ(none.positions(), some.positions() + some.validation().size());
  EXPECT_NEAR(static_cast<double>(some.games()), 270, 20);
}

/// Adam's first step moves every weight by the learning rate against the sign of its gradient.
class GradientTest : public TrainerTest, public testing::WithParamInterface<double> {};
INSTANTIATE_TEST_SUITE_P(Exponent, GradientTest, testing::Values(2.0, 2.6));

TEST_P(GradientTest, TheFirstStepGoesDownTheNumericalGradient) {
  const Dataset data = dataset(3, 1'000'000'000);
  TrainOptions options;
  options.loss_exponent = GetParam();
  options.epochs = 1;
  options.learning_rate = options.final_learning_rate = 1e-4;
  options.weight_decay = 0;
  options.threads = 2;
  Model before = Model::random(options.seed);
  Trainer trainer(data, options);
  ASSERT_EQ(trainer.total_steps(), 1u);
  BatchStream stream(data, trainer.batch_size(), options.seed, 0);
  Batch batch;
  stream.next(batch);
  const auto loss = [&](double exponent) {
    double sum = 0;
    Features f;
    for (const PackedPosition& p : batch) {
      unpack(p, f);
      const double target = options.lambda * p.result / 2 +
                            (1 - options.lambda) / (1 + std::exp(-p.score / data.sigmoid_scale()));
      const double error = 1 / (1 + std::exp(-before.output(f))) - target;
      sum += std::pow(std::abs(error), exponent);
    }
    return sum / static_cast<double>(batch.size());
  };
  trainer.step();
  const Floats exact = before.values;
  for (std::size_t i = 0; i < Model::kOutputWeights; ++i)  // as the forward pass sees them
    before.values[i] = std::round(exact[i] * kOne) / kOne;
  EXPECT_NEAR(trainer.history().back().train_loss, loss(2), 1e-6);
  before.values = exact;

  Rng rng(1);
  int checked = 0;
  for (int i = 0; i < 400; ++i) {
    std::size_t at = rng.below(Model::kSize);
    if (i % 4 == 0) at = Model::kFeatureBias + rng.below(Model::kSize - Model::kFeatureBias);
    const float kept = before.values[at];
    constexpr float kStep = 1e-3f;
    before.values[at] = kept + kStep;
    const double up = loss(GetParam());
    before.values[at] = kept - kStep;
    const double down = loss(GetParam());
    before.values[at] = kept;
    const double slope = (up - down) / (2 * kStep);
    const double moved = trainer.model().values[at] - kept;
    if (std::abs(slope) < 1e-6) continue;  // rounding may turn the sign
    ++checked;
    EXPECT_GT(-slope * moved, 0) << at << " slope " << slope << " moved " << moved;
    EXPECT_NEAR(std::abs(moved), 1e-4, 2e-5) << at << " slope " << slope;
  }
  EXPECT_GT(checked, 60);
}

TEST(Recipe, TheLearningRateRisesInALineAndFallsByACosine) {
  TrainOptions options;
  options.learning_rate = 1e-3;
  options.final_learning_rate = 1e-5;
  options.warm_up = 0.02;
  const auto rate = [&](std::uint64_t step) { return options.learning_rate_at(step, 1000); };
  EXPECT_DOUBLE_EQ(rate(0), 1e-3 / 20);
  EXPECT_DOUBLE_EQ(rate(9), 1e-3 / 2);
  EXPECT_DOUBLE_EQ(rate(19), 1e-3);
  EXPECT_DOUBLE_EQ(rate(20), 1e-3);
  EXPECT_DOUBLE_EQ(rate(510), (1e-3 + 1e-5) / 2);  // half of the 980 steps that are left
  EXPECT_NEAR(rate(999), 1e-5, 1e-8);
  options.warm_up = 0;
  EXPECT_DOUBLE_EQ(rate(0), 1e-3);
  EXPECT_DOUBLE_EQ(rate(500), (1e-3 + 1e-5) / 2);
}

TEST(Recipe, LambdaGoesInALineFromTheFirstToTheLast) {
  TrainOptions options;
  options.lambda = 0.2;
  EXPECT_DOUBLE_EQ(options.lambda_at(77, 101), 0.2);
  options.final_lambda = 0.4;
  EXPECT_DOUBLE_EQ(options.lambda_at(0, 101), 0.2);
  EXPECT_DOUBLE_EQ(options.lambda_at(25, 101), 0.25);
  EXPECT_DOUBLE_EQ(options.lambda_at(100, 101), 0.4);
  EXPECT_NE(options.settings().find("final_lambda: 0.4\n"), std::string::npos);
}

TEST(AdamW, TheAverageFollowsTheWeights) {
  Model average, model;
  std::fill(model.values.begin(), model.values.end(), 1.0f);
  average_step(average, model, 0, Model::kSize, 0.999, 0);  // the first keeps a tenth
  EXPECT_FLOAT_EQ(average.values[0], 0.9f);
  average_step(average, model, 1, Model::kSize, 0.999, 100'000);
  EXPECT_FLOAT_EQ(average.values[0], 0.9f);  // another thread's share
  EXPECT_FLOAT_EQ(average.values[1], 0.9f + 0.1f / 1000);
}

TEST_F(TrainerTest, AveragedWeightsAreWhatIsValidatedAndSaved) {
  const Dataset data = dataset();
  TrainOptions options = quick_options();
  Trainer plain(data, options);
  options.average = 0.99;
  Trainer averaged(data, options);
  while (!plain.finished()) {
    plain.step();
    averaged.step();
  }
  EXPECT_EQ(plain.history().back().train_loss, averaged.history().back().train_loss);
  EXPECT_NE(plain.model().values, averaged.model().values);
  EXPECT_NEAR(
      averaged.validation_loss([&](const Features& f) { return averaged.model().output(f); }),
      averaged.history().back().validation_loss, 1e-5);
}

TEST_F(TrainerTest, BeginsWithANetwork) {
  const Dataset data = dataset();
  TrainOptions options = quick_options();
  Trainer teacher(data, options);
  while (!teacher.finished()) teacher.step();
  const nnue::Weights weights = quantise(teacher.model(), 200);
  auto network = nnue::parse_network(nnue::serialize(weights, ""));
  ASSERT_TRUE(network);
  options.start = *network;
  const Trainer pupil(data, options);
  const nnue::Weights again = quantise(pupil.model(), 200);
  EXPECT_EQ(std::memcmp(&again, &weights, sizeof weights), 0);
  EXPECT_NE(options.settings().find("start: " + (*network)->name()), std::string::npos);
}

TEST_F(TrainerTest, LearnsMaterial) {
  const Dataset data = dataset();
  TrainOptions options = quick_options();
  options.epochs = 12;
  options.lambda = 0;
  Trainer trainer(data, options);
  while (!trainer.finished()) trainer.step();
  const auto& history = trainer.history();
  ASSERT_EQ(history.size(), 12u);
  EXPECT_LT(history.back().train_loss, history.front().train_loss / 3);
  EXPECT_LT(history.back().validation_loss, history.front().validation_loss / 2);
  for (float w : trainer.model().values) ASSERT_LE(std::abs(w), nnue::kWeightLimit);

  nnue::Weights weights = quantise(trainer.model(), 200);
  centre(weights, trainer.model(), data.validation());
  const double quantised =
      trainer.validation_loss([&](const Features& f) { return quantised_output(weights, f); });
  EXPECT_NEAR(quantised, history.back().validation_loss, 1e-4);
  const QuantisationError error = quantisation_error(trainer.model(), weights, data.validation());
  EXPECT_LT(error.mean_centipawns, 4);
  EXPECT_TRUE(nnue::parse_network(nnue::serialize(weights, "")));
}

TEST_F(TrainerTest, AResumedRunEndsWithTheSameNetwork) {
  const std::string out = folder() + "/run", again = folder() + "/again";
  const std::string paths[] = {folder()};
  std::atomic<bool> stop{false};
  auto whole = run_training(out, paths, whole_recipe(), stop, {});
  ASSERT_TRUE(whole) << whole.error().message;
  ASSERT_TRUE(whole->finished);

  TrainingObserver interrupter;
  int pieces = 0;
  for (bool finished = false; !finished; ++pieces) {
    ASSERT_LT(pieces, 100);
    int steps = 0;
    std::atomic<bool> stop_soon{false};
    interrupter.on_step = [&](const Trainer&) { stop_soon = ++steps == 7; };
    auto part = run_training(again, paths, whole_recipe(), stop_soon, interrupter);
    ASSERT_TRUE(part) << part.error().message;
    finished = part->finished;
    if (finished) {
      EXPECT_EQ(fs::path(part->network_path).filename(), fs::path(whole->network_path).filename());
    }
  }
  EXPECT_GT(pieces, 3);
  EXPECT_TRUE(fs::exists(out + "/loss.svg"));

  // Another file in the folder is none of a finished run's business.
  {
    auto writer = GameWriter::open(folder() + "/zz.games", "agent: other\n");
    ASSERT_TRUE(writer);
  }
  EXPECT_TRUE(run_training(again, paths, whole_recipe(), stop, {}));
  fs::remove(folder() + "/zz.games");

  TrainOptions other = whole_recipe();
  other.lambda = 0.5;
  auto refused = run_training(again, paths, other, stop, {});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("other settings"), std::string::npos);
  const std::string elsewhere[] = {out};
  for (const auto& entry : fs::directory_iterator(folder()))
    if (entry.path().extension() == ".games") fs::copy(entry.path(), out);
  refused = run_training(again, elsewhere, whole_recipe(), stop, {});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("other data"), std::string::npos)
      << refused.error().message;
  {
    std::fstream altered(again + "/checkpoint", std::ios::in | std::ios::out | std::ios::binary);
    altered.seekp(-1000, std::ios::end);
    altered.put('?');
  }
  refused = run_training(again, paths, whole_recipe(), stop, {});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("damaged"), std::string::npos);
  fs::resize_file(again + "/checkpoint", fs::file_size(again + "/checkpoint") - 5);
  EXPECT_FALSE(run_training(again, paths, whole_recipe(), stop, {}));
}

}  // namespace
}  // namespace rookery::train
