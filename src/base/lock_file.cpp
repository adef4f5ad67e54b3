#include "base/lock_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace rookery {

namespace {

/// Whether the file that was opened is still the one of that name: its owner may have removed it
/// between our opening and locking it.
bool is_still_there(int file, const std::string& path) {
  struct stat opened {
  }, named{};
  return fstat(file, &opened) == 0 && stat(path.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

}  // namespace

Result<std::unique_ptr<LockFile>, Error> LockFile::acquire(const std::string& path) {
  for (;;) {
    const int file = ::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0)
      return Unexpected{Error{fmt::format("cannot lock {}: {}", path, std::strerror(errno))}};
    std::unique_ptr<LockFile> lock(new LockFile(path, file));
    if (flock(file, LOCK_EX | LOCK_NB) != 0) {
      char holder[32] = {};
      if (::pread(file, holder, sizeof holder - 1, 0) < 0) holder[0] = '\0';
      lock->path_.clear();  // not ours to remove
      return Unexpected{Error{fmt::format("in use by process {}", std::atol(holder))}};
    }
    if (!is_still_there(file, path)) {
      lock->path_.clear();
      continue;
    }
    const std::string id = std::to_string(getpid());
    if (ftruncate(file, 0) != 0 || ::pwrite(file, id.data(), id.size(), 0) < 0) {
      // The lock holds all the same; others only do not learn who has it.
    }
    return lock;
  }
}

LockFile::~LockFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
  ::close(file_);
}

}  // namespace rookery
