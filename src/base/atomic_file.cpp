#include "base/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

namespace rookery {

namespace {

/// A rename survives a power cut only once its directory is on disk as well.
void sync_directory(const std::filesystem::path& directory) {
  const int descriptor =
      ::open(directory.empty() ? "." : directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

Result<AtomicFile, Error> AtomicFile::create(const std::filesystem::path& given) {
  namespace fs = std::filesystem;
  // A link stays a link, and what is no file (a terminal, a pipe, /dev/null) must not become one.
  std::error_code none;
  const fs::path path = fs::is_symlink(given, none) ? fs::weakly_canonical(given, none) : given;
  struct stat old;
  const bool exists = ::stat(path.c_str(), &old) == 0;
  if (exists && !S_ISREG(old.st_mode) && !S_ISDIR(old.st_mode)) {
    const int direct = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (direct < 0)
      return Unexpected{Error{"cannot open " + path.string() + ": " + std::strerror(errno)}};
    return AtomicFile(path, {}, direct);
  }
  std::string name = path.string() + ".XXXXXX";
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0)
    return Unexpected{Error{"cannot create " + path.string() + ": " + std::strerror(errno)}};
  // mkostemp makes files that only their owner may read.
  ::fchmod(descriptor, exists ? old.st_mode & 07777 : 0644);
  return AtomicFile(path, name, descriptor);
}

AtomicFile::AtomicFile(std::filesystem::path path, std::filesystem::path temporary, int descriptor)
    : path_(std::move(path)), temporary_(std::move(temporary)), descriptor_(descriptor) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

AtomicFile::~AtomicFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
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
  if (::fsync(descriptor_) != 0) return Unexpected{failure("sync")};
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) return Unexpected{failure("write")};
  ::close(std::exchange(descriptor_, -1));
  sync_directory(path_.parent_path());
  return Ok{};
}

Result<std::string, Error> read_file(const std::filesystem::path& path) {
  const auto fail = [&] {
    return Unexpected{Error{"cannot read " + path.string() + ": " + std::strerror(errno)}};
  };
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return fail();
  std::string contents;
  char buffer[1 << 16];
  ssize_t size = 0;
  while ((size = ::read(descriptor, buffer, sizeof buffer)) > 0 || (size < 0 && errno == EINTR))
    if (size > 0) contents.append(buffer, static_cast<std::size_t>(size));
  const int error = errno;
  ::close(descriptor);
  errno = error;
  if (size < 0) return fail();
  return contents;
}

Result<Ok, Error> write_file(const std::filesystem::path& path, std::string_view contents) {
  auto file = AtomicFile::create(path);
  if (!file) return Unexpected{file.error()};
  if (auto written = file->write(contents); !written) return written;
  return file->commit();
}

}  // namespace rookery
