#include "cluster/worker_home.h"

#include <fmt/format.h>

#include <sstream>

#include "base/atomic_file.h"
#include "base/read_file.h"
#include "base/sha256.h"
#include "json/door.h"

namespace rookery::cluster {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxWorkers = 256;  // of a machine

std::string to_hex(const std::string& bytes) {
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char c : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return text;
}

std::string from_hex(std::string_view text) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    bytes += static_cast<char>(digit(text[i]) << 4 | digit(text[i + 1]));
  return bytes;
}

}  // namespace

Result<std::unique_ptr<WorkerHome>, Error> WorkerHome::open(const fs::path& state,
                                                            const std::string& queue) {
  std::unique_ptr<WorkerHome> home(new WorkerHome);
  std::error_code error;
  home->files_ = state / "files";
  fs::create_directories(home->files_, error);
  if (error)
    return Unexpected{Error{fmt::format("cannot make '{}': {}", state.string(), error.message())}};
  fs::permissions(state, fs::perms::owner_all, error);
  for (int i = 1; i <= kMaxWorkers && !home->lock_; ++i) {
    home->folder_ = state / fmt::format("worker-{}", i);
    fs::create_directories(home->folder_, error);
    if (auto lock = LockFile::acquire((home->folder_ / "lock").string()))
      home->lock_ = std::move(*lock);
  }
  if (!home->lock_) return Unexpected{Error{"no place for a worker in " + state.string()}};
  home->spool_path_ = home->folder_ / (sha256(queue).substr(0, 16) + ".results");
  home->has_spool_ = fs::exists(home->spool_path_, error);
  const fs::path identity = home->folder_ / "identity";
  if (const auto text = read_file(identity, FileKind::settings)) {
    std::istringstream words(*text);
    words >> home->instance_ >> home->secret_;
  }
  if (home->secret_.empty()) {
    home->instance_ = random_key();
    home->secret_ = random_key();
    if (auto written =
            write_file(identity, home->instance_ + '\n' + home->secret_ + '\n', Writing::own_state);
        !written)
      return Unexpected{written.error()};
  }
  return home;
}

std::vector<WorkerHome::Spooled> WorkerHome::spooled() const {
  std::vector<Spooled> list;
  const auto text = read_file(spool_path_, FileKind::games);
  if (!text) return list;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    const auto value = json::parse_untrusted(line, {.bytes = 4 * kMaxData});
    if (!value) continue;  // cut short when the disk was full, or by a crash
    json::Fields f(*value, "spool");
    Spooled s;
    s.lease.job = f.integer("job", 0, INT64_MAX);
    s.lease.test = f.integer("test", 0, INT64_MAX);
    s.lease.generation = static_cast<int>(f.integer("generation", 0, INT32_MAX));
    s.lease.key = f.text("key");
    s.result.unit = f.integer("unit", 0, INT64_MAX);
    s.result.summary = f.text("summary", kMaxSummary);
    s.result.data = from_hex(f.text("data", 2 * kMaxData));
    if (!f.error()) list.push_back(std::move(s));
  }
  return list;
}

bool WorkerHome::spool(const Lease& lease, const UnitResult& result) {
  if (!spool_) {
    auto file = std::make_unique<AppendFile>();
    if (!file->open(spool_path_.string())) return false;
    spool_ = std::move(file);
    has_spool_ = true;
  }
  // Begins with a line's end: what a full disk cut short before it is a line of its own.
  return spool_->append('\n' +
                        json::to_text({{"job", lease.job},
                                       {"test", lease.test},
                                       {"generation", lease.generation},
                                       {"key", lease.key},
                                       {"unit", result.unit},
                                       {"summary", result.summary},
                                       {"data", to_hex(result.data)}}) +
                        '\n');
}

void WorkerHome::clear_spool() {
  spool_.reset();
  has_spool_ = false;
  std::error_code none;
  fs::remove(spool_path_, none);
}

std::optional<std::string> WorkerHome::file(const std::string& hash) const {
  const fs::path path = files_ / hash;
  const auto bytes = read_file(path, FileKind::positions);
  if (!bytes || sha256(*bytes) != hash) return std::nullopt;
  return path.string();
}

Result<Ok, Error> WorkerHome::keep_file(const std::string& hash, const std::string& bytes) const {
  if (sha256(bytes) != hash)
    return Unexpected{Error{"the queue's file " + hash + " is not what its name says"}};
  return write_file(files_ / hash, bytes, Writing::own_state);
}

}  // namespace rookery::cluster
