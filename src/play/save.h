// Saved games: PGN that any program opens, with what Rookery needs to go on in tags of its own.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "play/session.h"

namespace rookery::play {

/// "Human", "Rookery Sparrow (level 3)", or the agent's spec: for tags and screens.
std::string player_title(std::string_view spec);

std::string record_to_pgn(const GameRecord& record);
/// The first game of a PGN text, or a FEN. Players and clock come from our tags; a game of another
/// program is between two people and has no clock.
Result<GameRecord, Error> record_from_text(std::string_view text);
Result<GameRecord, Error> load_record(const std::filesystem::path& path);

/// Refuses if the file exists; base/atomic_file.h has the one that overwrites.
Result<Ok, Error> write_new_file(const std::filesystem::path& path, std::string_view text);

/// $XDG_STATE_HOME/rookery, or ~/.local/state/rookery.
std::filesystem::path state_directory();

/// Keeps one game safe on disk after every move. Games in progress are in `current`, ended ones in
/// `archive`. A lock marks a game as being played; the kernel drops it however the program ends.
class Autosave {
 public:
  /// For a new game.
  explicit Autosave(std::filesystem::path state = state_directory());
  ~Autosave();
  Autosave(const Autosave&) = delete;
  Autosave& operator=(const Autosave&) = delete;

  /// The newest game that nobody plays and that has not ended.
  static std::optional<std::filesystem::path> find_unfinished(
      const std::filesystem::path& state = state_directory());
  /// Goes on in that file; false if another program has it.
  bool adopt(const std::filesystem::path& file);
  /// Puts an unfinished game away so that it is not offered again.
  static void archive(const std::filesystem::path& file);

  /// A game without moves is not kept. The error is for a message; play goes on.
  Result<Ok, Error> save(const GameRecord& record);
  const std::filesystem::path& file() const { return file_; }

 private:
  bool lock();
  void unlock();

  std::filesystem::path state_, file_;
  int lock_ = -1;
};

}  // namespace rookery::play
