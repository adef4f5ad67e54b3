// GamesList: games to choose from, all that are kept or those of one file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "play/game_library.h"
#include "play/save.h"

namespace rookery::tui {

class GamesList {
 public:
  struct Row {
    std::string date, white, black, result, note;  ///< note: opening, event or what is wrong
    bool unfinished = false;
    std::optional<play::LibraryEntry> entry;  ///< of the library
    std::size_t number = 0;                   ///< in the file, from 0
  };

  /// Every game of the state folder, newest first.
  explicit GamesList(std::filesystem::path state);
  /// Every game of a PGN text.
  GamesList(std::filesystem::path file, std::string text);

  const std::string& title() const { return title_; }
  const std::vector<Row>& rows() const { return rows_; }
  const std::string& filter() const { return filter_; }
  std::size_t selected() const { return selected_; }
  bool is_library() const { return library_.has_value(); }

  void select(int step);
  void set_filter(std::string filter);
  Result<play::GameRecord, Error> load() const;
  /// The last position of the selected game; none if it cannot be read.
  std::optional<chess::Position> preview() const;
  /// Out of the list, not out of the world.
  Result<Ok, Error> put_away();

 private:
  void fill();

  std::string title_, filter_, text_;
  mutable std::optional<play::GameLibrary> library_;
  std::vector<Row> all_, rows_;
  std::size_t selected_ = 0;
  mutable std::size_t previewed_ = static_cast<std::size_t>(-1);
  mutable std::optional<chess::Position> preview_;
};

}  // namespace rookery::tui
