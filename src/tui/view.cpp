#include "tui/view.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "notation/san.h"
#include "notation/words.h"
#include "play/levels.h"
#include "play/opening_names.h"
#include "play/words.h"
#include "tui/board_view.h"
#include "tui/dialog_view.h"
#include "tui/list_view.h"
#include "tui/signs.h"

namespace rookery::tui {

using chess::Color;
using chess::PieceType;
using play::TimePoint;

namespace {

/// Short form for a card or a title: "You", "Sparrow (level 3)".
std::string short_title(const play::Session& session, Color c) {
  const play::PlayerSpec& player = session.setup().player(c);
  if (player.is_human() && !player.is_missing()) {
    if (session.only_human()) return "You";
    const auto& origin = session.record().origin;  // a game of another program keeps its players
    const std::string_view name =
        origin ? origin->tag(c == Color::white ? "White" : "Black") : std::string_view();
    return name.empty() || name == "?" || name == "Human" ? notation::color_name(c)
                                                          : printable(name);
  }
  if (const play::Level* level = player.level())
    return fmt::format("{}, level {}", level->name, level->number);
  return player.title();
}

void draw_bar(Canvas& canvas, int y) {
  canvas.fill(0, y, canvas.width(), 1, {Tone::bar_ink, Tone::bar});
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
  const play::Level* level = session.setup().player(side).level();
  std::string title = level ? std::string(level->name) : short_title(session, side);
  if (title != notation::color_name(side))
    title += fmt::format(" ({})", notation::color_name(side));
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
  const int balance =
      notation::material_balance(session.position()) * (side == Color::white ? 1 : -1);
  if (balance > 0) canvas.text(end > x + 2 ? end + 1 : end, y + 1, fmt::format("+{}", balance));
}

void draw_rule(const App& app, int y, const Layout& layout, std::string_view title,
               Canvas& canvas) {
  const int x = layout.panel_x(), width = std::min(layout.panel_width(), 44);
  canvas.fill(x, y, width, 1, kFaint, Signs(app.unicode()).rule);
  if (!title.empty()) canvas.text_within(x + 2, y, width - 3, fmt::format(" {} ", title), kFaint);
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
      canvas.text(x + 5 + half * (layout.is_compact() ? 8 : 10), y,
                  notation::to_san(game.position_after(at), game.moves()[at]),
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
  canvas.text(x, top, play::score_text(info->score.for_white(position.side_to_move())), kBold);
  canvas.text(x + 8, top, fmt::format("depth {}", info->depth));
  const std::string speed = info->time > std::chrono::milliseconds(1)
                                ? fmt::format("{} n/s", play::number_text(info->nodes_per_second()))
                                : "";
  canvas.text_within(x + 18, top, width - 18, speed, kFaint);
  canvas.text_within(x, top + 1, width, fmt::format("{} nodes", play::number_text(info->nodes)),
                     kFaint);
  const auto lines = wrap(notation::line_text(position, info->pv, 12), width);
  for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 2); ++i)
    canvas.text(x, top + 2 + static_cast<int>(i), lines[i]);
}

void draw_panel(const App& app, const Layout& layout, TimePoint now, Canvas& canvas) {
  const Color above = app.is_flipped() ? Color::white : Color::black;
  const int bottom = std::min(layout.panel_bottom(), 60);
  const std::string_view opening = play::opening_name(app.session().game());
  draw_card(app, above, 1, layout, now, canvas);
  draw_rule(app, 3, layout, opening.empty() ? "moves" : opening, canvas);
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
    x = canvas.text_within(x, y, layout.width - 2, notation::outcome_text(*outcome), kAccent);
  } else {
    if (session.position().in_check())
      x = canvas.text(x, y, "Check! ", {Tone::bad, Tone::terminal, true});
    const char* doing = session.is_paused()     ? " to move (paused)"
                        : session.is_thinking() ? " is thinking"
                                                : " to move";
    const std::string who =
        session.is_thinking() ? short_title(session, side) : notation::color_name(side);
    x = canvas.text(x, y, who + doing, kBold);
    if (session.is_thinking() && session.has_human() && app.message().empty())
      x = canvas.text(x + 2, y, "Esc: move now", kFaint);
  }
  if (app.message().empty()) return;
  const Style style = app.message_is_error() ? Style{Tone::bad} : Style{Tone::accent};
  if (x + 3 + text_width(app.message()) <= layout.width) {
    canvas.text(x + 2, y, app.message(), style);
    return;
  }
  // Too long to stand beside the rest: in the lines of its own, whole if two are enough.
  const auto lines = wrap(app.message(), layout.width - 2);
  const int rows = layout.prompt_row() - y + 1;
  int at = lines.size() > 1 || rows == 1 ? y : layout.prompt_row();
  for (const std::string& line : lines) {
    if (at > layout.prompt_row()) break;
    canvas.fill(0, at, layout.width, 1, {});
    canvas.text_within(1, at++, layout.width - 2, line, style);
  }
}

/// Move, reason and score; then as much of the line as there is room for, in whole moves.
void draw_hint(const App& app, const Layout& layout, Canvas& canvas) {
  const play::Session& session = app.session();
  const search::SearchInfo& hint = *session.hint();
  if (hint.pv.empty()) return;
  const chess::Position& position = session.position();
  const int y = layout.prompt_row(), right = layout.width - 1;
  int x = canvas.text(1, y, "Hint: ", kAccent);
  x = canvas.text(x, y, notation::to_san(position, hint.pv[0]), kBold);
  const std::string why =
      fmt::format(", {} ({})", play::reason_text(position, hint),
                  play::score_text(hint.score.for_white(position.side_to_move())));
  x = canvas.text_within(x, y, right - x,
                         app.hint_reason().empty() ? why : ". " + app.hint_reason());
  if (!app.hint_reason().empty()) return;
  chess::Position after = position;
  after.make_move(hint.pv[0]);
  for (std::size_t plies = std::min<std::size_t>(7, hint.pv.size() - 1); plies > 0; --plies) {
    const std::string line =
        fmt::format("; then {}", notation::line_text(after, std::span(hint.pv).subspan(1), plies));
    if (x + text_width(line) > right) continue;
    canvas.text(x, y, line);
    return;
  }
}

void draw_prompt_line(const App& app, const Layout& layout, Canvas& canvas) {
  const play::Session& session = app.session();
  const int y = layout.prompt_row();
  if (!app.typed().empty()) {
    canvas.fill(0, y, layout.width, 1, {});
    int x = canvas.text(1, y, "> ", kFaint);
    // The end of a long line is where the typing happens.
    std::u32string text = decode_utf8(app.typed());
    const auto room = static_cast<std::size_t>(layout.width - 6);
    if (text.size() > room) text = text.substr(text.size() - room);
    x = canvas.text(x, y, encode_utf8(text), kBold);
    canvas.put(x, y, U'_', kAccent);
    return;
  }
  if (session.hint() && !session.outcome()) {
    canvas.fill(0, y, layout.width, 1, {});
    return draw_hint(app, layout, canvas);
  }
  // One line for both, or a long message: the status has it.
  if (layout.is_compact() || !canvas.line(y).empty()) return;
  std::string text;
  if (session.outcome())
    text = "v reviews the game. rematch, menu, undo, save: type the word, then Enter";
  else if (!app.queued().empty())
    text = fmt::format("Next: {}", app.queued());
  else if (session.is_human_turn())
    text = fmt::format("{} and Enter, the mouse, or type: e4, Nf3, e2e4, hint, help",
                       Signs(app.unicode()).arrows);
  else if (!session.has_human())
    text = fmt::format("Space pauses, '.' steps, + and - change the speed ({:g} s), menu leaves",
                       static_cast<double>(app.pace().count()) / 1000);
  canvas.text_within(1, y, layout.width - 2, text, kFaint);
}

void draw_footer(const App& app, const Layout& layout, Canvas& canvas) {
  draw_bar(canvas, layout.footer_row());
  int x = 1;
  const auto item = [&](std::string_view key, std::string_view label) {
    x = canvas.text(x, layout.footer_row(), key, {Tone::bar_key, Tone::bar, true});
    x = canvas.text(x + 1, layout.footer_row(), label, {Tone::bar_ink, Tone::bar}) + 2;
  };
  const auto key_of = [](const CommandInfo& info) {
    return info.function ? fmt::format("F{}", info.function) : std::string(info.word);
  };
  const Signs signs(app.unicode());
  switch (app.screen()) {
    case App::Screen::menu:
      item(signs.arrows, "choose");
      item("Enter", "go");
      item(fmt::format("1-{}", play::levels().size()), "level");
      for (const Command c : {Command::help, Command::games, Command::quit})
        item(key_of(info_of(c)), info_of(c).word);
      return;
    case App::Screen::games:
      item(signs.arrows, "choose");
      item("Enter", "open");
      item("Esc", "back");
      return;
    case App::Screen::editor:
      item(signs.arrows, "go");
      item("Enter", "play");
      item("Esc", "back");
      return;
    default:
      break;
  }
  for (const CommandInfo& info : kCommands) {
    if (info.label.empty()) continue;
    if (x + text_width(key_of(info)) + 1 + text_width(info.label) > layout.width) return;
    if (info.function)
      item(key_of(info), info.label);
    else
      item(info.word, "");
  }
}

void draw_title(const App& app, const Layout& layout, Canvas& canvas) {
  const Signs signs(app.unicode());
  draw_bar(canvas, 0);
  canvas.text(1, 0, fmt::format("{}Rookery", signs.rook), {Tone::bar_key, Tone::bar, true});
  if (app.screen() != App::Screen::game) return;
  const play::Session& session = app.session();
  std::string text = fmt::format("{} {} {}", short_title(session, Color::white), signs.dash,
                                 short_title(session, Color::black));
  if (session.setup().clock) text += "   " + play::to_text(*session.setup().clock);
  if (session.setup().chess960)
    text += app.chess960_number() ? fmt::format("   Chess960 no. {}", *app.chess960_number())
                                  : "   Chess960";
  canvas.text_within(14, 0, layout.width - 15, text, {Tone::bar_ink, Tone::bar});
}

// ---- the menu

void draw_menu(const App& app, const Layout& layout, Canvas& canvas) {
  const Signs signs(app.unicode());
  const Menu& menu = app.menu();
  const int width = std::min(64, layout.width - 4);
  const int x = (layout.width - width) / 2;
  int y = layout.is_compact() ? -1 : std::max(1, (layout.height - 22) / 2);
  if (app.unicode() && !layout.is_compact()) {
    const char* pieces = "♜   ♞   ♝   ♛   ♚   ♝   ♞   ♜";
    canvas.text((layout.width - text_width(pieces)) / 2, y, pieces, kAccent);
  }
  const std::string_view title = "R O O K E R Y";
  canvas.text((layout.width - text_width(title)) / 2, y + 2, title, kBold);
  const std::string_view subtitle = "a colony of chess minds";
  if (!layout.is_compact())
    canvas.text((layout.width - text_width(subtitle)) / 2, y + 3, subtitle, kFaint);
  y += layout.is_compact() ? 3 : 5;
  for (const Menu::Row row : menu.rows()) {
    const bool selected = row == menu.selected();
    const std::string value = menu.value(row);
    if (value.empty() && (row == Menu::Row::begin || row == Menu::Row::mode)) ++y;
    Style style =
        selected && app.colour() ? Style{Tone::box_choice_ink, Tone::box_choice} : Style{};
    style.bold = selected;
    style.reverse = selected && !app.colour();
    if (selected) canvas.fill(x, y, width, 1, style);
    canvas.text(x + 1, y, selected ? signs.right : " ", style);
    canvas.text(x + 3, y, menu.label(row), style);
    if (!value.empty()) {
      Style value_style = selected ? style : kBold;
      int end = canvas.text(x + 15, y, fmt::format("{} ", signs.left), selected ? style : kFaint);
      end = canvas.text_within(end, y, width - 20, value, value_style);
      canvas.text(end, y, fmt::format(" {}", signs.right), selected ? style : kFaint);
    }
    ++y;
    if (row == Menu::Row::resume) ++y;
  }
  if (!app.typed().empty()) {
    const int end = canvas.text(x + 1, y + 1, "> " + app.typed(), kBold);
    canvas.put(end, y + 1, U'_', kAccent);
  } else if (!app.message().empty()) {
    for (const std::string& line : wrap(app.message(), width - 2))
      canvas.text_within(x + 1, ++y, width - 2, line,
                         app.message_is_error() ? Style{Tone::bad} : Style{Tone::accent});
  } else {
    for (const std::string& line : wrap(menu.about(), width - 2))
      if (y + 1 < layout.footer_row()) canvas.text_within(x + 1, ++y, width - 2, line, kFaint);
  }
}

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
  switch (app.screen()) {
    case App::Screen::menu:
      draw_menu(app, layout, canvas);
      break;
    case App::Screen::game:
      draw_board(app, scene_of_game(app), layout, canvas);
      if (const auto& score = app.session().evaluation(); score && app.shows_evaluation())
        draw_evaluation(app, *score, layout, canvas);
      draw_panel(app, layout, now, canvas);
      draw_status(app, layout, canvas);
      draw_prompt_line(app, layout, canvas);
      break;
    case App::Screen::games:
      draw_games(app, layout, canvas);
      break;
    case App::Screen::replay:
      draw_replay(app, layout, canvas);
      break;
    case App::Screen::editor:
      draw_editor(app, layout, canvas);
      break;
  }
  draw_footer(app, layout, canvas);
  draw_dialog(app, layout, canvas);
}

}  // namespace rookery::tui
