// The state of a training run, and the file it is kept in between two sittings.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "train/adamw.h"
#include "train/dataset.h"
#include "train/model.h"

namespace rookery::train {

/// Mean squared errors of the predicted result.
struct EpochReport {
  int epoch = 0;  ///< from 1
  double train_loss = 0, validation_loss = 0;
  double learning_rate = 0;  ///< at its end
};

struct TrainingState {
  Model model;
  Moments moments;
  Model average;  ///< of the weights, if the recipe wants one; else as it began
  std::uint64_t step = 0;
  double epoch_loss = 0;  ///< summed over the positions of this epoch
  std::vector<EpochReport> history;
};

/// Written atomically. `settings` are those of the run.
Result<Ok, Error> write_checkpoint(const std::string& path, const std::string& settings,
                                   std::span<const DataSource> sources, const TrainingState& state);
/// A damaged file, or one of other settings, is refused.
Result<Ok, Error> read_checkpoint(const std::string& path, const std::string& settings,
                                  TrainingState& state);
/// The data that the run was begun with.
Result<std::vector<DataSource>, Error> checkpoint_sources(const std::string& path,
                                                          const std::string& settings);

}  // namespace rookery::train
