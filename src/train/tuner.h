// The tuner: finds the weights of the classical evaluation under which it predicts games best
// (Texel's method: logistic regression, chessprogramming.org/Texel%27s_Tuning_Method).
//
// A sample keeps how often each weight counts in a position, so its value and gradient for any
// weights are a short sum; the position itself is not needed again. The prediction is
// 1 / (1 + exp(-k * value)), the loss its mean squared distance from the target, and Adam
// (Kingma, Ba 2014) on mini-batches brings it down.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "chess/position.h"
#include "eval/classical/classical.h"
#include "eval/classical/terms.h"

namespace rookery::train {

/// All weights as numbers to be tuned: [2 * i] middlegame, [2 * i + 1] endgame of weight i.
using Parameters = std::array<double, 2 * eval::classical::kWeightCount>;

/// The weights the program was built with.
Parameters built_in_parameters();

/// The text of eval/classical/weights.h with these weights, rounded. `origin` is told in a comment.
std::string weights_header(const Parameters& parameters, std::string_view origin);

/// The evaluation of a traced position with other weights, in centipawns from White's view.
double traced_value(const eval::classical::Trace& trace, const Parameters& parameters);

struct TunerOptions {
  int epochs = 30;  ///< the learning rate falls to nearly nothing over so many
  int threads = 2;
  double learning_rate = 1.0;  ///< centipawns a step at the start
  double lambda = 0.5;         ///< weight of the game's result in the target; the rest is the score
  std::size_t batch = 16384;
  /// Pulls each weight to where it began, so that a rare one does not run after noise.
  double pull = 1e-8;
  std::uint64_t seed = 1;
};

class Tuner {
 public:
  Tuner(const TunerOptions& options, const Parameters& start);

  /// A quiet position with the score of a search and the result (1, 0.5, 0), both from White's
  /// view. Held-out samples are for validation only; hold out whole games. False if the position
  /// says nothing (a known draw).
  bool add(const chess::Position& position, eval::Value score, double result, bool held_out);
  std::size_t training_size() const { return training_.samples.size(); }
  std::size_t validation_size() const { return validation_.samples.size(); }

  /// Finds the k under which the scores predict the results best; sets and returns it.
  double fit_k();
  void set_k(double k) { k_ = k; }
  double k() const { return k_; }

  double training_loss() const { return loss(training_); }
  double validation_loss() const { return loss(validation_); }

  /// One pass over all training samples in random order.
  void run_epoch();
  int epochs_done() const { return epoch_; }
  bool is_done() const { return epoch_ >= options_.epochs; }
  const Parameters& parameters() const { return parameters_; }

  /// Everything needed to go on with the same samples later, as text.
  std::string save_state() const;
  Result<Ok, Error> load_state(std::string_view text);

 private:
  /// How often one weight counts: a linear one for White minus Black, a danger one for each king.
  struct Count {
    std::uint16_t weight;
    std::int8_t white, black;  // linear: the difference is in `white`
  };
  struct Sample {
    std::uint32_t first;           // in counts
    std::uint16_t linear, danger;  // how many counts of each kind
    float middlegame, endgame;     // share of each in the value, scaling included
    float extra;
    float score, result;
  };
  struct Set {
    std::vector<Count> counts;
    std::vector<Sample> samples;
  };
  struct Value {
    double value;
    double danger[2][2];  // [color][part], not below zero
  };

  Value value_of(const Set& set, const Sample& sample) const;
  double target(const Sample& sample) const;
  double loss(const Set& set) const;
  void add_gradient(const Sample& sample, Parameters& gradient) const;
  /// Calls work(thread, begin, end) for equal parts of [0, n) on all threads.
  template <class Work>
  void in_parallel(std::size_t n, Work work) const;

  TunerOptions options_;
  Parameters start_, parameters_;
  Parameters mean_{}, square_{};  // Adam's running averages of the gradient
  std::uint64_t steps_ = 0;
  int epoch_ = 0;
  double k_ = 0.005;
  Set training_, validation_;
};

}  // namespace rookery::train
