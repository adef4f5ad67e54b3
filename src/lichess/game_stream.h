// GameStream: the line to the server on which one game is told, opened again whenever it breaks.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "lichess/api.h"

namespace rookery::lichess {

/// For the game's thread alone. What is heard is posted from another thread, with the number of
/// its stream, and comes back through is_current() and on_end(): so a line of a stream that was
/// closed meanwhile can be told from a new one.
class GameStream {
 public:
  struct Line {
    int stream;
    std::string text;
  };
  struct End {
    int stream;
    long status;
    std::string reason;
  };
  using Post = std::function<void(std::variant<Line, End>)>;

  GameStream(Api& api, std::string game, Post post)
      : api_(api), game_(std::move(game)), post_(std::move(post)) {}

  void open();
  void close();
  /// Closes; lines already on their way no longer count.
  void reopen_at(Clock::time_point moment);
  /// When open() is to be called; kNever while it is open.
  Clock::time_point opens_at() const { return opens_at_; }
  void open_if_due(Clock::time_point now);

  /// Counts streams.
  int number() const { return number_; }
  bool is_current(int stream) const { return stream == number_; }
  /// Plans to open it again. False if the server says that there is no such game of ours.
  bool on_end(const End& end);

 private:
  Api& api_;
  const std::string game_;
  const Post post_;
  int number_ = 0;
  std::optional<Http::StreamId> id_;
  int failures_ = 0;  // short-lived ones in a row
  Clock::time_point opened_{};
  Clock::time_point opens_at_ = kNever;
};

}  // namespace rookery::lichess
