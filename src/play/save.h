// Saved games: PGN that any program opens, with what Rookery needs to go on in tags of its own.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "play/session.h"
#include "play/user_folders.h"

namespace rookery::play {

std::string record_to_pgn(const GameRecord& record);
/// The first game of a PGN text, or a FEN. Players and clock come from our tags; a game of another
/// program is between two people and has no clock. No text can name a program or a path here: see
/// PlayerSpec::from_file and GameRecord::missing_player.
Result<GameRecord, Error> record_from_text(std::string_view text);
Result<GameRecord, Error> load_record(const std::filesystem::path& path);

/// One game of a collection, by its tags.
struct GameTags {
  std::string white, black, result, date, event;
};
/// The tags of every game of a PGN text, at most so many.
std::vector<GameTags> list_games(std::string_view text, std::size_t most = 10'000);
/// One game of a collection, from 0, to look at or to go on with as a game of its own.
Result<GameRecord, Error> record_of_game(std::string_view text, std::size_t number);

/// Refuses if the file exists; base/atomic_file.h has the one that overwrites.
Result<Ok, Error> write_new_file(const std::filesystem::path& path, std::string_view text);

/// Keeps one game safe on disk after every move. Games in progress are in `current`, ended ones in
/// `archive`. A lock marks a game as being played; the kernel drops it however the program ends.
/// Without a state folder nothing is kept, and nothing is an error.
class Autosave {
 public:
  /// For a new game.
  explicit Autosave(std::optional<std::filesystem::path> state);
  ~Autosave();
  Autosave(const Autosave&) = delete;
  Autosave& operator=(const Autosave&) = delete;

  /// The newest game that nobody plays and that has not ended.
  static std::optional<std::filesystem::path> find_unfinished(
      const std::optional<std::filesystem::path>& state);
  /// Goes on in that file; false if another program has it.
  bool adopt(const std::filesystem::path& file);
  /// Puts an unfinished game away so that it is not offered again.
  static void archive(const std::filesystem::path& file);

  /// A game without moves is not kept. The error is for a message; play goes on.
  Result<Ok, Error> save(const GameRecord& record);
  bool keeps() const { return !file_.empty(); }
  /// Why the game as it stands is not on disk; empty if it is, or if there is nothing to keep.
  const std::string& problem() const { return problem_; }
  const std::filesystem::path& file() const { return file_; }

 private:
  bool lock();
  void unlock();
  Result<Ok, Error> write(const GameRecord& record);

  std::string problem_;
  std::filesystem::path file_;  // empty: nothing is kept
  int lock_ = -1;
};

}  // namespace rookery::play
