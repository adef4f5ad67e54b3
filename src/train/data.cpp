#include "train/data.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

#include "base/read_file.h"

namespace rookery::train {

namespace {

constexpr char kMagic[8] = {'R', 'O', 'O', 'K', 'G', 'A', 'M', '1'};
constexpr std::size_t kFixedHeader = sizeof kMagic + 4;  // magic, size of the settings

/// FNV-1a, 32 bits.
std::uint32_t checksum(std::span<const std::uint8_t> bytes) {
  std::uint32_t hash = 0x811C9DC5u;
  for (std::uint8_t b : bytes) hash = (hash ^ b) * 0x01000193u;
  return hash;
}

template <class T>
T get(const std::uint8_t* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

template <class T>
void put(std::vector<std::uint8_t>& out, T value) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&value);
  out.insert(out.end(), bytes, bytes + sizeof value);
}

/// Seven bits a byte, the lowest first; the top bit says that more follow.
void put_varint(std::vector<std::uint8_t>& out, std::uint32_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<std::uint8_t>(value | 0x80));
  out.push_back(static_cast<std::uint8_t>(value));
}

/// Reads the fields of one record; running past its end is remembered, not done.
class Cursor {
 public:
  explicit Cursor(std::span<const std::uint8_t> bytes)
      : at_(bytes.data()), end_(at_ + bytes.size()) {}
  template <class T>
  T get() {
    if (end_ - at_ < static_cast<std::ptrdiff_t>(sizeof(T))) return ok_ = false, T{};
    const T value = train::get<T>(at_);
    at_ += sizeof(T);
    return value;
  }
  std::uint32_t varint() {
    std::uint32_t value = 0;
    for (int shift = 0; shift < 32; shift += 7) {
      const auto b = get<std::uint8_t>();
      value |= std::uint32_t{b & 0x7Fu} << shift;
      if (b < 0x80) return value;
    }
    return ok_ = false, 0;
  }
  bool at_end() const { return ok_ && at_ == end_; }
  bool ok() const { return ok_; }

 private:
  const std::uint8_t *at_, *end_;
  bool ok_ = true;
};

// payload: start u16 | flags u8 | reason u8 | opening varint | its moves u16 each |
//          moves varint | for each: move u16, change of score as zigzag varint
// flags: 0-1 result, 2-3 adjudicated, 4 played out
void encode(const GameRecord& game, std::vector<std::uint8_t>& out) {
  put(out, game.start);
  put(out, static_cast<std::uint8_t>(static_cast<int>(game.result) |
                                     static_cast<int>(game.adjudicated) << 2 |
                                     int{game.played_out} << 4));
  put(out, static_cast<std::uint8_t>(game.reason));
  put_varint(out, static_cast<std::uint32_t>(game.opening.size()));
  for (chess::Move m : game.opening) put(out, m.to_bits());
  put_varint(out, static_cast<std::uint32_t>(game.moves.size()));
  std::int32_t last = 0;
  for (const ScoredMove& m : game.moves) {
    put(out, m.move.to_bits());
    const std::int32_t change = m.score - last;
    put_varint(out,
               static_cast<std::uint32_t>(change) << 1 ^ static_cast<std::uint32_t>(change >> 31));
    last = m.score;
  }
}

/// False if the payload is not exactly one record.
bool decode(std::span<const std::uint8_t> payload, GameRecord& game) {
  Cursor in(payload);
  game.opening.clear();
  game.moves.clear();
  game.start = in.get<std::uint16_t>();
  const auto flags = in.get<std::uint8_t>();
  const auto reason = in.get<std::uint8_t>();
  if (game.start >= 960 || (flags & 3) == 3 || reason > static_cast<int>(chess::EndReason::forfeit))
    return false;
  game.result = static_cast<Verdict>(flags & 3);
  game.adjudicated = static_cast<Verdict>(flags >> 2 & 3);
  game.played_out = flags >> 4 & 1;
  game.reason = static_cast<chess::EndReason>(reason);
  for (std::uint32_t n = in.varint(); n > 0 && in.ok(); --n)
    game.opening.push_back(chess::Move::from_bits(in.get<std::uint16_t>()));
  std::int64_t score = 0;  // any change of 32 bits may come; only the sum has to be small
  for (std::uint32_t n = in.varint(); n > 0 && in.ok(); --n) {
    const auto move = chess::Move::from_bits(in.get<std::uint16_t>());
    const std::uint32_t zigzag = in.varint();
    score += static_cast<std::int32_t>(zigzag >> 1 ^ (0u - (zigzag & 1)));
    if (score < INT16_MIN || score > INT16_MAX) return false;
    game.moves.push_back({move, static_cast<std::int16_t>(score)});
  }
  return in.at_end();
}

/// A record: payload size u16 | payload | checksum of the payload u32.
std::optional<std::span<const std::uint8_t>> payload_at(const std::uint8_t* data, std::size_t size,
                                                        std::size_t offset) {
  if (size - offset < 6) return std::nullopt;
  const std::size_t length = get<std::uint16_t>(data + offset);
  if (size - offset < length + 6) return std::nullopt;
  const std::span payload(data + offset + 2, length);
  if (checksum(payload) != get<std::uint32_t>(data + offset + 2 + length)) return std::nullopt;
  return payload;
}

/// Overwrites `out`.
void put_record(const GameRecord& game, std::vector<std::uint8_t>& out) {
  out.assign(2, 0);
  encode(game, out);
  assert(out.size() - 2 <= UINT16_MAX);
  const auto length = static_cast<std::uint16_t>(out.size() - 2);
  std::memcpy(out.data(), &length, sizeof length);
  put(out, checksum(std::span(out).subspan(2)));
}

Error failure(const std::string& path, const char* what) {
  return Error{fmt::format("{}: {}: {}", path, what, std::strerror(errno))};
}

/// All of it, or an errno that says why not.
bool write_all(int descriptor, std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

Result<GameFile, Error> GameFile::open(const std::string& path) {
  const auto opened = open_ordinary_file(path);
  if (!opened) return Unexpected{opened.error()};
  const int descriptor = *opened;
  struct stat status;
  if (fstat(descriptor, &status) != 0) {
    const Error error = failure(path, "cannot be opened");
    ::close(descriptor);
    return Unexpected{error};
  }
  GameFile file;
  file.path_ = path;
  file.size_ = static_cast<std::size_t>(status.st_size);
  const std::size_t smallest = kFixedHeader + 4;
  if (file.size_ >= smallest) {
    void* map = mmap(nullptr, file.size_, PROT_READ, MAP_SHARED, descriptor, 0);
    if (map != MAP_FAILED) file.data_ = static_cast<const std::uint8_t*>(map);
  }
  char begun[sizeof kMagic];
  const ssize_t read = file.data_ ? 0 : pread(descriptor, begun, sizeof begun, 0);
  ::close(descriptor);
  // Killed before the header was written: a file without games, for its writer to begin again.
  if (!file.data_ && file.size_ < smallest && read >= 0 &&
      std::memcmp(begun, kMagic, static_cast<std::size_t>(read)) == 0)
    return file;
  if (!file.data_ || std::memcmp(file.data_, kMagic, sizeof kMagic) != 0)
    return Unexpected{Error{path + ": not a file of self-play games"}};
  const std::size_t settings_size = get<std::uint32_t>(file.data_ + sizeof kMagic);
  if (settings_size > file.size_ - smallest ||
      checksum({file.data_, kFixedHeader + settings_size}) !=
          get<std::uint32_t>(file.data_ + kFixedHeader + settings_size))
    return Unexpected{Error{path + ": the header is damaged"}};
  file.settings_ = {reinterpret_cast<const char*>(file.data_ + kFixedHeader), settings_size};
  std::size_t at = smallest + settings_size;
  GameRecord game;
  while (const auto payload = payload_at(file.data_, file.size_, at)) {
    if (!decode(*payload, game)) break;
    file.offsets_.push_back(at);
    at += payload->size() + 6;
  }
  file.intact_size_ = at;
  return file;
}

std::optional<Error> GameFile::damage() const {
  // A killed writer leaves the beginning of a record, nothing else.
  const std::size_t rest = size_ - intact_size_;
  if (!data_ || rest < 6 || rest < get<std::uint16_t>(data_ + intact_size_) + std::size_t{6})
    return std::nullopt;
  return Error{fmt::format("{}: damaged after {} games: {} bytes from byte {} cannot be read",
                           path_, games(), rest, intact_size_)};
}

GameFile::GameFile(GameFile&& other) noexcept
    : path_(std::move(other.path_)),
      data_(std::exchange(other.data_, nullptr)),
      size_(other.size_),
      intact_size_(other.intact_size_),
      settings_(other.settings_),
      offsets_(std::move(other.offsets_)) {}

GameFile::~GameFile() {
  if (data_) munmap(const_cast<std::uint8_t*>(data_), size_);
}

void GameFile::read(std::size_t index, GameRecord& game) const {
  const std::uint8_t* at = data_ + offsets_[index];
  [[maybe_unused]] const bool ok = decode({at + 2, get<std::uint16_t>(at)}, game);
  assert(ok);
}

Result<GameWriter, Error> GameWriter::open(const std::string& path, std::string_view settings) {
  GameWriter writer;
  writer.path_ = path;
  writer.descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (writer.descriptor_ < 0) return Unexpected{failure(path, "cannot be opened")};
  if (flock(writer.descriptor_, LOCK_EX | LOCK_NB) != 0)
    return Unexpected{errno == EWOULDBLOCK ? Error{path + ": another process is writing to it"}
                                           : failure(path, "cannot be locked")};

  std::vector<std::uint8_t> header(kMagic, kMagic + sizeof kMagic);
  put(header, static_cast<std::uint32_t>(settings.size()));
  header.insert(header.end(), settings.begin(), settings.end());
  put(header, checksum(header));

  struct stat status;
  if (fstat(writer.descriptor_, &status) != 0) return Unexpected{failure(path, "cannot be read")};
  if (static_cast<std::size_t>(status.st_size) < header.size()) {
    // New, or killed while the header was written. Anything else is not ours to overwrite.
    std::vector<std::uint8_t> begun(static_cast<std::size_t>(status.st_size));
    if (pread(writer.descriptor_, begun.data(), begun.size(), 0) != status.st_size ||
        !std::equal(begun.begin(), begun.end(), header.begin()))
      return Unexpected{Error{path + ": exists and is not a file of these games"}};
    if (ftruncate(writer.descriptor_, 0) != 0 || !write_all(writer.descriptor_, header))
      return Unexpected{failure(path, "cannot be written")};
    return writer;
  }
  auto file = GameFile::open(path);
  if (!file) return Unexpected{file.error()};
  if (file->settings() != settings)
    return Unexpected{Error{path + ": was begun with other settings"}};
  if (auto damage = file->damage()) return Unexpected{*damage};
  writer.games_ = file->games();
  if (ftruncate(writer.descriptor_, static_cast<off_t>(file->intact_size())) != 0)
    return Unexpected{failure(path, "cannot be truncated")};
  return writer;
}

GameWriter::GameWriter(GameWriter&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      games_(other.games_),
      buffer_(std::move(other.buffer_)) {}

GameWriter::~GameWriter() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<Ok, Error> GameWriter::append(const GameRecord& game) {
  put_record(game, buffer_);
  if (!write_all(descriptor_, buffer_)) return Unexpected{failure(path_, "cannot be written")};
  ++games_;
  return Ok{};
}

std::string encoded_record(const GameRecord& game) {
  std::vector<std::uint8_t> bytes;
  put_record(game, bytes);
  return std::string(bytes.begin(), bytes.end());
}

std::optional<std::vector<GameRecord>> decode_records(std::string_view bytes) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  std::vector<GameRecord> games;
  for (std::size_t at = 0; at < bytes.size();) {
    const auto payload = payload_at(data, bytes.size(), at);
    GameRecord game;
    if (!payload || !decode(*payload, game) || !replay(game, [](const auto&...) {}))
      return std::nullopt;
    games.push_back(std::move(game));
    at += payload->size() + 6;
  }
  return games;
}

Result<std::vector<GameFile>, Error> open_games(std::span<const std::string> paths) {
  namespace fs = std::filesystem;
  std::vector<std::string> names;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      names.push_back(path);
      continue;
    }
    const std::size_t first = names.size();
    for (const auto& entry : fs::directory_iterator(path, error))
      if (entry.path().extension() == ".games") names.push_back(entry.path().string());
    if (names.size() == first) return Unexpected{Error{path + ": a folder without .games files"}};
    std::sort(names.begin() + static_cast<std::ptrdiff_t>(first), names.end());
  }
  std::vector<GameFile> files;
  for (const std::string& name : names) {
    auto file = GameFile::open(name);
    if (!file) return Unexpected{file.error()};
    files.push_back(std::move(*file));
  }
  return files;
}

}  // namespace rookery::train
