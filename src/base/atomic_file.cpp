#include "base/atomic_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "base/rng.h"

namespace rookery {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kTemporary = ".rookery-new-";  // and eight letters

bool is_temporary_name(std::string_view name) {
  constexpr std::size_t kLetters = 8;
  return name.size() > kTemporary.size() + kLetters &&
         name.substr(name.size() - kLetters - kTemporary.size(), kTemporary.size()) == kTemporary;
}

fs::path temporary_name(const fs::path& path) {
  static std::atomic<std::uint64_t> count{0};
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  SplitMix64 random(static_cast<std::uint64_t>(now) ^ static_cast<std::uint64_t>(::getpid()) << 32 ^
                    ++count);
  // Of a long name the end is left out, so that it does not become too long.
  std::string name = path.filename().string().substr(0, 200).append(kTemporary);
  for (int i = 0; i < 8; ++i) name += static_cast<char>('a' + random.next() % 26);
  return path.parent_path() / name;
}

/// The first write to a folder tidies it.
void tidy_once(const fs::path& folder) {
  static std::mutex mutex;
  static std::set<fs::path> tidied;
  {
    const std::scoped_lock lock(mutex);
    if (!tidied.insert(folder).second) return;
  }
  remove_abandoned_files(folder);
}

/// A new file beside `path`, locked as long as it is open, which tells the living from the dead.
int create_temporary(const fs::path& path, mode_t mode, fs::path& name) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    name = temporary_name(path);
    const int descriptor =
        ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (descriptor < 0 && errno == EEXIST) continue;
    if (descriptor < 0) return -1;
    struct stat status;
    (void)::flock(descriptor, LOCK_EX | LOCK_NB);
    // Somebody who tidied up may have taken it for abandoned before it was locked.
    if (::fstat(descriptor, &status) == 0 && status.st_nlink > 0) return descriptor;
    ::close(descriptor);
  }
  errno = EEXIST;
  return -1;
}

/// A rename survives a power cut only once its directory is on disk as well.
void sync_directory(const fs::path& directory) {
  const int descriptor =
      ::open(directory.empty() ? "." : directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

void remove_abandoned_files(const fs::path& folder) {
  std::error_code error;
  for (auto it = fs::directory_iterator(folder.empty() ? "." : folder, error);
       !error && it != fs::directory_iterator(); it.increment(error)) {
    const fs::path& path = it->path();
    if (!is_temporary_name(path.filename().string())) continue;
    const int descriptor =
        ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0) continue;
    struct stat status;
    if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_uid == ::geteuid() && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0)
      ::unlink(path.c_str());
    ::close(descriptor);
  }
}

Result<AtomicFile, Error> AtomicFile::create(const fs::path& given, Writing writing) {
  std::error_code none;
  fs::path path = given;
  struct stat old;
  bool exists = false;
  if (writing == Writing::shared) {
    // A link stays a link, and what is no file (a terminal, a pipe, /dev/null) must not become one.
    if (fs::is_symlink(given, none)) path = fs::weakly_canonical(given, none);
    if (path.empty()) path = given;
    exists = ::stat(path.c_str(), &old) == 0;
    if (exists && !S_ISREG(old.st_mode) && !S_ISDIR(old.st_mode)) {
      const int direct = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
      if (direct < 0)
        return Unexpected{Error{"cannot open " + path.string() + ": " + std::strerror(errno)}};
      return AtomicFile(path, {}, direct, writing);
    }
  }
  tidy_once(path.parent_path());
  fs::path name;
  const int descriptor = create_temporary(path, writing == Writing::own_state ? 0600 : 0666, name);
  if (descriptor < 0)
    return Unexpected{Error{"cannot create " + path.string() + ": " + std::strerror(errno)}};
  if (exists) (void)::fchmod(descriptor, old.st_mode & 0777);
  return AtomicFile(path, name, descriptor, writing);
}

AtomicFile::AtomicFile(fs::path path, fs::path temporary, int descriptor, Writing writing)
    : path_(std::move(path)),
      temporary_(std::move(temporary)),
      descriptor_(descriptor),
      writing_(writing) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      writing_(other.writing_) {}

AtomicFile::~AtomicFile() {
  if (descriptor_ < 0) return;
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  ::close(descriptor_);
}

Error AtomicFile::failure(const char* what) const {
  return Error{std::string("cannot ") + what + " " + path_.string() + ": " + std::strerror(errno)};
}

Result<Ok, Error> AtomicFile::write(const void* data, std::size_t size) {
  const char* next = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t written = ::write(descriptor_, next, size);
    if (written < 0) {
      if (errno == EINTR) continue;
      return Unexpected{failure("write")};
    }
    next += written;
    size -= static_cast<std::size_t>(written);
  }
  return Ok{};
}

Result<Ok, Error> AtomicFile::commit() {
  if (temporary_.empty()) {  // written straight to a device or pipe
    ::close(std::exchange(descriptor_, -1));
    return Ok{};
  }
  const bool sync = writing_ != Writing::own_state;
  if (sync && ::fsync(descriptor_) != 0) return Unexpected{failure("sync")};
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) return Unexpected{failure("write")};
  ::close(std::exchange(descriptor_, -1));
  if (sync) sync_directory(path_.parent_path());
  return Ok{};
}

Result<Ok, Error> write_file(const fs::path& path, std::string_view contents, Writing writing) {
  auto file = AtomicFile::create(path, writing);
  if (!file) return Unexpected{file.error()};
  if (auto written = file->write(contents); !written) return written;
  return file->commit();
}

}  // namespace rookery
