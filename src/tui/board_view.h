// Draws a board of any size, its marks and the evaluation bar beside it.
#pragma once

#include <array>

#include "tui/app.h"
#include "tui/canvas.h"

namespace rookery::tui {

/// How a square is marked; a later one hides an earlier one.
enum class Mark { none, last, hint, target, check, hand, cursor };

/// What is to be drawn, whatever screen it belongs to.
struct BoardScene {
  std::array<chess::Piece, 64> pieces{};
  std::array<Mark, 64> marks{};
  std::array<bool, 64> dots{};  ///< empty squares where the piece in hand may go
  bool flipped = false;

  void place(const chess::Position& position);
  void mark(chess::Square square, Mark mark);
  void mark_move(const chess::Position& before, chess::Move move, Mark mark);
};

BoardScene scene_of_game(const App& app);
BoardScene scene_of_replay(const App& app);
BoardScene scene_of_editor(const App& app);

void draw_board(const App& app, const BoardScene& scene, const Layout& layout, Canvas& canvas);
/// Eight lines of three columns a square, for lists.
void draw_small_board(const App& app, const chess::Position& position, int x, int y,
                      Canvas& canvas);
/// White's view.
void draw_evaluation(const App& app, const search::Score& score, const Layout& layout,
                     Canvas& canvas);
/// The share of the bar that is White's.
double white_share(const search::Score& score);

}  // namespace rookery::tui
