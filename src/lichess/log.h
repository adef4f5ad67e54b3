// EventLog: the bot's structured log, one JSON object a line.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/result.h"

namespace rookery::lichess {

/// Any thread may write. Keys "time", "level" and "event" come first; fields follow.
class EventLog {
 public:
  /// Logs nothing.
  EventLog() = default;
  ~EventLog();
  EventLog(const EventLog&) = delete;
  EventLog& operator=(const EventLog&) = delete;
  /// Appends to the file; `secret` is cut out of every line, come it from where it may. A file that
  /// is a pipe needs a reader from the beginning, and lines that it does not take are dropped.
  static Result<std::unique_ptr<EventLog>, Error> open(const std::string& file, std::string secret);

  void info(const char* event, nlohmann::ordered_json fields = {}) { write("info", event, fields); }
  void warn(const char* event, nlohmann::ordered_json fields = {}) { write("warn", event, fields); }
  void error(const char* event, nlohmann::ordered_json fields = {}) {
    write("error", event, fields);
  }

 private:
  void write(const char* level, const char* event, const nlohmann::ordered_json& fields);

  int descriptor_ = -1;
  std::string secret_;
};

}  // namespace rookery::lichess
