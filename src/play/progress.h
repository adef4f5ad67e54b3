// Progress: lessons done and exercises due, kept in the state folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/position.h"

namespace rookery::play {

struct LessonProgress {
  int step = 0;  ///< the furthest step reached, from 0
  bool done = false;
  friend bool operator==(const LessonProgress&, const LessonProgress&) = default;
};

/// `lessons.json`: by the lesson's id.
class Lessons {
 public:
  explicit Lessons(const std::filesystem::path& state) : file_(state / "lessons.json") {}
  std::map<std::string, LessonProgress> all() const;
  /// Never goes back.
  Result<Ok, Error> reached(std::string_view lesson, int step, bool done) const;

 private:
  std::filesystem::path file_;
};

/// A position of the user's own games where something better was to be found.
struct Exercise {
  std::string id;  ///< position and source; adding it twice changes nothing
  std::string fen;
  std::string best;    ///< UCI
  std::string prompt;  ///< one sentence
  std::string game;    ///< where it is from
  int ply = 0;
  int right = 0;         ///< in a row
  int wrong = 0;         ///< in all
  std::int64_t due = 0;  ///< seconds since 1970
  friend bool operator==(const Exercise&, const Exercise&) = default;
};

/// `practice.json`. An exercise that was solved comes back after 1, 3, 7, 16, 35 and 90 days; one
/// that was not, after ten minutes.
class Practice {
 public:
  explicit Practice(const std::filesystem::path& state) : file_(state / "practice.json") {}
  std::vector<Exercise> all() const;
  /// The one that is due for the longest time.
  std::optional<Exercise> next(std::int64_t now) const;
  Result<Ok, Error> add(Exercise exercise) const;
  Result<Exercise, Error> grade(std::string_view id, bool solved, std::int64_t now) const;

 private:
  std::filesystem::path file_;
};

}  // namespace rookery::play
