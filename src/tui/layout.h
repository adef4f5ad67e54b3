// Layout: where things stand on a screen of a given size; shared by the view and the mouse.
#pragma once

#include <algorithm>
#include <optional>

#include "chess/square.h"

namespace rookery::tui {

inline constexpr int kMinWidth = 60, kMinHeight = 20;

/// The board grows with the window; its squares are about as wide as high, a character being twice
/// as high as wide. On a compact screen (below 80x24) a square is 4x2 and the lines below the board
/// are one. At 80x24 a square is two rows high and its edges run through the middle of a row (drawn
/// with half blocks), so that the piece stands in the centre.
struct Layout {
  int width = 0, height = 0;

  bool fits() const { return width >= kMinWidth && height >= kMinHeight; }
  bool is_compact() const { return width < 80 || height < 24; }
  /// Squares that begin and end in the middle of a row.
  bool has_half_rows() const { return !is_compact() && square_height() == 2; }

  int square_height() const {
    if (is_compact()) return 2;
    int rows = 2;  // title, files, three lines below; the panel wants 30 columns
    for (int more = 3; more <= 12; ++more)
      if (board_y() + 8 * more + 4 <= height && board_x() + 8 * width_for(more) + 34 <= width)
        rows = more;
    return rows;
  }
  int square_width() const { return is_compact() ? 4 : width_for(square_height()); }
  static constexpr int board_x() { return 5; }
  static constexpr int board_y() { return 1; }
  int board_width() const { return 8 * square_width(); }
  int board_height() const { return 8 * square_height() + has_half_rows(); }
  /// The row in which the pieces of a displayed row stand; 0 is the top one.
  int piece_row(int row) const {
    return board_y() + row * square_height() + (is_compact() ? 0 : square_height() / 2);
  }
  int files_row() const { return board_y() + board_height(); }

  int panel_x() const { return board_x() + board_width() + (is_compact() ? 2 : 3); }
  int panel_width() const { return width - panel_x() - 1; }
  int panel_bottom() const { return height - (is_compact() ? 3 : 4); }  ///< its last row
  int message_row() const { return height - (is_compact() ? 2 : 3); }
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

 private:
  static constexpr int width_for(int rows) { return rows == 2 ? 5 : rows == 3 ? 7 : 2 * rows; }
};

}  // namespace rookery::tui
