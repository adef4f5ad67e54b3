// TrainOptions: the recipe of a training run, and its schedules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "eval/nnue/network.h"

namespace rookery::train {

struct TrainOptions {
  int epochs = 15;
  int batch = 2048;
  int threads = 2;  ///< part of what a result depends on: sums of floats are not associative
  double learning_rate = 2e-3, final_learning_rate = 2e-6;
  double warm_up = 0.02;  ///< share of all steps in which the learning rate rises from 0
  /// Weight of the game's result in the target, the rest being the score: at the beginning and, if
  /// it is to change, at the end.
  double lambda = 0.15;
  std::optional<double> final_lambda;
  double loss_exponent = 2;  ///< of the error; above 2 large errors weigh more
  double weight_decay = 0.01;
  /// The network is a running average of the weights that keeps so much of itself at each step; 0:
  /// it is the last weights.
  double average = 0;
  /// Centipawns for a log-odds of 1 in the finished network; 0 = as in the data's scores.
  double centipawn_scale = 0;
  int validate_one_in = 50;
  std::uint64_t seed = 1;
  eval::nnue::NetworkPtr start;  ///< null: random weights

  double last_lambda() const { return final_lambda.value_or(lambda); }
  /// In step `step` of `total`: up in a straight line, then down by a cosine.
  double learning_rate_at(std::uint64_t step, std::uint64_t total) const;
  /// In a straight line from the first to the last.
  double lambda_at(std::uint64_t step, std::uint64_t total) const;

  /// Everything that decides the result but the data, one `key: value` per line.
  std::string settings() const;
};

}  // namespace rookery::train
