#include "train/checkpoint.h"

#include <array>
#include <cstring>

#include "base/atomic_file.h"
#include "base/hash.h"
#include "base/read_file.h"

namespace rookery::train {

namespace {

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

constexpr std::uint64_t kCheckpointMagic = 0x33504B434B4F4F52u;  // "ROOKCKP3"

std::uint64_t hash_of(std::string_view text) { return hash_bytes(std::as_bytes(std::span(text))); }

/// A checkpoint without the hash at its end.
Result<std::string, Error> intact_bytes(const std::string& path) {
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
                                                    const std::string& settings) {
  if (reader.get<std::uint64_t>() != kCheckpointMagic)
    return Unexpected{Error{path + ": not a checkpoint"}};
  if (reader.text() != settings) return Unexpected{Error{path + ": was begun with other settings"}};
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

/// The long arrays of a state, in the file's order.
template <class State>
auto arrays(State& s) {
  return std::array{&s.model.values, &s.moments.first, &s.moments.second, &s.average.values};
}

}  // namespace

Result<Ok, Error> write_checkpoint(const std::string& path, const std::string& settings,
                                   std::span<const DataSource> sources,
                                   const TrainingState& state) {
  std::string out;
  put(out, kCheckpointMagic);
  put_text(out, settings);
  put(out, std::uint64_t{sources.size()});
  for (const DataSource& source : sources) {
    put_text(out, source.path);
    put(out, source.games);
  }
  put(out, state.step);
  put(out, state.epoch_loss);
  put(out, std::uint64_t{state.history.size()});
  for (const EpochReport& report : state.history) put(out, report);
  for (const Floats* floats : arrays(state))
    out.append(reinterpret_cast<const char*>(floats->data()), floats->size() * sizeof(float));
  put(out, hash_of(out));
  return write_file(path, out);
}

Result<Ok, Error> read_checkpoint(const std::string& path, const std::string& settings,
                                  TrainingState& state) {
  auto bytes = intact_bytes(path);
  if (!bytes) return Unexpected{bytes.error()};
  Reader reader(*bytes);
  if (auto sources = read_sources(reader, path, settings); !sources)
    return Unexpected{sources.error()};
  state.step = reader.get<std::uint64_t>();
  state.epoch_loss = reader.get<double>();
  state.history.clear();
  for (auto n = reader.get<std::uint64_t>(); n > 0 && reader.ok(); --n)
    state.history.push_back(reader.get<EpochReport>());
  for (Floats* floats : arrays(state)) reader.floats(*floats);
  if (!reader.at_end()) return Unexpected{Error{path + ": is damaged"}};
  return Ok{};
}

Result<std::vector<DataSource>, Error> checkpoint_sources(const std::string& path,
                                                          const std::string& settings) {
  auto bytes = intact_bytes(path);
  if (!bytes) return Unexpected{bytes.error()};
  Reader reader(*bytes);
  return read_sources(reader, path, settings);
}

}  // namespace rookery::train
