// Writing the log.
#include "lichess/log.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

namespace rookery::lichess {

Result<std::unique_ptr<EventLog>, Error> EventLog::open(const std::string& file,
                                                        std::string secret) {
  auto log = std::make_unique<EventLog>();
  log->secret_ = std::move(secret);
  if (file.empty()) return log;
  // What people write to the bot is in it: for its owner's eyes. Should it be a pipe, nobody waits
  // for who reads it.
  log->descriptor_ =
      ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0600);
  if (log->descriptor_ < 0)
    return Unexpected{
        Error{fmt::format("cannot write the log file {}: {}", file,
                          errno == ENXIO ? "a pipe that nobody reads" : std::strerror(errno))}};
  return log;
}

EventLog::~EventLog() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void EventLog::write(const char* level, const char* event, const nlohmann::ordered_json& fields) {
  if (descriptor_ < 0) return;
  const auto now = std::chrono::system_clock::now();
  const auto ms =
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count();
  auto line = nlohmann::ordered_json::object();  // at once: a null that cannot become one asserts
  line["time"] = fmt::format("{:%FT%T}.{:03}Z",
                             fmt::gmtime(std::chrono::system_clock::to_time_t(now)), ms % 1000);
  line["level"] = level;
  line["event"] = event;
  if (fields.is_object()) line.update(fields);
  // Text from the network may not be UTF-8; replace what is not.
  std::string text = line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  if (!secret_.empty())
    for (std::size_t at; (at = text.find(secret_)) != std::string::npos;)
      text.replace(at, secret_.size(), "***");
  text += '\n';
  // In one call, so that lines do not mix; what cannot be written now is lost.
  (void)!::write(descriptor_, text.data(), text.size());
}

}  // namespace rookery::lichess
