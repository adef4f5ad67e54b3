#include "train/trainer.h"

#include <fmt/format.h>

#include <algorithm>
#include <barrier>
#include <cmath>
#include <cstring>
#include <memory>
#include <numbers>
#include <thread>

#include "base/atomic_file.h"
#include "base/hash.h"
#include "base/read_file.h"

namespace rookery::train {

namespace {

using nnue::kHidden;
using nnue::kInputs;
using nnue::kOutputBuckets;

/// Eight floats; the compiler makes AVX2 or pairs of SSE registers of it.
typedef float Vector __attribute__((vector_size(32), may_alias));
constexpr int kVectors = kTile / 8;

static_assert((32 + 1) * nnue::kWeightLimit * kOne <= INT16_MAX);  // 32 inputs and the bias
typedef std::int16_t Shorts __attribute__((vector_size(32), may_alias));
typedef std::int16_t HalfShorts __attribute__((vector_size(16), may_alias));  ///< for one Vector
constexpr int kShorts = kTile / 16;

/// Feature weights and biases of a model, rounded, in its order.
using RoundedFeatures = std::vector<std::int16_t, CacheAligned<std::int16_t>>;
constexpr std::size_t kFeatureParameters = Model::kOutputWeights;

void round_features(const Model& model, RoundedFeatures& rounded, std::size_t from,
                    std::size_t to) {
  const float* w = model.values.data();
  to = std::min(to, kFeatureParameters);
  constexpr int kPositive = 1024;  // truncation rounds to nearest if all are positive
  for (std::size_t i = from; i < to; ++i)
    rounded[i] =
        static_cast<std::int16_t>(static_cast<int>(w[i] * kOne + (kPositive + 0.5f)) - kPositive);
}

/// Positions worked on together, so that the weights and gradients of a tile are used many times
/// while they are in the second-level cache, and a part of them whose slopes the first level holds.
constexpr int kBlock = 512, kGroup = 128;

/// Threads that run one function together again and again.
class Team {
 public:
  explicit Team(int threads) : barrier_(threads) {
    try {
      for (int t = 1; t < threads; ++t) workers_.emplace_back([this, t] { work_on(t); });
    } catch (...) {  // a thread less would sum in another order: another network, so not at all
      stop_ = true;
      (void)barrier_.arrive(threads - static_cast<int>(workers_.size()));
      throw;
    }
  }
  ~Team() {
    stop_ = true;
    barrier_.arrive_and_wait();
  }
  int size() const { return static_cast<int>(workers_.size()) + 1; }
  /// work(t) on each thread t, the caller being thread 0.
  void run(const std::function<void(int)>& work) {
    work_ = &work;
    barrier_.arrive_and_wait();
    work(0);
    barrier_.arrive_and_wait();
  }

 private:
  void work_on(int thread) {
    for (;;) {
      barrier_.arrive_and_wait();
      if (stop_) return;
      (*work_)(thread);
      barrier_.arrive_and_wait();
    }
  }

  std::barrier<> barrier_;
  const std::function<void(int)>* work_ = nullptr;
  bool stop_ = false;
  std::vector<std::jthread> workers_;
};

struct Targets {
  double lambda;
  std::span<const Origin> origins;
  float of(const PackedPosition& p) const {
    const double expected = 1 / (1 + std::exp(-p.score / origins[p.origin].sigmoid_scale));
    return static_cast<float>(lambda * p.result / 2 + (1 - lambda) * expected);
  }
};

/// One thread's memory.
class Workspace {
 public:
  Floats gradient = Floats(Model::kSize);
  double loss = 0;  ///< summed

  /// Adds the loss and, if `rate` is not 0, `rate` times the gradient of some positions.
  void work(const Model& model, const RoundedFeatures& rounded,
            std::span<const PackedPosition> positions, const Targets& targets, float rate) {
    for (std::size_t at = 0; at < positions.size(); at += kBlock) {
      const auto block =
          positions.subspan(at, std::min<std::size_t>(kBlock, positions.size() - at));
      const int n = static_cast<int>(block.size());
      for (int i = 0; i < n; ++i) {
        unpack(block[i], features_[i]);
        sums_[i] = Vector{};
      }
      for (int tile = 0; tile < kTiles; ++tile) forward(model, rounded, tile, n);
      for (int i = 0; i < n; ++i) {
        const float p = 1 / (1 + std::exp(-output(model, i)));
        const float error = p - targets.of(block[i]);
        loss += error * error;
        slope_[i] = rate * 2 * error * p * (1 - p);
        gradient[Model::kOutputBias + features_[i].bucket] += slope_[i];
      }
      if (rate == 0) continue;
      const int groups = (n + kGroup - 1) / kGroup;
      for (int g = 0; g < groups; ++g) {
        groups_[g].positions = std::span(features_ + g * kGroup, std::min(kGroup, n - g * kGroup));
        index_inputs(groups_[g]);
      }
      for (int tile = 0; tile < kTiles; ++tile)
        for (int g = 0; g < groups; ++g) backward(model, tile, groups_[g]);
    }
  }

 private:
  struct Group {
    std::span<const Features> positions;
    /// The views (2 * position + side) with input i: views[first_view[i]] to [first_view[i + 1]].
    std::uint16_t first_view[kInputs + 1];
    std::uint16_t views[2 * 32 * kGroup];
  };

  static const Vector* vectors(const float* p) { return reinterpret_cast<const Vector*>(p); }
  static const Shorts* shorts(const std::int16_t* p) { return reinterpret_cast<const Shorts*>(p); }
  static Vector* vectors(float* p) { return reinterpret_cast<Vector*>(p); }
  static HalfShorts clamp(HalfShorts x) {
    const HalfShorts zero{}, one = zero + std::int16_t{kOne};
    x = x > zero ? x : zero;
    return x < one ? x : one;
  }
  static Vector to_floats(HalfShorts x) {
    typedef std::int32_t Ints __attribute__((vector_size(32)));
    return __builtin_convertvector(__builtin_convertvector(x, Ints), Vector);
  }

  void forward(const Model& model, const RoundedFeatures& rounded, int tile, int n) {
    const std::int16_t* weights = rounded.data() + std::size_t{kTile} * kInputs * tile;
    const Shorts* bias = shorts(rounded.data() + Model::kFeatureBias + tile * kTile);
    for (int i = 0; i < n; ++i) {
      const Features& f = features_[i];
      Shorts us[kShorts], them[kShorts];
      for (int v = 0; v < kShorts; ++v) us[v] = them[v] = bias[v];
      for (int k = 0; k < f.count; ++k) {
        const Shorts* a = shorts(weights + std::size_t{f.us[k]} * kTile);
        const Shorts* b = shorts(weights + std::size_t{f.them[k]} * kTile);
        for (int v = 0; v < kShorts; ++v) {
          us[v] += a[v];
          them[v] += b[v];
        }
      }
      HalfShorts(*hidden)[kVectors] = hidden_[tile][i];
      std::memcpy(hidden[0], us, sizeof us);
      std::memcpy(hidden[1], them, sizeof them);
      const float* w = model.values.data() + Model::output_weight(f.bucket, 0, tile * kTile);
      Vector sum = sums_[i];
      for (int v = 0; v < kVectors; ++v) {
        const Vector a = to_floats(clamp(hidden[0][v])), b = to_floats(clamp(hidden[1][v]));
        sum += a * a * vectors(w)[v] + b * b * vectors(w + kHidden)[v];
      }
      sums_[i] = sum;
    }
  }

  float output(const Model& model, int i) const {
    float sum = 0;
    for (int lane = 0; lane < 8; ++lane) sum += sums_[i][lane];
    return model.values[Model::kOutputBias + features_[i].bucket] + sum / (kOne * kOne);
  }

  /// Lists for each input the views of a group in which it is on, by counting.
  void index_inputs(Group& group) {
    auto& [positions, first_view, views] = group;
    std::fill(std::begin(first_view), std::end(first_view), std::uint16_t{0});
    for (const Features& f : positions)
      for (int k = 0; k < f.count; ++k) {
        ++first_view[f.us[k]];
        ++first_view[f.them[k]];
      }
    std::uint16_t sum = 0;
    for (std::uint16_t& first : first_view) first = sum = static_cast<std::uint16_t>(sum + first);
    std::uint16_t view = 0;
    for (const Features& f : positions) {
      for (int k = 0; k < f.count; ++k) {
        views[--first_view[f.us[k]]] = view;
        views[--first_view[f.them[k]]] = static_cast<std::uint16_t>(view + 1);
      }
      view = static_cast<std::uint16_t>(view + 2);
    }
  }

  void backward(const Model& model, int tile, const Group& group) {
    Vector* bias = vectors(gradient.data() + Model::kFeatureBias + tile * kTile);
    const HalfShorts zero{}, one = zero + std::int16_t{kOne};
    Vector(*delta)[kVectors] = delta_;
    for (const Features& f : group.positions) {
      const std::ptrdiff_t i = &f - features_;
      const float square_slope = slope_[i] * (1.0f / (kOne * kOne));
      const float line_slope = slope_[i] * (2.0f / kOne);
      for (int view = 0; view < 2; ++view, ++delta) {
        const std::size_t at = Model::output_weight(f.bucket, view, tile * kTile);
        const Vector* w = vectors(model.values.data() + at);
        Vector* w_gradient = vectors(gradient.data() + at);
        for (int v = 0; v < kVectors; ++v) {
          const HalfShorts x = hidden_[tile][i][view][v], clamped = clamp(x);
          const Vector a = to_floats(clamped);
          w_gradient[v] += a * a * square_slope;
          const Vector inside = to_floats(x < one ? clamped : zero);  // 0 where the clamp is flat
          const Vector d = w[v] * inside * line_slope;
          bias[v] += d;
          (*delta)[v] = d;
        }
      }
    }
    // Input by input, so that each row of the gradient is summed in registers and stored once.
    float* weights = gradient.data() + std::size_t{kTile} * kInputs * tile;
    for (int input = 0; input < kInputs; ++input) {
      const std::uint16_t *view = group.views + group.first_view[input],
                          *end = group.views + group.first_view[input + 1];
      if (view == end) continue;
      Vector sum[kVectors] = {};
      for (; view < end; ++view)
        for (int v = 0; v < kVectors; ++v) sum[v] += delta_[*view][v];
      Vector* row = vectors(weights + std::size_t{kTile} * input);
      for (int v = 0; v < kVectors; ++v) row[v] += sum[v];
    }
  }

  Features features_[kBlock];
  Vector sums_[kBlock];  ///< of the outputs, in eight parts
  float slope_[kBlock];
  Group groups_[kBlock / kGroup];
  alignas(64) HalfShorts hidden_[kTiles][kBlock][2][kVectors];
  alignas(64) Vector delta_[2 * kGroup][kVectors];  ///< slope of the loss by hidden units of a tile
};

/// AdamW (Loshchilov, Hutter 2017) on one range of the parameters. The gradients of all threads are
/// added and cleared.
void adam_step(Model& model, RoundedFeatures& rounded, Floats& first, Floats& second,
               std::span<const std::unique_ptr<Workspace>> workspaces, std::size_t from,
               std::size_t to, double rate, double decay, std::uint64_t step) {
  constexpr float kBeta1 = 0.9f, kBeta2 = 0.999f, kEpsilon = 1e-8f;
  const auto t = static_cast<double>(step + 1);
  const auto correct1 = static_cast<float>(1 / (1 - std::pow(double{kBeta1}, t)));
  const auto correct2 = static_cast<float>(1 / (1 - std::pow(double{kBeta2}, t)));
  const auto lr = static_cast<float>(rate), shrink = static_cast<float>(1 - rate * decay);
  float *w = model.values.data(), *m = first.data(), *v = second.data();
  float* g = workspaces[0]->gradient.data();
  for (std::size_t k = 1; k < workspaces.size(); ++k) {
    float* other = workspaces[k]->gradient.data();
    for (std::size_t i = from; i < to; ++i) g[i] += other[i];
    std::fill(other + from, other + to, 0.0f);
  }
  for (std::size_t i = from; i < to; ++i) {
    m[i] = kBeta1 * m[i] + (1 - kBeta1) * g[i];
    v[i] = kBeta2 * v[i] + (1 - kBeta2) * g[i] * g[i];
    g[i] = 0;
    const float next =
        w[i] * shrink - lr * (m[i] * correct1) / (std::sqrt(v[i] * correct2) + kEpsilon);
    w[i] = std::min(std::max(next, -nnue::kWeightLimit), nnue::kWeightLimit);
  }
  round_features(model, rounded, from, to);
}

template <class T>
void put(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}
void put_text(std::string& out, std::string_view text) {
  put(out, std::uint64_t{text.size()});
  out += text;
}

/// Reads what put() wrote; a short file leaves zeros and ok() false.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}
  template <class T>
  T get() {
    T value{};
    const std::string_view bytes = take(sizeof value);
    if (!bytes.empty()) std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  std::string text() { return std::string(take(get<std::uint64_t>())); }
  void floats(Floats& to) {
    const std::string_view bytes = take(to.size() * sizeof(float));
    if (!bytes.empty()) std::memcpy(to.data(), bytes.data(), bytes.size());
  }
  bool ok() const { return ok_; }
  bool at_end() const { return ok_ && rest_.empty(); }

 private:
  std::string_view take(std::uint64_t size) {
    if (size > rest_.size()) return ok_ = false, rest_ = {}, std::string_view();
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  std::string_view rest_;
  bool ok_ = true;
};

constexpr std::uint64_t kCheckpointMagic = 0x32504B434B4F4F52u;  // "ROOKCKP2"

std::uint64_t hash_of(std::string_view text) { return hash_bytes(std::as_bytes(std::span(text))); }

/// A checkpoint without the hash at its end.
Result<std::string, Error> read_checkpoint(const std::string& path) {
  auto bytes = read_file(path, FileKind::checkpoint);
  if (!bytes) return bytes;
  std::uint64_t hash = 0;
  if (bytes->size() < sizeof hash) return Unexpected{Error{path + ": is damaged"}};
  std::memcpy(&hash, bytes->data() + bytes->size() - sizeof hash, sizeof hash);
  bytes->resize(bytes->size() - sizeof hash);
  if (hash != hash_of(*bytes)) return Unexpected{Error{path + ": is damaged"}};
  return bytes;
}

/// The part of a checkpoint before the state.
Result<std::vector<DataSource>, Error> read_sources(Reader& reader, const std::string& path,
                                                    const TrainOptions& options) {
  if (reader.get<std::uint64_t>() != kCheckpointMagic)
    return Unexpected{Error{path + ": not a checkpoint"}};
  if (reader.text() != options.settings())
    return Unexpected{Error{path + ": was begun with other settings"}};
  std::vector<DataSource> sources;
  for (auto n = reader.get<std::uint64_t>(); n > 0 && reader.ok(); --n) {
    DataSource source;
    source.path = reader.text();
    source.games = reader.get<std::uint64_t>();
    sources.push_back(std::move(source));
  }
  if (!reader.ok()) return Unexpected{Error{path + ": is damaged"}};
  return sources;
}

}  // namespace

std::string TrainOptions::settings() const {
  return fmt::format(
      "shape: 768x{}->{}x2->1x{}\nepochs: {}\nbatch: {}\nthreads: {}\nlearning_rate: {}\n"
      "final_learning_rate: {}\nlambda: {}\nweight_decay: {}\ncentipawn_scale: "
      "{}\nvalidate_one_in: {}\nseed: {}\n",
      nnue::kKingBuckets, kHidden, kOutputBuckets, epochs, batch, threads, learning_rate,
      final_learning_rate, lambda, weight_decay, centipawn_scale, validate_one_in, seed);
}

struct Trainer::State {
  const Dataset& data;
  const TrainOptions options;
  const std::size_t batch_size;
  const std::uint64_t steps_per_epoch, total_steps;
  const Targets targets;
  Team team;
  Model model;
  RoundedFeatures rounded = RoundedFeatures(kFeatureParameters);
  Floats first = Floats(Model::kSize), second = Floats(Model::kSize);  // Adam's moments
  std::vector<std::unique_ptr<Workspace>> workspaces;
  std::uint64_t step = 0;
  double epoch_loss = 0;  // summed over the positions of this epoch
  std::vector<EpochReport> history;
  std::unique_ptr<BatchStream> stream;  // begun at the first step
  Batch batch;

  State(const Dataset& d, const TrainOptions& o)
      : data(d),
        options(o),
        batch_size(std::min<std::size_t>(o.batch, d.positions())),
        steps_per_epoch(BatchStream::batches_per_epoch(d, batch_size)),
        total_steps(steps_per_epoch * static_cast<std::uint64_t>(o.epochs)),
        targets{o.lambda, d.origins()},
        team(o.threads),
        model(Model::random(o.seed)) {
    round_features(model, rounded, 0, kFeatureParameters);
    for (int t = 0; t < o.threads; ++t) workspaces.push_back(std::make_unique<Workspace>());
  }

  double learning_rate(std::uint64_t at) const {
    const double done = static_cast<double>(at) / static_cast<double>(total_steps);
    return options.final_learning_rate + (options.learning_rate - options.final_learning_rate) *
                                             (1 + std::cos(std::numbers::pi * done)) / 2;
  }

  /// Thread t's share of n things.
  std::pair<std::size_t, std::size_t> share(std::size_t n, int t) const {
    const auto size = static_cast<std::size_t>(team.size());
    return {n * static_cast<std::size_t>(t) / size, n * static_cast<std::size_t>(t + 1) / size};
  }

  /// Summed loss over positions, and gradients if `rate` is not 0.
  double work(std::span<const PackedPosition> positions, float rate) {
    team.run([&](int t) {
      Workspace& w = *workspaces[t];
      w.loss = 0;
      const auto [from, to] = share(positions.size(), t);
      w.work(model, rounded, positions.subspan(from, to - from), targets, rate);
    });
    double sum = 0;
    for (const auto& w : workspaces) sum += w->loss;
    return sum;
  }
};

Trainer::Trainer(const Dataset& data, const TrainOptions& options)
    : state_(std::make_unique<State>(data, options)) {}
Trainer::~Trainer() = default;

std::uint64_t Trainer::steps() const { return state_->step; }
std::uint64_t Trainer::total_steps() const { return state_->total_steps; }
std::size_t Trainer::batch_size() const { return state_->batch_size; }
const std::vector<EpochReport>& Trainer::history() const { return state_->history; }
const Model& Trainer::model() const { return state_->model; }
double Trainer::running_loss() const {
  const std::uint64_t batches = state_->step % state_->steps_per_epoch;
  return batches == 0 ? 0 : state_->epoch_loss / static_cast<double>(batches * state_->batch_size);
}

void Trainer::step() {
  State& s = *state_;
  if (!s.stream)
    s.stream = std::make_unique<BatchStream>(s.data, s.batch_size, s.options.seed, s.step);
  s.stream->next(s.batch);
  s.epoch_loss += s.work(s.batch, 1.0f / static_cast<float>(s.batch.size()));
  const double rate = s.learning_rate(s.step);
  s.team.run([&](int t) {
    const auto [from, to] = s.share(Model::kSize, t);
    adam_step(s.model, s.rounded, s.first, s.second, s.workspaces, from, to, rate,
              s.options.weight_decay, s.step);
  });
  if (++s.step % s.steps_per_epoch != 0) return;
  const auto n = static_cast<double>(s.steps_per_epoch * s.batch_size);
  EpochReport report;
  report.epoch = static_cast<int>(s.step / s.steps_per_epoch);
  report.train_loss = s.epoch_loss / n;
  const auto held_out = s.data.validation();
  if (!held_out.empty())
    report.validation_loss = s.work(held_out, 0) / static_cast<double>(held_out.size());
  report.learning_rate = rate;
  s.history.push_back(report);
  s.epoch_loss = 0;
}

double Trainer::validation_loss(const std::function<double(const Features&)>& output) const {
  const auto held_out = state_->data.validation();
  double sum = 0;
  Features f;
  for (const PackedPosition& p : held_out) {
    unpack(p, f);
    const double error = 1 / (1 + std::exp(-output(f))) - state_->targets.of(p);
    sum += error * error;
  }
  return held_out.empty() ? 0 : sum / static_cast<double>(held_out.size());
}

Result<Ok, Error> Trainer::save(const std::string& path,
                                std::span<const DataSource> sources) const {
  const State& s = *state_;
  std::string out;
  put(out, kCheckpointMagic);
  put_text(out, s.options.settings());
  put(out, std::uint64_t{sources.size()});
  for (const DataSource& source : sources) {
    put_text(out, source.path);
    put(out, source.games);
  }
  put(out, s.step);
  put(out, s.epoch_loss);
  put(out, std::uint64_t{s.history.size()});
  for (const EpochReport& report : s.history) put(out, report);
  for (const Floats* floats : {&s.model.values, &s.first, &s.second})
    out.append(reinterpret_cast<const char*>(floats->data()), floats->size() * sizeof(float));
  put(out, hash_of(out));
  return write_file(path, out);
}

Result<Ok, Error> Trainer::load(const std::string& path) {
  State& s = *state_;
  auto bytes = read_checkpoint(path);
  if (!bytes) return Unexpected{bytes.error()};
  Reader reader(*bytes);
  if (auto sources = read_sources(reader, path, s.options); !sources)
    return Unexpected{sources.error()};
  s.step = reader.get<std::uint64_t>();
  s.epoch_loss = reader.get<double>();
  s.history.clear();
  for (auto n = reader.get<std::uint64_t>(); n > 0 && reader.ok(); --n)
    s.history.push_back(reader.get<EpochReport>());
  for (Floats* floats : {&s.model.values, &s.first, &s.second}) reader.floats(*floats);
  if (!reader.at_end() || s.step > s.total_steps) return Unexpected{Error{path + ": is damaged"}};
  round_features(s.model, s.rounded, 0, kFeatureParameters);
  return Ok{};
}

Result<std::vector<DataSource>, Error> checkpoint_sources(const std::string& path,
                                                          const TrainOptions& options) {
  auto bytes = read_checkpoint(path);
  if (!bytes) return Unexpected{bytes.error()};
  Reader reader(*bytes);
  return read_sources(reader, path, options);
}

}  // namespace rookery::train
