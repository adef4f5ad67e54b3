// Menu: the choices before a game.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "play/preferences.h"
#include "play/session.h"

namespace rookery::tui {

class Menu {
 public:
  enum class Row {
    mode,
    opponent,
    color,
    white,
    black,
    clock,
    start,
    begin,
    resume,
    games,
    load,
    edit,
    quit
  };
  enum class Mode { against_engine, two_people, two_engines };
  struct Opponent {
    play::PlayerSpec player;
    std::string label, about;
  };

  Menu();

  /// What can be chosen now, top to bottom.
  std::vector<Row> rows() const;
  Row selected() const { return rows()[selected_]; }
  /// Up or down, round the ends.
  void select(int step);
  void select_row(Row row);
  /// Left or right in the selected row, round the ends.
  void change(int step);

  /// The words on the left and the value on the right; the value is empty for buttons.
  std::string label(Row row) const;
  std::string value(Row row) const;
  /// One line about the selected row.
  std::string about() const;

  /// Rows whose value is typed: after a change(), whether the person must be asked.
  bool wants_text(Row row) const;
  std::string& text(Row row) { return row == Row::clock ? clock_text_ : start_text_; }
  /// Checks a typed value.
  Result<Ok, Error> check_text(Row row) const;

  void set_resumable(bool resumable) { resumable_ = resumable; }
  /// The game is there already; only who plays it, above all `missing`, is asked. None: all again.
  void ask_players_only(std::optional<chess::Color> missing);
  void set_level(int level) { opponent_ = level - 1; }
  /// A position to begin with.
  void set_start(const std::string& fen);
  /// What was chosen the last time; and what is chosen now, as a patch of the preferences.
  void choose(const play::Preferences& preferences);
  json::Value chosen() const;
  /// `seed` decides the random colour, a random start and the levels' games.
  Result<play::GameSetup, Error> setup(std::uint64_t seed) const;
  /// Whether the person chose, or drew, Black.
  static bool plays_black(const play::GameSetup& setup);

 private:
  int* choice(Row row, int& count);
  Result<Ok, Error> set_start(play::GameSetup& setup, std::uint64_t seed) const;

  std::vector<Opponent> opponents_;
  std::size_t selected_ = 0;
  int mode_ = 0, opponent_ = 2, color_ = 0, white_ = 4, black_ = 5, clock_ = 0, start_ = 0;
  std::string clock_text_, start_text_;
  bool resumable_ = false, players_only_ = false;
};

}  // namespace rookery::tui
