#include "base/read_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

namespace rookery {

namespace {

constexpr std::uint64_t kMega = std::uint64_t{1} << 20;

Unexpected<Error> cannot_read(const std::filesystem::path& path, std::string_view why) {
  return Unexpected{Error{fmt::format("cannot read {}: {}", path.string(), why)}};
}

/// What is no file, in a word for people; null for a file.
const char* special_name(mode_t mode) {
  if (S_ISREG(mode)) return nullptr;
  if (S_ISDIR(mode)) return "a directory, not a file";
  if (S_ISFIFO(mode)) return "a pipe, not a file";
  return "a device, not a file";
}

Result<std::string, Error> read_all(int descriptor, const std::filesystem::path& path,
                                    std::uint64_t most) {
  const auto too_large = [&] {
    return cannot_read(path, fmt::format("larger than {} MB, the most for such a file",
                                         std::max<std::uint64_t>(1, most / kMega)));
  };
  struct stat status;
  if (::fstat(descriptor, &status) != 0) return cannot_read(path, std::strerror(errno));
  const auto expected = static_cast<std::uint64_t>(status.st_size);
  if (expected > most) return too_large();
  std::string contents;
  contents.reserve(expected);
  char buffer[1 << 16];
  for (;;) {
    const ssize_t size = ::read(descriptor, buffer, sizeof buffer);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return cannot_read(path, std::strerror(errno));
    if (size == 0) return contents;
    contents.append(buffer, static_cast<std::size_t>(size));
    if (contents.size() > most) return too_large();  // it grows, or its size was a lie
  }
}

}  // namespace

std::uint64_t size_limit(FileKind kind) {
  switch (kind) {
    case FileKind::settings:
      return kMega;
    case FileKind::game:
    case FileKind::state:
    case FileKind::network:
      return 256 * kMega;
    case FileKind::positions:
    case FileKind::book:
      return 1024 * kMega;
    case FileKind::checkpoint:
      return 4096 * kMega;
    case FileKind::games:
      break;
  }
  return 16384 * kMega;
}

Result<int, Error> open_ordinary_file(const std::filesystem::path& path) {
  // Looked at before it is opened: opening a tape rewinds it. And after: it may have been swapped.
  struct stat status;
  if (::stat(path.c_str(), &status) != 0) return cannot_read(path, std::strerror(errno));
  if (const char* special = special_name(status.st_mode)) return cannot_read(path, special);
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0) return cannot_read(path, std::strerror(errno));
  const char* special = nullptr;
  if (::fstat(descriptor, &status) == 0 && (special = special_name(status.st_mode)) == nullptr)
    return descriptor;
  const int error = errno;
  ::close(descriptor);
  return cannot_read(path, special ? special : std::strerror(error));
}

Result<std::string, Error> read_file(const std::filesystem::path& path, FileKind kind) {
  const auto descriptor = open_ordinary_file(path);
  if (!descriptor) return Unexpected{descriptor.error()};
  Result<std::string, Error> contents = [&]() -> Result<std::string, Error> {
    try {
      return read_all(*descriptor, path, size_limit(kind));
    } catch (const std::bad_alloc&) {
      return cannot_read(path, "not enough memory");
    }
  }();
  ::close(*descriptor);
  return contents;
}

}  // namespace rookery
