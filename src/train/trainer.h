// Trainer: fits a Model to a Dataset by AdamW on mini-batches, with checkpoints.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "train/dataset.h"
#include "train/model.h"

namespace rookery::train {

/// The hidden layer of the forward pass is summed in whole numbers, 1.0 being kOne: the pass does
/// little but read weights, and these are half as long. They are twice as fine as those of the
/// finished network; what is learned stays in floating point.
inline constexpr int kOne = 496;

struct TrainOptions {
  int epochs = 15;
  int batch = 2048;
  int threads = 2;  ///< part of what a result depends on: sums of floats are not associative
  double learning_rate = 2e-3, final_learning_rate = 2e-6;  ///< cosine from one to the other
  double lambda = 0.15;  ///< weight of the game's result in the target; the rest is the score
  double weight_decay = 0.01;
  /// Centipawns for a log-odds of 1 in the finished network; 0 = as in the data's scores.
  double centipawn_scale = 0;
  int validate_one_in = 50;
  std::uint64_t seed = 1;

  /// Everything that decides the result but the data, one `key: value` per line.
  std::string settings() const;
};

struct EpochReport {
  int epoch = 0;  ///< from 1
  double train_loss = 0, validation_loss = 0;
  double learning_rate = 0;  ///< at its end
};

/// Mean squared error of the predicted result, as `train` and `validation` report it.
class Trainer {
 public:
  Trainer(const Dataset& data, const TrainOptions& options);
  ~Trainer();
  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  std::uint64_t steps() const;        ///< done
  std::uint64_t total_steps() const;  ///< of the whole run
  std::size_t batch_size() const;     ///< smaller than asked for if there is less data
  bool finished() const { return steps() == total_steps(); }
  double running_loss() const;  ///< of the current epoch so far
  const std::vector<EpochReport>& history() const;
  const Model& model() const;

  /// One batch. At the end of an epoch its report is added to the history.
  void step();
  /// Of any function of the inputs that gives log-odds.
  double validation_loss(const std::function<double(const Features&)>& output) const;

  /// The whole state; written atomically.
  Result<Ok, Error> save(const std::string& path, std::span<const DataSource> sources) const;
  /// Goes on where the saved run was; before the first step().
  Result<Ok, Error> load(const std::string& path);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The sources a checkpoint was made from, if the file is there and of these settings.
Result<std::vector<DataSource>, Error> checkpoint_sources(const std::string& path,
                                                          const TrainOptions& options);

/// The curve of both losses over the epochs.
std::string loss_curve_svg(std::span<const EpochReport> history);

}  // namespace rookery::train
