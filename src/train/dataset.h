// Dataset: the kept positions of many game files, in shuffled batches, from memory if they fit and
// streamed from disk otherwise.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "train/data.h"
#include "train/positions.h"

namespace rookery::train {

/// Which games are used: the first `games` of each file, so that files may go on growing.
struct DataSource {
  std::string path;
  std::uint64_t games = 0;
};

/// Games of one agent. What its scores mean is fitted to its own results: agents differ.
struct Origin {
  std::string agent;
  std::uint64_t positions = 0;
  double sigmoid_scale = 0;  ///< K in result = 1 / (1 + exp(-score / K))
};

/// A long list that grows without being copied: half of the memory may be in it.
class PositionStore {
 public:
  /// What a position takes: itself, and its number in the order of an epoch.
  static constexpr std::size_t kBytes = sizeof(PackedPosition) + sizeof(std::uint32_t);

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const PackedPosition& operator[](std::size_t i) const { return blocks_[i / kBlock][i % kBlock]; }
  void push_back(const PackedPosition& position) {
    if (size_ % kBlock == 0) blocks_.emplace_back().reserve(kBlock);
    blocks_.back().push_back(position);
    ++size_;
  }
  void clear() { *this = PositionStore(); }

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 16;
  std::vector<std::vector<PackedPosition>> blocks_;
  std::size_t size_ = 0;
};

/// Reads every game once to count, to split off whole games for validation, and to fit the scale.
class Dataset {
 public:
  /// About one game in `validate_one_in` is held out; which ones depends only on their openings.
  /// Positions are kept in memory if they need no more than `memory` bytes.
  static Result<Dataset, Error> open(std::span<const DataSource> sources, int validate_one_in,
                                     std::uint64_t memory = half_of_memory());
  static std::uint64_t half_of_memory();

  std::uint64_t games() const { return train_games_.size(); }
  std::uint64_t positions() const { return positions_; }
  std::span<const PackedPosition> validation() const { return validation_; }
  std::span<const Origin> origins() const { return origins_; }
  double sigmoid_scale() const { return sigmoid_scale_; }  ///< K of all together
  std::uint64_t illegal_games() const { return illegal_games_; }

 private:
  friend class BatchStream;
  struct GameIndex {
    std::uint32_t file, game;
  };
  std::vector<GameFile> files_;
  std::vector<std::uint16_t> origin_of_file_;
  std::vector<Origin> origins_;
  std::vector<GameIndex> train_games_;
  std::vector<PackedPosition> validation_;
  PositionStore in_memory_;  ///< all to train on, or none if they are too many
  std::uint64_t positions_ = 0, illegal_games_ = 0;
  double sigmoid_scale_ = 0;
};

/// All files of the paths with all their games.
Result<std::vector<DataSource>, Error> list_sources(std::span<const std::string> paths);

using Batch = std::vector<PackedPosition>;

/// Batches of an endless training run, epoch after epoch, made ready on a thread of its own. From
/// memory positions are drawn in random order. From disk games are, and their positions pass a
/// shuffle buffer, so that a batch mixes positions of thousands of games. The sequence depends only
/// on data, seed, sizes and which of the two it is.
class BatchStream {
 public:
  static constexpr std::size_t kShuffleBuffer = std::size_t{1} << 20;  ///< positions; 32 MB

  /// Leaves out the first `skip` batches. The dataset must outlive the stream.
  BatchStream(const Dataset& data, std::size_t batch_size, std::uint64_t seed, std::uint64_t skip,
              std::size_t shuffle_buffer = kShuffleBuffer);
  ~BatchStream();
  /// Whole batches in one epoch; the few positions left over are not used in it.
  static std::uint64_t batches_per_epoch(const Dataset& data, std::size_t batch_size) {
    return data.positions() / batch_size;
  }
  /// Swaps the next batch into `batch`.
  void next(Batch& batch);

 private:
  void produce();
  void produce_epoch(std::uint64_t epoch, std::uint64_t& number);
  /// Gives every position of an epoch to `emit`, until that returns false.
  template <class Emit>
  void draw_from_memory(Rng& rng, const Emit& emit);
  template <class Emit>
  void draw_from_disk(Rng& rng, const Emit& emit);
  /// False if the stream is being destroyed.
  bool push(Batch& batch);

  const Dataset& data_;
  const std::size_t batch_size_, shuffle_buffer_;
  const std::uint64_t seed_, skip_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Batch> ready_;
  std::vector<Batch> spare_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace rookery::train
