// ResultStore: the games of a match in one SQLite file, the record that --resume goes by.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/lock_file.h"
#include "base/result.h"

struct sqlite3;

namespace rookery::match {

struct StoredGame {
  int game = 0;
  std::string white, black;
  double white_points = 0;
  std::string termination, fault;
  int plies = 0;
  std::string pgn;
};

/// A game is in the file completely or not at all, even after kill -9. One program at a time works
/// on it; others may read.
class ResultStore {
 public:
  /// Creates the file, or with `resume` opens one that was made with the same `settings` text
  /// (whoever plays what under which rules); the error says what differs.
  static Result<ResultStore, Error> open(const std::string& path, const std::string& settings,
                                         bool resume);
  /// In order; every one is a game of a schedule of `scheduled` games, or the error says which is
  /// not.
  Result<std::vector<StoredGame>, Error> load(int scheduled) const;
  /// Returns after the game is on disk. A game that is there already is an error.
  Result<Ok, Error> add(const StoredGame& game);

 private:
  struct Close {
    void operator()(sqlite3* db) const;
  };
  std::unique_ptr<LockFile> lock_;  // released last
  std::unique_ptr<sqlite3, Close> db_;
};

}  // namespace rookery::match
