#include "tui/board_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "play/words.h"
#include "tui/signs.h"

namespace rookery::tui {

using chess::Color;
using chess::Move;
using chess::Piece;
using chess::Square;

namespace {

/// How a square is marked; a later one hides an earlier one.
enum class Mark { none, last, hint, target, check, hand, cursor };

struct BoardMarks {
  std::array<Mark, 64> marks{};
  std::array<bool, 64> dots{};  ///< empty squares where the piece in hand may go
};

BoardMarks mark_squares(const App& app) {
  BoardMarks b;
  const play::Session& session = app.session();
  const auto set = [&b](Square s, Mark m) {
    Mark& mark = b.marks[static_cast<std::size_t>(index(s))];
    mark = std::max(mark, m);
  };
  const auto set_move = [&](const chess::Position& position, Move move, Mark m) {
    set(move.from(), m);
    set(move.is_castling() ? chess::Position::castled_king(position.side_to_move(),
                                                           chess::Position::castling_side(move))
                           : move.to(),
        m);
  };
  const chess::Game& game = session.game();
  if (game.ply() > 0)
    set_move(game.position_after(game.ply() - 1), game.moves().back(), Mark::last);
  if (session.hint() && !session.hint()->pv.empty())
    set_move(game.position(), session.hint()->pv[0], Mark::hint);
  if (game.position().in_check())
    set(game.position().king_square(game.position().side_to_move()), Mark::check);
  if (app.in_hand()) {
    set(*app.in_hand(), Mark::hand);
    for (const auto& [target, move] : destinations(game, *app.in_hand())) {
      if (game.position().is_empty(target))
        b.dots[static_cast<std::size_t>(index(target))] = true;
      else
        set(target, Mark::target);
    }
  }
  if (!session.outcome() && session.has_human()) set(app.cursor(), Mark::cursor);
  return b;
}

Tone square_tone(Square s, Mark mark) {
  const bool light = chess::kLightSquares >> index(s) & 1;
  switch (mark) {
    case Mark::none:
      return light ? Tone::light : Tone::dark;
    case Mark::last:
      return light ? Tone::light_last : Tone::dark_last;
    case Mark::hint:
      return light ? Tone::light_hint : Tone::dark_hint;
    case Mark::target:
      return light ? Tone::light_target : Tone::dark_target;
    case Mark::check:
      return Tone::check;
    case Mark::hand:
      return Tone::hand;
    case Mark::cursor:
      return Tone::cursor;
  }
  return Tone::light;
}

/// Without colours a mark is a pair of characters round the piece.
const char* mark_brackets(Mark mark) {
  switch (mark) {
    case Mark::none:
      return nullptr;
    case Mark::last:
      return "()";
    case Mark::hint:
      return "!!";
    case Mark::target:
      return "xx";
    case Mark::check:
      return "++";
    case Mark::hand:
      return "<>";
    case Mark::cursor:
      return "[]";
  }
  return nullptr;
}

/// Whether squares begin and end in the middle of a row; see Layout.
bool has_half_rows(const App& app, const Layout& layout) {
  return !layout.is_large() && app.unicode() && app.colour();
}

}  // namespace

void draw_board(const App& app, const Layout& layout, Canvas& canvas) {
  const Signs signs(app.unicode());
  const BoardMarks board = mark_squares(app);
  const chess::Position& position = app.session().position();
  const int w = layout.square_width(), h = layout.square_height();
  const bool half_rows = has_half_rows(app, layout);

  const auto square = [&](int column, int row) {
    return Layout::square_at_place(column, row, app.is_flipped());
  };
  const auto tone = [&](int column, int row) {
    const Square s = square(column, row);
    return square_tone(s, board.marks[static_cast<std::size_t>(index(s))]);
  };

  for (int row = 0; row < 8; ++row) {
    const int y = layout.piece_row(row);
    for (int column = 0; column < 8; ++column) {
      const Square s = square(column, row);
      const auto i = static_cast<std::size_t>(index(s));
      const int x = Layout::board_x() + column * w;
      Style style;
      char32_t ground = U' ';
      if (app.colour())
        style.paper = tone(column, row);
      else if (!(chess::kLightSquares >> index(s) & 1))
        ground = signs.shade;
      canvas.fill(x, half_rows ? y : y - 1, w, half_rows ? 1 : h, style, ground);
      if (const char* brackets = mark_brackets(board.marks[i]); brackets && !app.colour()) {
        canvas.put(x + w / 2 - 1, y, static_cast<char32_t>(brackets[0]), kBold);
        canvas.put(x + w / 2 + 1, y, static_cast<char32_t>(brackets[1]), kBold);
        canvas.put(x + w / 2, y, U' ');
      }
      const Piece piece = position.piece_on(s);
      style.bold = true;
      if (piece != Piece::none) {
        if (app.colour())
          style.ink = app.in_hand() == s                ? Tone::hand_piece
                      : color_of(piece) == Color::white ? Tone::white_piece
                                                        : Tone::black_piece;
        canvas.put(x + w / 2, y, glyph(app, piece), style);
      } else if (board.dots[i]) {
        if (app.colour()) style.ink = Tone::dot;
        canvas.put(x + w / 2, y, signs.target, style);
      }
    }
    canvas.put(Layout::board_x() - 2, y,
               static_cast<char32_t>(chess::rank_char(rank_of(square(0, row)))), kFaint);
  }
  if (half_rows) {  // the rows in which one square ends and the next begins
    for (int row = 0; row <= 8; ++row)
      for (int column = 0; column < 8; ++column) {
        Style style{row == 0 ? tone(column, 0) : tone(column, row - 1),
                    row == 0 || row == 8 ? Tone::terminal : tone(column, row)};
        const bool same = style.ink == style.paper;
        canvas.fill(Layout::board_x() + column * w, layout.piece_row(row) - 1, w, 1, style,
                    same       ? U' '
                    : row == 0 ? U'▄'
                               : U'▀');
      }
  }
  for (int column = 0; column < 8; ++column)
    canvas.put(Layout::board_x() + column * w + w / 2, layout.files_row(),
               static_cast<char32_t>(chess::file_char(file_of(square(column, 0)))), kFaint);
}

void draw_evaluation(const App& app, const Layout& layout, Canvas& canvas) {
  if (!app.shows_evaluation()) return;
  const auto& score = app.session().evaluation();
  if (!score) return;
  // Expected share of the point; 250 centipawns are about three quarters.
  double share = 1 / (1 + std::exp(-score->centipawns / 220.0));
  if (score->mate != 0) share = score->mate > 0 ? 1 : 0;
  // In eighths of a row from the bar's bottom. Where the board begins in the middle of a row, so
  // does the bar.
  const int rows = layout.is_large() ? 24 : 16;
  const bool half_rows = has_half_rows(app, layout);
  const bool white_below = !app.is_flipped();
  const int filled = static_cast<int>(std::lround((white_below ? share : 1 - share) * rows * 8));
  const Tone below = white_below ? Tone::white_side : Tone::black_side;
  const Tone above = white_below ? Tone::black_side : Tone::white_side;
  const int bottom = layout.board_y() + rows - (half_rows ? 0 : 1);
  for (int i = 0; i < rows + half_rows; ++i) {
    const int part = std::clamp(filled - i * 8 + (half_rows ? 4 : 0), 0, 8);
    const int y = bottom - i;
    if (half_rows && (i == 0 || i == rows)) {
      canvas.fill(0, y, 2, 1, {part > 4 ? below : above}, i == 0 ? U'▀' : U'▄');
    } else if (!app.colour()) {
      canvas.fill(0, y, 2, 1, {}, (part >= 4) == white_below ? U'#' : U'.');
    } else if (part == 0 || part == 8 || !app.unicode()) {
      canvas.fill(0, y, 2, 1, {Tone::terminal, part >= 4 ? below : above});
    } else {
      canvas.fill(0, y, 2, 1, {below, above}, U'▁' + static_cast<char32_t>(part - 1));
    }
  }
  canvas.text(0, layout.files_row(), play::score_text(*score), kFaint);
}

}  // namespace rookery::tui
