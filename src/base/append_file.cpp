#include "base/append_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace rookery {

AppendFile::~AppendFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool AppendFile::open(const std::string& path) {
  descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  return descriptor_ >= 0;
}

bool AppendFile::append(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(descriptor_, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return fdatasync(descriptor_) == 0 || errno == EINVAL;  // a pipe or terminal cannot be synced
}

}  // namespace rookery
