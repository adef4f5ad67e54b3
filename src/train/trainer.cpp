#include "train/trainer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "train/team.h"

namespace rookery::train {

struct Trainer::Run {
  const Dataset& data;
  const TrainOptions options;
  const std::size_t batch_size;
  const std::uint64_t steps_per_epoch, total_steps;
  Team team;
  TrainingState state;
  RoundedFeatures rounded = RoundedFeatures(kFeatureParameters);  ///< of the model
  std::vector<std::unique_ptr<Gradient>> gradients;               ///< one for each thread
  std::unique_ptr<BatchStream> stream;                            ///< begun at the first step
  Batch batch;

  Run(const Dataset& d, const TrainOptions& o)
      : data(d),
        options(o),
        batch_size(std::min<std::size_t>(o.batch, d.positions())),
        steps_per_epoch(BatchStream::batches_per_epoch(d, batch_size)),
        total_steps(steps_per_epoch * static_cast<std::uint64_t>(o.epochs)),
        team(o.threads) {
    state.model = o.start ? Model::of(o.start->weights) : Model::random(o.seed);
    state.average = state.model;
    round_features(state.model, rounded);
    for (int t = 0; t < o.threads; ++t) gradients.push_back(std::make_unique<Gradient>());
  }

  bool averages() const { return options.average > 0; }
  const Model& learned() const { return averages() ? state.average : state.model; }
  Targets targets(double lambda) const { return {lambda, options.loss_exponent, data.origins()}; }

  /// Thread t's share of n things.
  std::pair<std::size_t, std::size_t> share(std::size_t n, int t) const {
    const auto size = static_cast<std::size_t>(team.size());
    return {n * static_cast<std::size_t>(t) / size, n * static_cast<std::size_t>(t + 1) / size};
  }

  /// Summed loss over positions, and gradients if `rate` is not 0.
  double work(const Model& model, const RoundedFeatures& features,
              std::span<const PackedPosition> positions, const Targets& aims, float rate) {
    team.run([&](int t) {
      Gradient& g = *gradients[t];
      g.loss = 0;
      const auto [from, to] = share(positions.size(), t);
      g.add(model, features, positions.subspan(from, to - from), aims, rate);
    });
    double sum = 0;
    for (const auto& g : gradients) sum += g->loss;
    return sum;
  }

  void descend(double rate) {
    team.run([&](int t) {
      const auto [from, to] = share(Model::kSize, t);
      adamw_step(state.model, state.moments, gradients, from, to, rate, options.weight_decay,
                 state.step);
      round_features(state.model, rounded, from, to);
      if (averages())
        average_step(state.average, state.model, from, to, options.average, state.step);
    });
  }

  double held_out_loss() {
    const auto held_out = data.validation();
    if (held_out.empty()) return 0;
    RoundedFeatures features(kFeatureParameters);
    round_features(learned(), features);
    return work(learned(), features, held_out, targets(options.last_lambda()), 0) /
           static_cast<double>(held_out.size());
  }
};

Trainer::Trainer(const Dataset& data, const TrainOptions& options)
    : run_(std::make_unique<Run>(data, options)) {}
Trainer::~Trainer() = default;

std::uint64_t Trainer::steps() const { return run_->state.step; }
std::uint64_t Trainer::total_steps() const { return run_->total_steps; }
std::size_t Trainer::batch_size() const { return run_->batch_size; }
const std::vector<EpochReport>& Trainer::history() const { return run_->state.history; }
const Model& Trainer::model() const { return run_->learned(); }
double Trainer::running_loss() const {
  const std::uint64_t batches = run_->state.step % run_->steps_per_epoch;
  if (batches == 0) return 0;
  return run_->state.epoch_loss / static_cast<double>(batches * run_->batch_size);
}

void Trainer::step() {
  Run& r = *run_;
  TrainingState& s = r.state;
  if (!r.stream)
    r.stream = std::make_unique<BatchStream>(r.data, r.batch_size, r.options.seed, s.step);
  r.stream->next(r.batch);
  const Targets targets = r.targets(r.options.lambda_at(s.step, r.total_steps));
  const float share = 1.0f / static_cast<float>(r.batch.size());
  s.epoch_loss += r.work(s.model, r.rounded, r.batch, targets, share);
  const double rate = r.options.learning_rate_at(s.step, r.total_steps);
  r.descend(rate);
  if (++s.step % r.steps_per_epoch != 0) return;
  EpochReport report;
  report.epoch = static_cast<int>(s.step / r.steps_per_epoch);
  report.train_loss = s.epoch_loss / static_cast<double>(r.steps_per_epoch * r.batch_size);
  report.validation_loss = r.held_out_loss();
  report.learning_rate = rate;
  s.history.push_back(report);
  s.epoch_loss = 0;
}

double Trainer::validation_loss(const std::function<double(const Features&)>& output) const {
  const auto held_out = run_->data.validation();
  const Targets targets = run_->targets(run_->options.last_lambda());
  double sum = 0;
  Features f;
  for (const PackedPosition& p : held_out) {
    unpack(p, f);
    const double error = 1 / (1 + std::exp(-output(f))) - targets.of(p);
    sum += error * error;
  }
  return held_out.empty() ? 0 : sum / static_cast<double>(held_out.size());
}

Result<Ok, Error> Trainer::save(const std::string& path,
                                std::span<const DataSource> sources) const {
  return write_checkpoint(path, run_->options.settings(), sources, run_->state);
}

Result<Ok, Error> Trainer::load(const std::string& path) {
  TrainingState& s = run_->state;
  if (auto read = read_checkpoint(path, run_->options.settings(), s); !read) return read;
  // What training can have made; other weights, and what is no number, fit into no integer.
  const auto is_weight = [](float w) { return std::abs(w) <= nnue::kWeightLimit; };
  if (s.step > run_->total_steps || s.history.size() != s.step / run_->steps_per_epoch ||
      !std::all_of(s.model.values.begin(), s.model.values.end(), is_weight))
    return Unexpected{Error{path + ": is damaged"}};
  round_features(s.model, run_->rounded);
  return Ok{};
}

}  // namespace rookery::train
