#include "tui/list_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/printable.h"
#include "notation/san.h"
#include "notation/words.h"
#include "play/words.h"
#include "tui/board_view.h"
#include "tui/signs.h"

namespace rookery::tui {

using chess::Color;

namespace {

constexpr int kSmallBoard = 24;  // columns

Style choice_style(const App& app, bool selected) {
  Style style = selected && app.colour() ? Style{Tone::box_choice_ink, Tone::box_choice} : Style{};
  style.reverse = selected && !app.colour();
  return style;
}

std::string name_or(const std::string& name) { return name.empty() ? "?" : printable(name); }

/// "12... Nf6!": the move that led to a node.
std::string move_text(const chess::GameTree& tree, chess::NodeId id) {
  const chess::Position before = tree.position(tree.parent(id));
  if (!tree.move(id)) return "--";
  std::string text = fmt::format("{}{} {}", before.fullmove_number(),
                                 before.side_to_move() == Color::white ? "." : "...",
                                 notation::to_san(before, tree.move(id)));
  constexpr const char* kSigns[] = {"", "!", "?", "!!", "??", "!?", "?!"};
  for (const auto nag : tree.note(id).nags)
    if (nag < std::size(kSigns)) text += kSigns[nag];
  return text;
}

/// One column or more for each ply, White's share from the bottom; the ply shown is marked.
void draw_graph(const App& app, int x, int y, int width, int height, Canvas& canvas) {
  const Replay& replay = app.replay();
  const auto& graph = replay.graph();
  const int plies = static_cast<int>(graph.size());
  const int here = static_cast<int>(replay.ply());
  for (int column = 0; column < width; ++column) {
    const int ply = std::min(plies - 1, column * plies / width);
    const auto& score = graph[static_cast<std::size_t>(ply)];
    const bool marked = plies > width ? ply == here : column * plies / width == here;
    for (int row = 0; row < height; ++row) {
      const int cy = y + height - 1 - row;
      if (!score) {
        canvas.put(x + column, cy, Signs(app.unicode()).shade, kFaint);
        continue;
      }
      const int filled = static_cast<int>(std::lround(white_share(*score) * height * 8));
      const int part = std::clamp(filled - row * 8, 0, 8);
      if (!app.colour() || !app.unicode())
        canvas.put(x + column, cy, part >= 4 ? U'#' : U'.', marked ? kBold : Style{});
      else if (part == 0 || part == 8)
        canvas.put(x + column, cy, U' ',
                   {Tone::terminal, part == 8 ? Tone::white_side : Tone::black_side});
      else
        canvas.put(x + column, cy, U'▁' + static_cast<char32_t>(part - 1),
                   {Tone::white_side, Tone::black_side});
    }
    if (marked) canvas.put(x + column, y + height, app.unicode() ? U'▲' : U'^', kAccent);
  }
}

/// What the review says of the move shown in figures, or of both players at the start; the next
/// row.
int draw_judgement(const Replay& replay, int x, int y, int width, Canvas& canvas) {
  if (const analysis::MoveReview* move = replay.judgement()) {
    const analysis::Explanation& e = move->explanation;
    std::string text = fmt::format("{}, {:.0f} -> {:.0f} %", judgement_name(e.judgement),
                                   e.win_before, e.win_after);
    if (move->level_finds) text += fmt::format("; level {} sees better", *move->level_finds);
    canvas.text_within(x, y++, width, text, analysis::is_bad(e.judgement) ? kBold : kFaint);
  } else if (replay.is_reviewing()) {
    canvas.text_within(
        x, y++, width,
        fmt::format("reviewed: {} of {} moves", replay.reviewed(), replay.main_line().size()),
        kFaint);
  }
  if (replay.at() != chess::kRoot || !replay.figures()) return y;
  for (const Color c : chess::kColors) {
    const analysis::PlayerReview& player = replay.figures()->players[index(c)];
    canvas.text_within(x, y++, width,
                       fmt::format("{}: accuracy {:.1f} %, average loss {:.0f}",
                                   notation::color_name(c), player.accuracy, player.average_loss));
  }
  return y;
}

}  // namespace

void draw_games(const App& app, const Layout& layout, Canvas& canvas) {
  const GamesList& games = app.games();
  const int rows = layout.height - 6;
  const int width = layout.width - kSmallBoard - 5;
  canvas.text_within(
      1, 1, layout.width - 2,
      games.filter().empty()
          ? fmt::format(
                "{}: {}. Type to search.", printable(games.title()),
                games.rows().size() == 1 ? "1 game" : fmt::format("{} games", games.rows().size()))
          : fmt::format("Search: {}_  ({} found)", games.filter(), games.rows().size()),
      kBold);
  const int selected = static_cast<int>(games.selected());
  const int top =
      std::max(0, std::min(selected - rows / 2, static_cast<int>(games.rows().size()) - rows));
  for (int i = 0; i < rows && top + i < static_cast<int>(games.rows().size()); ++i) {
    const GamesList::Row& row = games.rows()[static_cast<std::size_t>(top + i)];
    const Style style = choice_style(app, top + i == selected);
    canvas.fill(1, 3 + i, width, 1, style);
    canvas.text_within(2, 3 + i, 10, row.date, style);
    const std::string result = row.unfinished            ? "open"
                               : row.result == "1/2-1/2" ? "1/2"
                                                         : row.result;
    canvas.text_within(13, 3 + i, 5, result, style);
    canvas.text_within(18, 3 + i, width - 18,
                       fmt::format("{} - {}", name_or(row.white), name_or(row.black)), style);
  }
  if (games.rows().empty()) canvas.text(2, 3, "No games here.", kFaint);
  const int x = layout.width - kSmallBoard - 2;
  if (const auto position = games.preview()) draw_small_board(app, *position, x, 3, canvas);
  if (!games.rows().empty()) {
    const GamesList::Row& row = games.rows()[games.selected()];
    int y = 12;
    for (const std::string& text :
         {row.note, row.entry ? fmt::format("{} moves", row.entry->moves) : ""})
      for (const std::string& line : wrap(printable(text), kSmallBoard))
        if (y < layout.height - 3) canvas.text_within(x, y++, kSmallBoard, line, kFaint);
    canvas.text(1, layout.height - 2,
                row.unfinished ? "Enter: go on with it   Delete: put away   Esc: back"
                               : "Enter: look at it   Esc: back",
                kFaint);
  }
  if (!app.message().empty())
    canvas.text_within(1, layout.height - 3, layout.width - 2, app.message(),
                       app.message_is_error() ? Style{Tone::bad} : Style{Tone::accent});
}

void draw_replay(const App& app, const Layout& layout, Canvas& canvas) {
  const Replay& replay = app.replay();
  const chess::GameTree& tree = replay.tree();
  draw_board(app, scene_of_replay(app), layout, canvas);
  if (const auto& score = replay.graph()[replay.ply()]; score && tree.is_main_line(replay.at()))
    draw_evaluation(app, *score, layout, canvas);
  const int x = layout.panel_x(), width = std::min(layout.panel_width(), 60);
  int y = 1;
  canvas.text_within(x, y++, width, name_or(std::string(tree.tag("White"))), kBold);
  canvas.text_within(x, y++, width, name_or(std::string(tree.tag("Black"))), kBold);
  canvas.text_within(
      x, y++, width,
      printable(fmt::format("{}  {} {}", tree.result(), tree.tag("Event"), tree.tag("Date"))),
      kFaint);
  const int plies = static_cast<int>(replay.main_line().size());
  const std::string where =
      replay.at() == chess::kRoot
          ? fmt::format("Start, {} moves", (plies + 1) / 2)
          : move_text(tree, replay.at()) + (tree.is_main_line(replay.at()) ? "" : "  (variation)");
  canvas.text_within(x, ++y, width, where, kAccent);
  ++y;
  const auto children = tree.children(replay.at());
  if (children.size() > 1) {
    std::string others = "also:";
    for (std::size_t i = 1; i < children.size(); ++i) others += " " + move_text(tree, children[i]);
    canvas.text_within(x, y++, width, others, kFaint);
  }
  y = draw_judgement(replay, x, y, width, canvas);
  const int graph_rows = layout.is_compact() ? 2 : 3;
  const int graph_top = layout.panel_bottom() - graph_rows;
  int lines_top = graph_top - 4;
  for (const std::string& line : wrap(printable(tree.note(replay.at()).comment), width))
    if (y < lines_top - 1) canvas.text_within(x, y++, width, line);
  for (const search::SearchInfo& info : replay.lines()) {
    if (lines_top >= graph_top - 1) break;
    const std::string score =
        play::score_text(info.score.for_white(replay.position().side_to_move()));
    canvas.text(x, lines_top, score, kBold);
    canvas.text_within(x + 7, lines_top++, width - 7,
                       notation::line_text(replay.position(), info.pv, 10));
  }
  draw_graph(app, x, graph_top, width, graph_rows, canvas);
  canvas.text_within(1, layout.prompt_row(), layout.width - 2,
                     app.typed().empty() ? "Left Right: moves   Up Down: variations   v: review   "
                                           "Enter: play on   Esc: back"
                                         : "> " + app.typed() + "_",
                     app.typed().empty() ? kFaint : kBold);
  if (!app.message().empty() && app.typed().empty())
    canvas.text_within(1, layout.message_row(), layout.width - 2, app.message() + "   ",
                       app.message_is_error() ? Style{Tone::bad} : Style{Tone::accent});
}

void draw_editor(const App& app, const Layout& layout, Canvas& canvas) {
  draw_board(app, scene_of_editor(app), layout, canvas);
  const chess::Setup& setup = app.editor().setup();
  const int x = layout.panel_x(), width = std::min(layout.panel_width(), 44);
  int y = 2;
  canvas.text_within(x, y++, width, "Put up a position", kBold);
  canvas.text_within(x, ++y, width,
                     fmt::format("{} to move", notation::color_name(setup.side_to_move)));
  canvas.text_within(x, ++y, width, "castling: " + app.editor().castling_text());
  ++y;
  for (const auto& [keys, what] : {std::pair("PNBRQK", "White's pieces"),
                                   {"pnbrqk", "Black's pieces"},
                                   {"Space", "empty the square"},
                                   {"Tab", "change who moves"},
                                   {"+ -", "castling or none"},
                                   {"0  1", "empty board; start"},
                                   {"F7", "turn the board"},
                                   {"Enter", "play from here"},
                                   {"Esc", "back"}}) {
    ++y;
    canvas.text(x, y, keys, kAccent);
    canvas.text_within(x + 8, y, width - 8, what);
  }
  if (!app.message().empty())
    canvas.text_within(1, layout.message_row(), layout.width - 2, app.message(),
                       app.message_is_error() ? Style{Tone::bad} : Style{Tone::accent});
}

}  // namespace rookery::tui
