#include "tui/board_view.h"

#include <algorithm>
#include <cmath>

#include "play/words.h"
#include "tui/pieces.h"
#include "tui/signs.h"

namespace rookery::tui {

using chess::Color;
using chess::Move;
using chess::Piece;
using chess::Square;

namespace {

std::size_t at(Square s) { return static_cast<std::size_t>(index(s)); }
bool is_light(Square s) { return chess::kLightSquares >> index(s) & 1; }

Tone square_tone(Square s, Mark mark) {
  const bool light = is_light(s);
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

/// One piece in one character: in colours on a token of its side, so that it can be told from any
/// square; in hand in green.
void draw_character(const App& app, Piece piece, bool in_hand, Tone paper, int x, int y, int width,
                    Canvas& canvas) {
  const int middle = x + (width - 1) / 2;
  if (!app.colour()) return canvas.put(x + width / 2, y, glyph(app, piece), kBold);
  if (in_hand) return canvas.put(middle, y, glyph(app, piece), {Tone::hand_piece, paper, true});
  const bool white = color_of(piece) == Color::white;
  const Style token{white ? Tone::white_token_ink : Tone::black_token_ink,
                    white ? Tone::white_token : Tone::black_token, !white};
  if (width >= 5)
    canvas.fill(middle - 1, y, 3, 1, token);
  else
    canvas.fill(middle, y, 2, 1, token);
  canvas.put(middle, y, glyph(app, piece), token);
}

/// The rows in which one square ends and the next begins.
void draw_half_rows(const BoardScene& scene, const Layout& layout, Canvas& canvas) {
  const auto tone = [&](int column, int row) {
    const Square s = Layout::square_at_place(column, row, scene.flipped);
    return square_tone(s, scene.marks[at(s)]);
  };
  const int w = layout.square_width();
  for (int row = 0; row <= 8; ++row)
    for (int column = 0; column < 8; ++column) {
      const Style style{tone(column, row == 0 ? 0 : row - 1),
                        row == 0 || row == 8 ? Tone::terminal : tone(column, row)};
      const char32_t sign = style.ink == style.paper ? U' ' : row == 0 ? U'▄' : U'▀';
      canvas.fill(Layout::board_x() + column * w, Layout::board_y() + 2 * row, w, 1, style, sign);
    }
}

}  // namespace

void BoardScene::place(const chess::Position& position) {
  for (int s = 0; s < 64; ++s)
    pieces[static_cast<std::size_t>(s)] = position.piece_on(chess::square_at(s));
}

void BoardScene::mark(Square square, Mark mark) {
  Mark& here = marks[at(square)];
  here = std::max(here, mark);
}

void BoardScene::mark_move(const chess::Position& before, Move move, Mark m) {
  mark(move.from(), m);
  mark(move.is_castling() ? chess::Position::castled_king(before.side_to_move(),
                                                          chess::Position::castling_side(move))
                          : move.to(),
       m);
}

BoardScene scene_of_game(const App& app) {
  BoardScene scene;
  const play::Session& session = app.session();
  const chess::Game& game = session.game();
  scene.place(game.position());
  scene.flipped = app.is_flipped();
  if (game.ply() > 0)
    scene.mark_move(game.position_after(game.ply() - 1), game.moves().back(), Mark::last);
  if (session.hint() && !session.hint()->pv.empty())
    scene.mark_move(game.position(), session.hint()->pv[0], Mark::hint);
  if (game.position().in_check())
    scene.mark(game.position().king_square(game.position().side_to_move()), Mark::check);
  if (app.in_hand()) {
    scene.mark(*app.in_hand(), Mark::hand);
    for (const auto& [target, move] : destinations(game, *app.in_hand())) {
      if (game.position().is_empty(target))
        scene.dots[at(target)] = true;
      else
        scene.mark(target, Mark::target);
    }
  }
  if (!session.outcome() && session.has_human()) scene.mark(app.cursor(), Mark::cursor);
  return scene;
}

BoardScene scene_of_replay(const App& app) {
  BoardScene scene;
  const Replay& replay = app.replay();
  scene.place(replay.position());
  scene.flipped = app.is_flipped();
  if (const auto move = replay.last_move(); move && *move)
    scene.mark_move(replay.tree().position(replay.tree().parent(replay.at())), *move, Mark::last);
  if (replay.position().in_check())
    scene.mark(replay.position().king_square(replay.position().side_to_move()), Mark::check);
  return scene;
}

BoardScene scene_of_editor(const App& app) {
  BoardScene scene;
  scene.pieces = app.editor().setup().board;
  scene.flipped = app.is_flipped();
  scene.mark(app.cursor(), Mark::cursor);
  return scene;
}

void draw_board(const App& app, const BoardScene& scene, const Layout& layout, Canvas& canvas) {
  const Signs signs(app.unicode());
  const int w = layout.square_width(), h = layout.square_height();
  const bool drawn = app.drawn() && app.colour() && app.unicode() && h >= kDrawnRows;
  for (int row = 0; row < 8; ++row) {
    const int y = layout.piece_row(row);
    const int top = Layout::board_y() + row * h;
    for (int column = 0; column < 8; ++column) {
      const Square s = Layout::square_at_place(column, row, scene.flipped);
      const Mark mark = scene.marks[at(s)];
      const int x = Layout::board_x() + column * w;
      const Tone paper = app.colour() ? square_tone(s, mark) : Tone::terminal;
      const char32_t ground = app.colour() || is_light(s) ? U' ' : signs.shade;
      canvas.fill(x, top, w, h, {Tone::terminal, paper}, ground);
      if (const char* brackets = mark_brackets(mark); brackets && !app.colour()) {
        canvas.put(x + w / 2 - 1, y, static_cast<char32_t>(brackets[0]), kBold);
        canvas.put(x + w / 2 + 1, y, static_cast<char32_t>(brackets[1]), kBold);
        canvas.put(x + w / 2, y, U' ');
      }
      const Piece piece = scene.pieces[at(s)];
      if (piece == Piece::none) {
        if (scene.dots[at(s)])
          canvas.put(x + (app.colour() ? (w - 1) / 2 : w / 2), y, signs.target,
                     {app.colour() ? Tone::dot : Tone::terminal, paper, true});
        continue;
      }
      const bool in_hand = mark == Mark::hand || (app.in_hand() == s && app.colour());
      if (!drawn) {
        draw_character(app, piece, in_hand, paper, x, y, w, canvas);
      } else if (color_of(piece) == Color::black) {
        const Tone ink = in_hand ? Tone::hand_piece : Tone::black_piece;
        draw_piece(canvas, x, top, w, h, type_of(piece), ink, ink, paper);
      } else {
        draw_piece(canvas, x, top, w, h, type_of(piece),
                   in_hand ? Tone::hand_piece : Tone::white_piece, Tone::white_outline, paper);
      }
    }
    canvas.put(Layout::board_x() - 2, y,
               static_cast<char32_t>(
                   chess::rank_char(rank_of(Layout::square_at_place(0, row, scene.flipped)))),
               kFaint);
  }
  if (layout.has_half_rows() && app.colour() && app.unicode())
    draw_half_rows(scene, layout, canvas);
  for (int column = 0; column < 8; ++column)
    canvas.put(Layout::board_x() + column * w + (w - 1) / 2, layout.files_row(),
               static_cast<char32_t>(
                   chess::file_char(file_of(Layout::square_at_place(column, 0, scene.flipped)))),
               kFaint);
}

void draw_small_board(const App& app, const chess::Position& position, int x, int y,
                      Canvas& canvas) {
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 8; ++column) {
      const Square s = Layout::square_at_place(column, row, false);
      const Piece piece = position.piece_on(s);
      const Tone paper = app.colour() ? square_tone(s, Mark::none) : Tone::terminal;
      const char32_t ground = app.colour() || is_light(s) ? U' ' : Signs(app.unicode()).shade;
      canvas.fill(x + 3 * column, y + row, 3, 1, {Tone::terminal, paper}, ground);
      if (piece == Piece::none) continue;
      if (!app.colour()) {
        canvas.put(x + 3 * column + 1, y + row, glyph(app, piece), kBold);
        continue;
      }
      // All in black, White's as outlines or capitals: every square is light enough for it.
      char32_t sign = glyph(app, piece);
      if (app.unicode() && color_of(piece) == Color::white) sign -= U'\u265F' - U'\u2659';
      canvas.put(x + 3 * column + 1, y + row, sign, {Tone::black_piece, paper});
    }
}

double white_share(const search::Score& score) {
  if (score.mate != 0) return score.mate > 0 ? 1 : 0;
  // Expected share of the point; 250 centipawns are about three quarters.
  return 1 / (1 + std::exp(-score.centipawns / 220.0));
}

void draw_evaluation(const App& app, const search::Score& score, const Layout& layout,
                     Canvas& canvas) {
  const double share = white_share(score);
  const int top = Layout::board_y(), rows = layout.board_height();
  const bool white_below = !app.is_flipped();
  // In eighths of a row from the bar's bottom.
  const int filled = static_cast<int>(std::lround((white_below ? share : 1 - share) * rows * 8));
  const Tone below = white_below ? Tone::white_side : Tone::black_side;
  const Tone above = white_below ? Tone::black_side : Tone::white_side;
  for (int i = 0; i < rows; ++i) {
    const int part = std::clamp(filled - i * 8, 0, 8);
    const int y = top + rows - 1 - i;
    if (!app.colour()) {
      canvas.fill(0, y, 2, 1, {}, (part >= 4) == white_below ? U'#' : U'.');
      continue;
    }
    // A frame, for one of the two colours may be the terminal's own.
    canvas.put(0, y, app.unicode() ? U'▐' : U'|', {Tone::bar_edge});
    canvas.put(2, y, app.unicode() ? U'▌' : U'|', {Tone::bar_edge});
    if (part == 0 || part == 8 || !app.unicode())
      canvas.put(1, y, U' ', {Tone::terminal, part >= 4 ? below : above});
    else
      canvas.put(1, y, U'▁' + static_cast<char32_t>(part - 1), {below, above});
  }
  canvas.text(0, layout.files_row(), play::score_text(score), kFaint);
}

}  // namespace rookery::tui
