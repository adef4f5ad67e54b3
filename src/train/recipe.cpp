#include "train/recipe.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace rookery::train {

double TrainOptions::learning_rate_at(std::uint64_t step, std::uint64_t total) const {
  const auto at = static_cast<double>(step), all = static_cast<double>(total);
  const double rising = std::floor(warm_up * all);  // steps
  if (at < rising) return learning_rate * (at + 1) / rising;
  const double done = (at - rising) / (all - rising);
  return final_learning_rate +
         (learning_rate - final_learning_rate) * (1 + std::cos(std::numbers::pi * done)) / 2;
}

double TrainOptions::lambda_at(std::uint64_t step, std::uint64_t total) const {
  if (total <= 1) return last_lambda();
  const double done = static_cast<double>(step) / static_cast<double>(total - 1);
  return lambda + (last_lambda() - lambda) * done;
}

std::string TrainOptions::settings() const {
  namespace nnue = eval::nnue;
  return fmt::format(
      "shape: 768x{}->{}x2->1x{}\nstart: {}\nepochs: {}\nbatch: {}\nthreads: {}\n"
      "learning_rate: {}\nfinal_learning_rate: {}\nwarm_up: {}\nlambda: {}\nfinal_lambda: {}\n"
      "loss_exponent: {}\nweight_decay: {}\naverage: {}\ncentipawn_scale: {}\n"
      "validate_one_in: {}\nseed: {}\n",
      nnue::kKingBuckets, nnue::kHidden, nnue::kOutputBuckets, start ? start->name() : "random",
      epochs, batch, threads, learning_rate, final_learning_rate, warm_up, lambda, last_lambda(),
      loss_exponent, weight_decay, average, centipawn_scale, validate_one_in, seed);
}

}  // namespace rookery::train
