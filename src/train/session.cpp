#include "train/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>

#include "base/atomic_file.h"

namespace rookery::train {

namespace {

constexpr std::chrono::seconds kCheckpointEvery{30};

std::string training_record(const Dataset& data, const Trainer& trainer,
                            const TrainOptions& options, const TrainingResult& result) {
  std::string scales;
  for (const Origin& origin : data.origins())
    scales += fmt::format("{}{:.1f} ({} positions)", scales.empty() ? "" : ", ",
                          origin.sigmoid_scale, origin.positions);
  return fmt::format(
      "{}games: {}\npositions: {}\nsigmoid_scale: {}\ntrain_loss: {:.6f}\n"
      "validation_loss: {:.6f}\nquantised_loss: {:.6f}\nquantisation_mean_cp: {:.2f}\n"
      "quantisation_max_cp: {:.1f}\n",
      options.settings(), data.games(), data.positions(), scales,
      trainer.history().back().train_loss, result.validation_loss, result.quantised_loss,
      result.quantisation.mean_centipawns, result.quantisation.max_centipawns);
}

}  // namespace

Result<TrainingResult, Error> run_training(const std::string& folder,
                                           std::span<const std::string> paths,
                                           const TrainOptions& options,
                                           const std::atomic<bool>& stop,
                                           const TrainingObserver& observer) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::string checkpoint = folder + "/checkpoint";
  const bool resume = std::filesystem::exists(checkpoint, error);
  auto sources = list_sources(paths);
  if (!sources) return Unexpected{sources.error()};
  if (resume) {
    // The files may have grown since: the run goes on with what it began with.
    auto begun = checkpoint_sources(checkpoint, options.settings());
    if (!begun) return Unexpected{begun.error()};
    for (const DataSource& source : *begun)
      if (std::ranges::find(*sources, source.path, &DataSource::path) == sources->end())
        return Unexpected{Error{checkpoint + ": was begun with other data, with " + source.path +
                                "; name another folder"}};
    sources = std::move(begun);
  }
  auto data = Dataset::open(*sources, options.validate_one_in);
  if (!data) return Unexpected{data.error()};
  Trainer trainer(*data, options);
  if (resume)
    if (auto loaded = trainer.load(checkpoint); !loaded) return Unexpected{loaded.error()};
  observer.on_start(*data, trainer);

  using Clock = std::chrono::steady_clock;
  auto saved = Clock::now();
  while (!trainer.finished() && !stop) {
    const std::size_t epochs = trainer.history().size();
    trainer.step();
    observer.on_step(trainer);
    const bool epoch_ended = trainer.history().size() > epochs;
    if (epoch_ended) {
      observer.on_epoch(trainer.history().back());
      auto drawn = write_file(folder + "/loss.svg", loss_curve_svg(trainer.history()));
      if (!drawn) return Unexpected{drawn.error()};
    }
    if (epoch_ended || stop || Clock::now() - saved > kCheckpointEvery) {
      if (auto written = trainer.save(checkpoint, *sources); !written)
        return Unexpected{written.error()};
      saved = Clock::now();
    }
  }
  TrainingResult result;
  result.finished = trainer.finished();
  if (!result.finished) return result;

  const double scale =
      options.centipawn_scale > 0 ? options.centipawn_scale : data->sigmoid_scale();
  nnue::Weights weights = quantise(trainer.model(), static_cast<int>(std::lround(scale)));
  // The plain model is slow; a sample is enough for the shift and the error.
  const auto held_out = data->validation();
  std::vector<PackedPosition> sample;
  for (std::size_t i = 0; i < held_out.size(); i += held_out.size() / 20'000 + 1)
    sample.push_back(held_out[i]);
  centre(weights, trainer.model(), sample);
  result.validation_loss = trainer.history().back().validation_loss;
  result.quantised_loss =
      trainer.validation_loss([&](const Features& f) { return quantised_output(weights, f); });
  result.quantisation = quantisation_error(trainer.model(), weights, sample);
  const std::string record = training_record(*data, trainer, options, result);
  const auto network = nnue::parse_network(nnue::serialize(weights, record));
  if (!network) return Unexpected{network.error()};
  result.network_path = folder + "/" + (*network)->name() + ".nnue";
  if (auto saved_network = nnue::save_network(result.network_path, weights, record); !saved_network)
    return Unexpected{saved_network.error()};
  return result;
}

}  // namespace rookery::train
