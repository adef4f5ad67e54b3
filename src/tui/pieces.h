// Pieces drawn with quarter blocks, for squares of some size.
#pragma once

#include <vector>

#include "chess/piece.h"
#include "tui/canvas.h"

namespace rookery::tui {

/// Squares of at least this many rows have room for a shape.
inline constexpr int kDrawnRows = 4;

/// A piece's shape as two quarter blocks a column and a row: row by row, true inside.
std::vector<bool> piece_shape(chess::PieceType type, int width, int height);

/// Draws it on a square that is filled already. `outline` = `ink` for a shape without one.
void draw_piece(Canvas& canvas, int x, int y, int width, int height, chess::PieceType type,
                Tone ink, Tone outline, Tone paper);

}  // namespace rookery::tui
