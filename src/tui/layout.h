// Layout: where things stand on a screen of a given size; shared by the view and the mouse.
#pragma once

#include <algorithm>
#include <optional>

#include "chess/square.h"

namespace rookery::tui {

inline constexpr int kMinWidth = 80, kMinHeight = 24;

/// Two sizes of board. On small screens a square is two rows high and its upper and lower edges
/// run through the middle of a row (drawn with half blocks), so that the piece stands in the
/// centre.
struct Layout {
  int width = 0, height = 0;

  bool fits() const { return width >= kMinWidth && height >= kMinHeight; }
  bool is_large() const { return width >= 100 && height >= 32; }

  int square_width() const { return is_large() ? 7 : 5; }
  int square_height() const { return is_large() ? 3 : 2; }
  static constexpr int board_x() { return 5; }
  static constexpr int board_y() { return 1; }
  int board_width() const { return 8 * square_width(); }
  int board_height() const { return is_large() ? 24 : 17; }
  /// The row in which the pieces of a displayed row stand; 0 is the top one.
  int piece_row(int row) const { return board_y() + 1 + row * square_height(); }
  int files_row() const { return board_y() + board_height(); }

  int panel_x() const { return board_x() + board_width() + 3; }
  int panel_width() const { return width - panel_x() - 1; }
  int panel_bottom() const { return height - 4; }  ///< its last row
  int message_row() const { return height - 3; }
  int prompt_row() const { return height - 2; }
  int footer_row() const { return height - 1; }

  static chess::Square square_at_place(int column, int row, bool flipped) {
    return flipped ? chess::make_square(chess::file_at(7 - column), chess::rank_at(row))
                   : chess::make_square(chess::file_at(column), chess::rank_at(7 - row));
  }
  std::optional<chess::Square> square_under(int x, int y, bool flipped) const {
    const int column = x - board_x(), row = y - board_y();
    if (column < 0 || row < 0 || column >= board_width() || row >= board_height())
      return std::nullopt;
    return square_at_place(column / square_width(), std::min(7, row / square_height()), flipped);
  }
};

}  // namespace rookery::tui
