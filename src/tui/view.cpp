#include "tui/view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "notation/san.h"
#include "play/levels.h"
#include "tui/words.h"

namespace rookery::tui {

using chess::Color;
using chess::Move;
using chess::Piece;
using chess::PieceType;
using chess::Square;
using play::TimePoint;

namespace {

constexpr Style kBold{Tone::terminal, Tone::terminal, true};
constexpr Style kFaint{Tone::faint};
constexpr Style kAccent{Tone::accent, Tone::terminal, true};

/// With colours both sides have filled shapes; without, White's are outlines.
char32_t glyph(const App& app, Piece piece) {
  if (!app.unicode()) return static_cast<char32_t>(piece_char(piece));
  const int kind = index(type_of(piece));
  const bool outline = !app.colour() && color_of(piece) == Color::white;
  return (outline ? U'\u2659' : U'\u265F') - static_cast<char32_t>(kind);
}

/// Characters that differ between Unicode and ASCII screens.
struct Signs {
  explicit Signs(bool unicode)
      : rule(unicode ? U'─' : U'-'),
        dot(unicode ? U'●' : U'*'),
        target(unicode ? U'•' : U'.'),
        shade(unicode ? U'░' : U':'),
        left(unicode ? "◂" : "<"),
        right(unicode ? "▸" : ">"),
        arrows(unicode ? "←↑↓→" : "Arrows"),
        dash(unicode ? "–" : "-"),
        rook(unicode ? "♜ " : "") {}
  char32_t rule, dot, target, shade;
  const char *left, *right, *arrows, *dash, *rook;
};

/// Short form for a card or a title: "You", "Sparrow (level 3)".
std::string short_title(const play::Session& session, Color c) {
  const std::string& spec = session.setup().player(c);
  if (spec == play::kHuman) return session.only_human() ? "You" : color_name(c);
  if (const play::Level* level = play::level_of_spec(spec))
    return fmt::format("{}, level {}", level->name, level->number);
  return spec;
}

void draw_bar(Canvas& canvas, int y) {
  canvas.fill(0, y, canvas.width(), 1, {Tone::bar_ink, Tone::bar});
}

// ---- the board

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
  canvas.text(0, layout.files_row(), score_text(*score), kFaint);
}

// ---- the panel

std::u32string captured_by(const App& app, Color side) {
  const chess::Game& game = app.session().game();
  int count[7] = {};
  for (std::size_t i = 0; i < game.moves().size(); ++i) {
    const chess::Position& before = game.position_after(i);
    const chess::Move m = game.moves()[i];
    if (before.side_to_move() == side && m.is_capture()) ++count[index(before.captured_type(m))];
  }
  std::u32string taken;
  for (const PieceType t :
       {PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight, PieceType::pawn})
    taken.append(static_cast<std::size_t>(count[index(t)]),
                 glyph(app, chess::make_piece(~side, t)));
  return taken;
}

void draw_card(const App& app, Color side, int y, const Layout& layout, TimePoint now,
               Canvas& canvas) {
  const play::Session& session = app.session();
  const Signs signs(app.unicode());
  const int x = layout.panel_x(), width = std::min(layout.panel_width(), 44);
  const bool to_move = !session.outcome() && session.position().side_to_move() == side;
  if (to_move) canvas.put(x, y, signs.dot, {Tone::good, Tone::terminal, true});
  const play::Level* level = play::level_of_spec(session.setup().player(side));
  std::string title = level ? std::string(level->name) : short_title(session, side);
  if (title != color_name(side)) title += fmt::format(" ({})", color_name(side));
  int room = width - 2;
  if (session.setup().clock) {
    const auto left = session.left(side, now);
    const std::string time = fmt::format(" {} ", play::clock_text(left));
    const int at = x + width - text_width(time);
    Style style = kBold;
    style.reverse = to_move;
    if (left < std::chrono::seconds(20)) style.ink = Tone::bad;
    canvas.text(at, y, time, style);
    room = at - x - 3;
  }
  canvas.text_within(x + 2, y, room, title, to_move ? kBold : Style{});
  int end = canvas.text(x + 2, y + 1, encode_utf8(captured_by(app, side)), kFaint);
  const int balance = material_balance(session.position()) * (side == Color::white ? 1 : -1);
  if (balance > 0) canvas.text(end > x + 2 ? end + 1 : end, y + 1, fmt::format("+{}", balance));
}

void draw_rule(const App& app, int y, const Layout& layout, std::string_view title,
               Canvas& canvas) {
  const int x = layout.panel_x(), width = std::min(layout.panel_width(), 44);
  canvas.fill(x, y, width, 1, kFaint, Signs(app.unicode()).rule);
  if (!title.empty()) canvas.text(x + 2, y, fmt::format(" {} ", title), kFaint);
}

void draw_moves(const App& app, int top, int rows, const Layout& layout, Canvas& canvas) {
  const chess::Game& game = app.session().game();
  const bool black_first = game.start().side_to_move() == Color::black;
  const int plies = static_cast<int>(game.ply());
  const int lines = (plies + black_first + 1) / 2;
  const int scroll = std::clamp(app.list_scroll(), 0, std::max(0, lines - rows));
  const int first = std::max(0, lines - rows - scroll);
  for (int i = 0; i < rows && first + i < lines; ++i) {
    const int line = first + i, y = top + i, x = layout.panel_x();
    canvas.text(x, y, fmt::format("{:>3}.", game.start().fullmove_number() + line), kFaint);
    for (int half = 0; half < 2; ++half) {
      const int ply = 2 * line + half - black_first;
      if (ply < 0) canvas.text(x + 5, y, "...", kFaint);
      if (ply < 0 || ply >= plies) continue;
      const auto at = static_cast<std::size_t>(ply);
      canvas.text(x + 5 + half * 10, y, notation::to_san(game.position_after(at), game.moves()[at]),
                  ply == plies - 1 ? kBold : Style{});
    }
  }
  if (plies == 0) canvas.text(layout.panel_x() + 2, top, "No moves yet.", kFaint);
  if (scroll > 0)
    canvas.text(layout.panel_x() + 26, top + rows - 1, app.unicode() ? "▾" : "v", kAccent);
}

void draw_thinking(const App& app, int top, const Layout& layout, Canvas& canvas) {
  const play::Session& session = app.session();
  const int x = layout.panel_x(), width = std::min(layout.panel_width(), 44);
  const auto info = session.thinking();
  if (!info) {
    canvas.text(x + 2, top, session.is_thinking() ? "..." : "Nothing yet.", kFaint);
    return;
  }
  // The report belongs to the position it was made for: now, or before the agent's last move.
  const chess::Game& game = session.game();
  std::size_t root = game.ply();
  if (!session.is_thinking())
    while (root > 0 && !session.record().plies[root - 1].info) --root;
  if (!session.is_thinking() && root > 0) --root;
  const chess::Position& position = game.position_after(root);
  const double seconds = std::chrono::duration<double>(info->time).count();
  canvas.text(x, top, score_text(white_view(info->score, position.side_to_move())), kBold);
  canvas.text(x + 8, top, fmt::format("depth {}", info->depth));
  const std::string speed =
      seconds > 0.001 ? fmt::format("{} n/s", number_text(static_cast<std::uint64_t>(
                                                  static_cast<double>(info->nodes) / seconds)))
                      : "";
  canvas.text_within(x + 18, top, width - 18, speed, kFaint);
  canvas.text_within(x, top + 1, width, fmt::format("{} nodes", number_text(info->nodes)), kFaint);
  const auto lines = wrap(line_text(position, info->pv, 12), width);
  for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 2); ++i)
    canvas.text(x, top + 2 + static_cast<int>(i), lines[i]);
}

void draw_panel(const App& app, const Layout& layout, TimePoint now, Canvas& canvas) {
  const Color above = app.is_flipped() ? Color::white : Color::black;
  const int bottom = std::min(layout.panel_bottom(), 40);
  draw_card(app, above, 1, layout, now, canvas);
  draw_rule(app, 3, layout, "moves", canvas);
  const int thinking_rows = app.shows_thinking() ? 5 : 0;
  draw_moves(app, 4, bottom - 6 - thinking_rows, layout, canvas);
  if (app.shows_thinking()) {
    draw_rule(app, bottom - 7, layout, "thinking", canvas);
    draw_thinking(app, bottom - 6, layout, canvas);
  }
  draw_rule(app, bottom - 2, layout, "", canvas);
  draw_card(app, ~above, bottom - 1, layout, now, canvas);
}

// ---- the lines below

void draw_status(const App& app, const Layout& layout, Canvas& canvas) {
  const play::Session& session = app.session();
  const int y = layout.message_row();
  const Color side = session.position().side_to_move();
  int x = 1;
  if (const auto outcome = session.outcome()) {
    x = canvas.text(x, y, outcome_text(*outcome), kAccent);
    x = canvas.text(x + 2, y, "m menu, u take back, s save", kFaint);
  } else {
    if (session.position().in_check())
      x = canvas.text(x, y, "Check! ", {Tone::bad, Tone::terminal, true});
    const char* doing = session.is_paused()     ? " to move (paused)"
                        : session.is_thinking() ? " is thinking"
                                                : " to move";
    const std::string who = session.is_thinking() ? short_title(session, side) : color_name(side);
    x = canvas.text(x, y, who + doing, kBold);
    if (session.is_thinking() && session.has_human())
      x = canvas.text(x + 2, y, "Esc: move now", kFaint);
  }
  if (app.message().empty()) return;
  canvas.text_within(x + 2, y, layout.width - x - 3, app.message(),
                     app.message_is_error() ? Style{Tone::bad} : Style{Tone::accent});
}

void draw_prompt_line(const App& app, const Layout& layout, Canvas& canvas) {
  const play::Session& session = app.session();
  const int y = layout.prompt_row();
  if (!app.typed().empty()) {
    int x = canvas.text(1, y, "Move: ", kFaint);
    x = canvas.text(x, y, app.typed(), kBold);
    canvas.put(x, y, U'_', kAccent);
  } else if (session.hint()) {
    const search::SearchInfo& hint = *session.hint();
    const auto& position = session.position();
    int x = canvas.text(1, y, "Hint: ", kAccent);
    x = canvas.text(x, y, line_text(position, hint.pv, 1), kBold);
    canvas.text_within(x, y, layout.width - x - 1,
                       fmt::format(", {} ({}): {}", reason_text(position, hint),
                                   score_text(white_view(hint.score, position.side_to_move())),
                                   line_text(position, hint.pv, 8)));
  } else if (session.is_human_turn()) {
    canvas.text(1, y,
                fmt::format("{} and Enter, the mouse, or type a move: e4, Nf3, e2e4",
                            Signs(app.unicode()).arrows),
                kFaint);
  } else if (!session.has_human() && !session.outcome()) {
    canvas.text(1, y, "Space pauses and goes on; m leads back to the menu", kFaint);
  }
}

void draw_footer(const App& app, const Layout& layout, Canvas& canvas) {
  draw_bar(canvas, layout.footer_row());
  int x = 1;
  const auto item = [&](std::string_view key, std::string_view label) {
    x = canvas.text(x, layout.footer_row(), key, {Tone::bar_key, Tone::bar, true});
    x = canvas.text(x + 1, layout.footer_row(), label, {Tone::bar_ink, Tone::bar}) + 2;
  };
  if (app.in_menu()) {
    const Signs signs(app.unicode());
    item(signs.arrows, "choose");
    item("Enter", "go");
    item("1-9,0", "level");
    item("o", "open");
    item("?", "help");
    item("q", "quit");
    return;
  }
  for (const CommandInfo& info : kCommands)
    if (!info.label.empty()) item(info.keys, info.label);
}

void draw_title(const App& app, const Layout& layout, Canvas& canvas) {
  const Signs signs(app.unicode());
  draw_bar(canvas, 0);
  canvas.text(1, 0, fmt::format("{}Rookery", signs.rook), {Tone::bar_key, Tone::bar, true});
  if (app.in_menu()) return;
  const play::Session& session = app.session();
  std::string text = fmt::format("{} {} {}", short_title(session, Color::white), signs.dash,
                                 short_title(session, Color::black));
  if (session.setup().clock) text += "   " + play::to_text(*session.setup().clock);
  if (session.setup().chess960) text += "   Chess960";
  canvas.text_within(14, 0, layout.width - 15, text, {Tone::bar_ink, Tone::bar});
}

// ---- the menu

void draw_menu(const App& app, const Layout& layout, Canvas& canvas) {
  const Signs signs(app.unicode());
  const Menu& menu = app.menu();
  const int x = std::max(4, (layout.width - 64) / 2);
  int y = std::max(2, (layout.height - 20) / 2);
  if (app.unicode()) {
    const char* pieces = "♜   ♞   ♝   ♛   ♚   ♝   ♞   ♜";
    canvas.text((layout.width - text_width(pieces)) / 2, y, pieces, kAccent);
  }
  const std::string_view title = "R O O K E R Y";
  canvas.text((layout.width - text_width(title)) / 2, y + 2, title, kBold);
  const std::string_view subtitle = "a colony of chess minds";
  canvas.text((layout.width - text_width(subtitle)) / 2, y + 3, subtitle, kFaint);
  y += 5;
  for (const Menu::Row row : menu.rows()) {
    const bool selected = row == menu.selected();
    const std::string value = menu.value(row);
    if (value.empty() && (row == Menu::Row::begin || row == Menu::Row::mode)) ++y;
    Style style =
        selected && app.colour() ? Style{Tone::box_choice_ink, Tone::box_choice} : Style{};
    style.bold = selected;
    style.reverse = selected && !app.colour();
    if (selected) canvas.fill(x, y, 64, 1, style);
    canvas.text(x + 1, y, selected ? signs.right : " ", style);
    canvas.text(x + 3, y, Menu::label(row), style);
    if (!value.empty()) {
      Style value_style = selected ? style : kBold;
      int end = canvas.text(x + 15, y, fmt::format("{} ", signs.left), selected ? style : kFaint);
      end = canvas.text_within(end, y, 44, value, value_style);
      canvas.text(end, y, fmt::format(" {}", signs.right), selected ? style : kFaint);
    }
    ++y;
    if (row == Menu::Row::resume) ++y;
  }
  if (!app.message().empty())
    canvas.text_within(x + 1, y + 1, 62, app.message(), {Tone::bad});
  else
    canvas.text_within(x + 1, y + 1, 62, menu.about(), kFaint);
}

// ---- dialogs

/// A box in the middle with room for `rows` lines; returns the place of the first.
std::pair<int, int> draw_box(const App& app, const Layout& layout, int width, int rows,
                             Canvas& canvas) {
  const int x = (layout.width - width) / 2, y = std::max(0, (layout.height - rows - 2) / 2);
  const Style style = app.colour() ? Style{Tone::box_ink, Tone::box} : Style{};
  canvas.fill(x, y, width, rows + 2, style);
  const bool u = app.unicode();
  canvas.fill(x, y, width, 1, style, u ? U'─' : U'-');
  canvas.fill(x, y + rows + 1, width, 1, style, u ? U'─' : U'-');
  canvas.fill(x, y, 1, rows + 2, style, u ? U'│' : U'|');
  canvas.fill(x + width - 1, y, 1, rows + 2, style, u ? U'│' : U'|');
  canvas.put(x, y, u ? U'╭' : U'+', style);
  canvas.put(x + width - 1, y, u ? U'╮' : U'+', style);
  canvas.put(x, y + rows + 1, u ? U'╰' : U'+', style);
  canvas.put(x + width - 1, y + rows + 1, u ? U'╯' : U'+', style);
  return {x + 2, y + 1};
}

void draw_help(const App& app, const Layout& layout, Canvas& canvas) {
  const Style style = app.colour() ? Style{Tone::box_ink, Tone::box} : Style{};
  Style key = style;
  key.bold = true;
  if (app.colour()) key.ink = Tone::bar_key;
  const int rows = 22;
  auto [x, y] = draw_box(app, layout, 76, rows, canvas);
  const auto line = [&, x = x, &y = y](std::string_view keys, std::string_view text) {
    canvas.text(x, y, keys, key);
    canvas.text(x + 12, y++, text, style);
  };
  line("Arrows", "move the cursor; Enter picks a piece up and puts it down");
  line("Mouse", "click or drag a piece; right button lets it go; wheel scrolls");
  line("a move", "e4  Nf3  O-O  e8=Q  e2e4  pe2e4, then Enter; Esc clears");
  for (const CommandInfo& info : kCommands) {
    canvas.text(x, y, info.keys, key);
    canvas.text(x + 12, y, info.help, style);
    if (info.word != info.keys) canvas.text(x + 58, y, fmt::format("or '{}'", info.word), style);
    ++y;
  }
  line("PgUp PgDn", "scroll the moves; Tab: turn the board; Esc: drop, move now");
}

struct DialogDrawer {
  const App& app;
  const Layout& layout;
  Canvas& canvas;
  Style ink() const { return app.colour() ? Style{Tone::box_ink, Tone::box} : Style{}; }
  Style bold() const {
    Style s = ink();
    s.bold = true;
    return s;
  }

  void operator()(std::monostate) const {}
  void operator()(const HelpPage&) const { draw_help(app, layout, canvas); }

  void operator()(const Prompt& prompt) const {
    auto [x, y] = draw_box(app, layout, 60, 5, canvas);
    canvas.text(x, y, prompt.title, bold());
    // The end of a long text is where the typing happens.
    std::u32string text = decode_utf8(prompt.text);
    if (text.size() > 52) text = text.substr(text.size() - 52);
    const int end = canvas.text(x, y + 1, "> " + encode_utf8(text), ink());
    canvas.put(end, y + 1, U'_', bold());
    const auto error = wrap(prompt.error, 56);
    for (std::size_t i = 0; i < std::min<std::size_t>(2, error.size()); ++i)
      canvas.text_within(x, y + 2 + static_cast<int>(i), 56, error[i], bold());
    canvas.text(x, y + 4, "Enter: go   Esc: back", ink());
  }

  void operator()(const Question& question) const {
    const auto detail = wrap(question.detail, 52);
    const int rows = 3 + static_cast<int>(detail.size());
    auto [x, y] = draw_box(app, layout, 56, rows, canvas);
    canvas.text(x, y++, question.text, bold());
    for (const std::string& line : detail) canvas.text_within(x, y++, 52, line, ink());
    canvas.text(x, y + 1, "y / Enter: yes   n / Esc: no", ink());
  }

  void operator()(const PromotionPicker& picker) const {
    const Color side = app.session().position().side_to_move();
    auto [x, y] = draw_box(app, layout, 48, 5, canvas);
    canvas.text(x, y, "Promote to", bold());
    for (int i = 0; i < 4; ++i) {
      const PieceType type = kPromotionTypes[i];
      Style style = bold();
      if (i == picker.choice) {
        if (app.colour())
          style = {Tone::box_choice_ink, Tone::box_choice, true};
        else
          style.reverse = true;
      }
      const std::u32string sign(1, glyph(app, chess::make_piece(side, type)));
      canvas.text(
          x + i * 11, y + 2,
          fmt::format(" {}{} ", app.unicode() ? encode_utf8(sign) + " " : "", piece_name(type)),
          style);
    }
    canvas.text(x, y + 4, "Arrows, Enter, or q r b n", ink());
  }
};

}  // namespace

void draw(const App& app, TimePoint now, Canvas& canvas) {
  const Layout layout{canvas.width(), canvas.height()};
  if (!layout.fits()) {
    const std::string need = fmt::format("Rookery needs {}x{}.", kMinWidth, kMinHeight);
    const std::string have = fmt::format("This window is {}x{}.", layout.width, layout.height);
    const int y = std::max(0, layout.height / 2 - 2);
    const auto centre = [&](int row, const std::string& text, Style style) {
      canvas.text(std::max(0, (layout.width - text_width(text)) / 2), row, text, style);
    };
    centre(y, need, kBold);
    centre(y + 1, have, {});
    centre(y + 2, "Please make it larger;", kFaint);
    centre(y + 3, "your game is safe.", kFaint);
    return;
  }
  draw_title(app, layout, canvas);
  if (app.in_menu()) {
    draw_menu(app, layout, canvas);
  } else {
    draw_board(app, layout, canvas);
    draw_evaluation(app, layout, canvas);
    draw_panel(app, layout, now, canvas);
    draw_status(app, layout, canvas);
    draw_prompt_line(app, layout, canvas);
  }
  draw_footer(app, layout, canvas);
  std::visit(DialogDrawer{app, layout, canvas}, app.dialog());
}

}  // namespace rookery::tui
