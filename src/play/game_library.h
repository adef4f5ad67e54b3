// GameLibrary: every game of the state folder, to be listed, found and opened.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace rookery::play {

/// Where a game stands: under way, ended or put aside, opened from elsewhere, put away by the user.
enum class Shelf { current, archive, opened, put_away };
const char* shelf_name(Shelf shelf);

/// One file. Of a collection this is the first game, and `games` tells how many there are.
struct LibraryEntry {
  std::string id;  ///< "archive/20261118-120000-123-77": shelf and name
  Shelf shelf = Shelf::current;
  std::filesystem::path file;
  std::string white, black, result, date, event;  ///< tags, as the file has them
  std::string opening;
  std::string fen;  ///< the last position
  std::size_t moves = 0;
  std::size_t games = 1;
  std::string broken;  ///< what is wrong with the file; empty = nothing
};

/// {"id", "shelf", "white", "black", "result", "date", "event", "opening", "fen", "moves", "games",
/// "broken"?}
json::Value to_json(const LibraryEntry& entry);

/// Each word of `query` stands somewhere in players, opening, event, date or result; "player:bob",
/// "opening:ruy", "result:1-0", "year:2026" look in one place.
bool matches(const LibraryEntry& entry, std::string_view query);

/// Not thread-safe: remembers what it has read until a file changes.
class GameLibrary {
 public:
  explicit GameLibrary(std::filesystem::path state) : state_(std::move(state)) {}

  /// Newest first, those that match the query. What was put away is not listed.
  std::vector<LibraryEntry> list(std::string_view query = {});
  /// None if there is no such game. Nothing but a name of the list is an id: no path gets out of
  /// the state folder.
  std::optional<LibraryEntry> find(std::string_view id);
  /// Whether a program plays it now.
  static bool is_locked(const LibraryEntry& entry);

  /// Keeps a copy of PGN text from elsewhere; gives its id.
  Result<std::string, Error> open_text(std::string_view pgn);
  /// Out of the list, not out of the world; gives the new id. Not while it is played. What comes
  /// back stands where it stood.
  Result<std::string, Error> put_away(std::string_view id);
  Result<std::string, Error> bring_back(std::string_view id);

 private:
  Result<std::string, Error> move_to(const LibraryEntry& entry, Shelf shelf, std::string name);
  std::optional<LibraryEntry> read(Shelf shelf, const std::filesystem::path& file);

  struct Remembered {
    std::filesystem::file_time_type time;
    std::uintmax_t size = 0;
    LibraryEntry entry;
  };
  std::filesystem::path state_;
  std::map<std::string, Remembered> remembered_;
};

}  // namespace rookery::play
