#include "train/dataset.h"

#include <unistd.h>

#include <algorithm>
#include <numeric>

#include "train/stats.h"

namespace rookery::train {

namespace {

constexpr std::size_t kReadyBatches = 4;

std::uint64_t opening_hash(const GameRecord& game) {
  std::uint64_t hash = game.start;
  for (chess::Move m : game.opening) hash = SplitMix64(hash ^ m.to_bits()).next();
  return hash;
}

/// The value of `agent:` in a file's settings; empty if there is none.
std::string agent_of(std::string_view settings) {
  constexpr std::string_view kKey = "agent: ";
  if (!settings.starts_with(kKey)) return {};
  return std::string(settings.substr(kKey.size(), settings.find('\n') - kKey.size()));
}

std::uint32_t below(Rng& rng, std::size_t n) { return rng.below(static_cast<std::uint32_t>(n)); }

template <class T>
void shuffle(std::vector<T>& items, Rng& rng) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(rng, i)]);
}

}  // namespace

std::uint64_t Dataset::half_of_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) / 2 *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

Result<std::vector<DataSource>, Error> list_sources(std::span<const std::string> paths) {
  auto files = open_games(paths);
  if (!files) return Unexpected{files.error()};
  std::vector<DataSource> sources;
  for (const GameFile& file : *files) sources.push_back({file.path(), file.games()});
  return sources;
}

Result<Dataset, Error> Dataset::open(std::span<const DataSource> sources, int validate_one_in,
                                     std::uint64_t memory) {
  Dataset data;
  bool small_enough = true;
  SigmoidFit fit;
  std::vector<SigmoidFit> fits;  // by origin
  GameRecord game;
  for (const DataSource& source : sources) {
    auto file = GameFile::open(source.path);
    if (!file) return Unexpected{file.error()};
    if (file->games() < source.games)
      return Unexpected{Error{source.path + ": has fewer games than it had"}};
    if (auto damage = file->damage()) return Unexpected{*damage};
    const std::string agent = agent_of(file->settings());
    auto& origins = data.origins_;
    const auto known = std::ranges::find(origins, agent, &Origin::agent);
    const auto origin = static_cast<std::uint16_t>(known - origins.begin());
    if (known == origins.end()) {
      origins.push_back({agent});
      fits.emplace_back();
    }
    data.origin_of_file_.push_back(origin);
    const auto number = static_cast<std::uint32_t>(data.files_.size());
    for (std::uint32_t i = 0; i < source.games; ++i) {
      file->read(i, game);
      const bool held_out = opening_hash(game) % static_cast<std::uint64_t>(validate_one_in) == 0;
      std::uint64_t kept = 0;
      const bool legal = replay(game, [&](const chess::Position& p, int ply, const ScoredMove& m) {
        if (!is_kept(p, ply, m)) return;
        ++kept;
        fit.add(m.score, static_cast<int>(game.result));
        fits[origin].add(m.score, static_cast<int>(game.result));
        if (held_out)
          data.validation_.push_back(pack(p, m, game.result, origin));
        else if (small_enough)
          data.in_memory_.push_back(pack(p, m, game.result, origin));
      });
      if (small_enough && data.in_memory_.size() * PositionStore::kBytes > memory) {
        small_enough = false;
        data.in_memory_.clear();
      }
      data.origins_[origin].positions += kept;
      data.illegal_games_ += !legal;
      if (held_out || kept == 0) continue;
      data.train_games_.push_back({number, i});
      data.positions_ += kept;
    }
    data.files_.push_back(std::move(*file));
  }
  if (data.positions_ == 0) return Unexpected{Error{"no positions to train on"}};
  data.sigmoid_scale_ = fit.scale();
  for (std::size_t i = 0; i < fits.size(); ++i) data.origins_[i].sigmoid_scale = fits[i].scale();
  return data;
}

BatchStream::BatchStream(const Dataset& data, std::size_t batch_size, std::uint64_t seed,
                         std::uint64_t skip, std::size_t shuffle_buffer)
    : data_(data),
      batch_size_(batch_size),
      shuffle_buffer_(shuffle_buffer),
      seed_(seed),
      skip_(skip),
      thread_([this] { produce(); }) {}

BatchStream::~BatchStream() {
  {
    const std::scoped_lock lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void BatchStream::next(Batch& batch) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return !ready_.empty(); });
  batch.swap(ready_.front());
  spare_.push_back(std::move(ready_.front()));
  ready_.pop_front();
  lock.unlock();
  changed_.notify_all();
}

bool BatchStream::push(Batch& batch) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return stop_ || ready_.size() < kReadyBatches; });
  if (stop_) return false;
  ready_.push_back(std::move(batch));
  batch = Batch();
  if (!spare_.empty()) {
    batch.swap(spare_.back());
    spare_.pop_back();
  }
  lock.unlock();
  changed_.notify_all();
  batch.clear();
  return true;
}

void BatchStream::produce() {
  const std::uint64_t per_epoch = batches_per_epoch(data_, batch_size_);
  // Whole epochs before the first wanted batch need not even be read.
  const std::uint64_t first = skip_ / per_epoch;
  std::uint64_t number = first * per_epoch;
  for (std::uint64_t epoch = first;; ++epoch) {
    produce_epoch(epoch, number);
    const std::scoped_lock lock(mutex_);
    if (stop_) return;
  }
}

void BatchStream::produce_epoch(std::uint64_t epoch, std::uint64_t& number) {
  Rng rng(SplitMix64(seed_ + epoch).next());
  const std::uint64_t end = number + batches_per_epoch(data_, batch_size_);
  Batch batch;
  batch.reserve(batch_size_);
  // Takes a position; false when the epoch is over.
  const auto emit = [&](const PackedPosition& position) {
    batch.push_back(position);
    if (batch.size() < batch_size_) return true;
    if (number++ < skip_)
      batch.clear();
    else if (!push(batch))
      return false;
    return number < end;
  };
  if (data_.in_memory_.empty())
    draw_from_disk(rng, emit);
  else
    draw_from_memory(rng, emit);
}

template <class Emit>
void BatchStream::draw_from_memory(Rng& rng, const Emit& emit) {
  const PositionStore& positions = data_.in_memory_;
  std::vector<std::uint32_t> order(positions.size());
  std::iota(order.begin(), order.end(), 0u);
  shuffle(order, rng);
  constexpr std::size_t kAhead = 16;  // the next ones are anywhere in memory
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i + kAhead < order.size()) __builtin_prefetch(&positions[order[i + kAhead]]);
    if (!emit(positions[order[i]])) return;
  }
}

template <class Emit>
void BatchStream::draw_from_disk(Rng& rng, const Emit& emit) {
  std::vector<Dataset::GameIndex> order = data_.train_games_;
  shuffle(order, rng);
  std::vector<PackedPosition> buffer;
  buffer.reserve(std::min<std::size_t>(shuffle_buffer_, data_.positions()));
  GameRecord game;
  bool more = true;
  for (const auto& index : order) {
    if (!more) return;
    data_.files_[index.file].read(index.game, game);
    replay(game, [&](const chess::Position& p, int ply, const ScoredMove& m) {
      if (!more || !is_kept(p, ply, m)) return;
      const PackedPosition packed = pack(p, m, game.result, data_.origin_of_file_[index.file]);
      if (buffer.size() < shuffle_buffer_) return buffer.push_back(packed);
      PackedPosition& slot = buffer[below(rng, buffer.size())];
      more = emit(slot);
      slot = packed;
    });
  }
  while (more && !buffer.empty()) {
    std::swap(buffer[below(rng, buffer.size())], buffer.back());
    more = emit(buffer.back());
    buffer.pop_back();
  }
}

}  // namespace rookery::train
