// Trainer: fits a Model to a Dataset by AdamW on mini-batches, with checkpoints.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "train/checkpoint.h"
#include "train/dataset.h"
#include "train/model.h"
#include "train/recipe.h"

namespace rookery::train {

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
  /// What has been learned: the averaged weights if the recipe averages, else the last ones.
  const Model& model() const;

  /// One batch. At the end of an epoch its report is added to the history.
  void step();
  /// Of any function of the inputs that gives log-odds. Like that of the history it measures with
  /// the last lambda, so that the epochs of a run compare.
  double validation_loss(const std::function<double(const Features&)>& output) const;

  /// The whole state; written atomically.
  Result<Ok, Error> save(const std::string& path, std::span<const DataSource> sources) const;
  /// Goes on where the saved run was; before the first step().
  Result<Ok, Error> load(const std::string& path);

 private:
  struct Run;
  std::unique_ptr<Run> run_;
};

/// The curve of both losses over the epochs.
std::string loss_curve_svg(std::span<const EpochReport> history);

}  // namespace rookery::train
