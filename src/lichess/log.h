// EventLog: the bot's structured log, one JSON object a line.
#pragma once

#include <cstdio>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>

#include "base/result.h"

namespace rookery::lichess {

/// Any thread may write. Keys "time", "level" and "event" come first; fields follow.
class EventLog {
 public:
  /// Logs nothing.
  EventLog() = default;
  /// Appends to the file; `secret` is cut out of every line, come it from where it may.
  static Result<std::unique_ptr<EventLog>, Error> open(const std::string& file, std::string secret);

  void info(const char* event, nlohmann::ordered_json fields = {}) { write("info", event, fields); }
  void warn(const char* event, nlohmann::ordered_json fields = {}) { write("warn", event, fields); }
  void error(const char* event, nlohmann::ordered_json fields = {}) {
    write("error", event, fields);
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void write(const char* level, const char* event, const nlohmann::ordered_json& fields);

  std::mutex mutex_;
  std::unique_ptr<std::FILE, Close> file_;
  std::string secret_;
};

}  // namespace rookery::lichess
