#include "play/state_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "base/atomic_file.h"
#include "base/read_file.h"
#include "json/door.h"

namespace rookery::play {
namespace {

constexpr json::Limits kStateLimits{.bytes = 64 << 20, .depth = 16, .values = 4'000'000};

/// Held while it lives. The lock is on a file beside, since the file itself is replaced.
class StateLock {
 public:
  explicit StateLock(const std::filesystem::path& path)
      : descriptor_(open((path.string() + ".lock").c_str(),
                         O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600)) {
    held_ = descriptor_ >= 0;
    while (held_ && flock(descriptor_, LOCK_EX) != 0) held_ = errno == EINTR;
  }
  ~StateLock() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  StateLock(const StateLock&) = delete;
  StateLock& operator=(const StateLock&) = delete;
  bool is_held() const { return held_; }

 private:
  int descriptor_;
  bool held_ = false;
};

}  // namespace

Result<json::Value, Error> StateFile::read() const {
  std::error_code none;
  if (!std::filesystem::exists(path_, none)) return json::Value::object();
  const auto text = read_file(path_, FileKind::state);
  if (!text) return Unexpected{text.error()};
  auto value = json::parse_untrusted(*text, kStateLimits);
  if (value && !value->is_object()) value = Unexpected{Error{"not a JSON object"}};
  if (!value)
    return Unexpected{Error{fmt::format("{}: {}", path_.string(), value.error().message)}};
  return value;
}

Result<Ok, Error> StateFile::update(
    const std::function<Result<Ok, Error>(json::Value&)>& change) const {
  std::error_code error;
  std::filesystem::create_directories(path_.parent_path(), error);
  const StateLock lock(path_);
  if (!lock.is_held())
    return Unexpected{
        Error{fmt::format("cannot lock {}: {}", path_.string(), std::strerror(errno))}};
  auto value = read();
  if (!value) {
    std::filesystem::rename(path_, path_.string() + ".broken", error);
    if (error) return Unexpected{value.error()};
    value = json::Value::object();
  }
  if (auto changed = change(*value); !changed) return changed;
  return write_file(path_, value->dump(1, ' ', false, json::Value::error_handler_t::replace) + "\n",
                    Writing::own_state);
}

}  // namespace rookery::play
