// A training run in a folder of its own: checkpoints, loss curve, and at the end the network file.
#pragma once

#include <atomic>
#include <functional>
#include <span>
#include <string>

#include "base/result.h"
#include "eval/nnue/network.h"
#include "train/trainer.h"

namespace rookery::train {

struct TrainingResult {
  bool finished = false;  ///< false: stopped; the same call goes on later
  std::string network_path;
  double validation_loss = 0, quantised_loss = 0;
  QuantisationError quantisation;
};

/// Told of the run's course on the calling thread.
struct TrainingObserver {
  std::function<void(const Dataset&, const Trainer&)> on_start = [](auto&, auto&) {};
  std::function<void(const Trainer&)> on_step = [](auto&) {};
  std::function<void(const EpochReport&)> on_epoch = [](auto&) {};
};

/// Trains on the games that `paths` held when the run began. A folder with a checkpoint of the same
/// settings is continued, to the same network as without the interruption; one of other settings is
/// refused. Writes checkpoint, loss.svg and <hash>.nnue into `folder`.
Result<TrainingResult, Error> run_training(const std::string& folder,
                                           std::span<const std::string> paths,
                                           const TrainOptions& options,
                                           const std::atomic<bool>& stop,
                                           const TrainingObserver& observer);

}  // namespace rookery::train
