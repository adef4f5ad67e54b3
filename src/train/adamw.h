// AdamW (Loshchilov, Hutter 2017), and a running average of the weights it makes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "train/gradient.h"
#include "train/model.h"

namespace rookery::train {

/// The means that AdamW remembers of gradients and of their squares.
struct Moments {
  Floats first = Floats(Model::kSize), second = Floats(Model::kSize);
};

/// One step, the `step`-th from 0, on parameters from..to. The gradients of all threads are added
/// and cleared. Weights stay within nnue::kWeightLimit.
void adamw_step(Model& model, Moments& moments, std::span<const std::unique_ptr<Gradient>> parts,
                std::size_t from, std::size_t to, double rate, double decay, std::uint64_t step);

/// Moves the average of parameters from..to towards the model's. In the first steps by more, so
/// that random weights are soon forgotten.
void average_step(Model& average, const Model& model, std::size_t from, std::size_t to,
                  double decay, std::uint64_t step);

}  // namespace rookery::train
