#include "report/html.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/sentences.h"
#include "notation/san.h"
#include "report/board_svg.h"

namespace rookery::report {

using analysis::Explanation;
using analysis::Judgement;
using analysis::MoveReview;
using chess::Color;

namespace {

constexpr std::size_t kMaxSteps = 24;
constexpr std::size_t kLineLength = 8;

constexpr std::string_view kStyle = R"css(
:root { --bg: #F6F3EC; --surface: #FFFFFF; --text: #22201B; --text-2: #5A554B; --line: #857D6D;
  --accent: #1F5C85; --light: #E9E3D5; --dark: #71869A; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { --bg: #181715; --surface: #22211E; --text: #EEEAE1;
  --text-2: #B8B2A6; --accent: #86BDE3; --light: #DCD5C6; --dark: #6A7F93; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 16px; background: var(--bg); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; line-height: 2rem; } h2 { font-size: 1.25rem; margin: 0 0 8px; }
section, article { background: var(--surface); border-radius: 8px; padding: 16px; margin: 16px 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 2px 16px 2px 0; font-weight: normal; }
th { color: var(--text-2); } td, th[scope=col] { text-align: right; }
.board { width: 100%; max-width: 360px; display: block; border-radius: 4px; }
.last { fill: #F2B61E; fill-opacity: .55; stroke: #16130F; stroke-width: 1.5; }
.graph { width: 100%; height: auto; display: block; border: 1px solid var(--line); }
.sign { display: inline-block; min-width: 2.2em; padding: 0 6px; border-radius: 4px;
  text-align: center; font-weight: bold; border: 1.5px solid var(--text); }
.inaccuracy { background: #EFCC23; color: #16130F; } .mistake { background: #CA4304; color: #FFF; }
.blunder { background: #640D0F; color: #FFF; } .missed-win { background: #CB76BC; color: #16130F; }
.great, .brilliant { background: #0C4CA0; color: #FFF; }
circle.inaccuracy { fill: #EFCC23; } circle.mistake { fill: #CA4304; } circle.blunder { fill: #640D0F; }
circle.missed-win { fill: #CB76BC; } circle.great, circle.brilliant { fill: #0C4CA0; }
.graph circle { stroke: #F4EFE4; stroke-width: 2; }
.moment { display: grid; grid-template-columns: minmax(0, 360px) minmax(0, 1fr); gap: 16px; }
.small { color: var(--text-2); font-size: .875rem; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; } legend { font-weight: bold; padding: 0; }
.steps > input { position: absolute; opacity: 0; }
.steps > label { display: inline-block; padding: 2px 6px; border-radius: 4px; cursor: pointer; }
.steps > input:checked + label { background: var(--accent); color: var(--surface); }
.steps > input:focus-visible + label { outline: 3px solid var(--accent); outline-offset: 2px; }
.boards > svg { display: none; margin-top: 8px; }
a { color: var(--accent); } .wide { overflow-x: auto; } .links { text-align: left; }
@media (max-width: 640px) { body { padding: 8px; } .moment { grid-template-columns: 1fr; }
  table { width: 100%; font-size: .875rem; } th, td { padding-right: 8px; overflow-wrap: anywhere; }
  td:last-child, th:last-child { padding-right: 0; } }
@media print { :root { --surface: #FFF; --text: #000; --text-2: #444; --accent: #1F5C85;
  --light: #E9E3D5; --dark: #71869A; } body { background: #FFF; color: #000; max-width: none; } section, article {
  break-inside: avoid; padding: 8px 0; } .steps > label { padding: 0 4px 0 0; }
  .boards { max-width: 200px; } .board { max-width: 240px; } }
)css";

std::string css_class(Judgement judgement) {
  std::string name(analysis::judgement_name(judgement));
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string_view sign(Judgement judgement) {
  switch (judgement) {
    case Judgement::inaccuracy:
      return "?!";
    case Judgement::mistake:
      return "?";
    case Judgement::blunder:
      return "??";
    case Judgement::missed_win:
      return "×";
    case Judgement::great:
      return "!";
    case Judgement::brilliant:
      return "!!";
    default:
      return "";
  }
}

bool is_moment(const MoveReview& move) {
  const Judgement j = move.explanation.judgement;
  return analysis::is_bad(j) || j == Judgement::great || j == Judgement::brilliant;
}

double white_percent(const ReviewedGame& reviewed, const MoveReview& move) {
  const bool white = reviewed.before(move).side_to_move() == Color::white;
  return white ? move.explanation.win_after : 100 - move.explanation.win_after;
}

std::string graph(const ReviewedGame& reviewed, std::size_t number) {
  const auto& moves = reviewed.review.moves;
  if (moves.size() < 2) return "";
  const double step = 800.0 / static_cast<double>(moves.size());
  std::string area = "M0 200V95";
  std::string moments;
  for (const MoveReview& m : moves) {
    const double x = step * static_cast<double>(m.ply + 1);
    const double y = 200 - 2 * white_percent(reviewed, m);
    area += fmt::format("L{:.1f} {:.1f}", x, y);
    if (is_moment(m))
      moments += fmt::format(
          "<a href=\"#g{}m{}\"><circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"6\""
          "><title>{} {}</title></circle></a>",
          number, m.ply, css_class(m.explanation.judgement), x, y,
          escaped(analysis::numbered_san(reviewed.before(m), m.move)),
          sign(m.explanation.judgement));
  }
  return fmt::format(
      "<svg class=\"graph\" viewBox=\"0 0 800 200\" role=\"img\" aria-label=\"White's winning "
      "chances by move; the same figures are in the list of key moments\"><rect width=\"800\" "
      "height=\"200\" fill=\"#2B2825\"/><path d=\"{}V200Z\" fill=\"#F4EFE4\"/><path d=\"M0 "
      "100H800\" stroke=\"#8C867D\" stroke-width=\"1.5\" stroke-dasharray=\"6 4\"/>{}</svg>",
      area, moments);
}

/// A line to walk through, without a script: one radio button for each position, which the arrow
/// keys move between, and one board, of which the style shows the chosen one's.
std::string steps(const chess::Position& start, const std::vector<chess::Move>& moves,
                  const std::string& name, std::string_view title, Color bottom) {
  std::string inputs, boards;
  analysis::Line line(start);
  const std::size_t count = std::min(moves.size(), kMaxSteps);
  for (std::size_t i = 0; i < count; ++i) {
    const bool numbered = i == 0 || line.end().side_to_move() == Color::white;
    const std::string text = numbered ? analysis::numbered_san(line.end(), moves[i])
                                      : notation::to_san(line.end(), moves[i]);
    line.add(moves[i]);
    inputs += fmt::format(
        "<input type=\"radio\" name=\"{0}\" id=\"{0}-{1}\"{2}><label for=\"{0}-{1}\">{3}</label>\n",
        name, i, i == 0 ? " checked" : "", escaped(text));
    boards += board_svg(line.end(), moves[i], bottom, "After " + text) + "\n";
  }
  return fmt::format(
      "<fieldset class=\"steps\"><legend>{}</legend>\n{}<div "
      "class=\"boards\">\n{}</div></fieldset>\n",
      escaped(title), inputs, boards);
}

std::string moment(const ReviewedGame& reviewed, const MoveReview& m, std::size_t number) {
  const Explanation& e = m.explanation;
  const chess::Position& before = reviewed.before(m);
  const Color mover = before.side_to_move();
  const std::string san = analysis::numbered_san(before, m.move);
  const std::string id = fmt::format("g{}m{}", number, m.ply);
  std::string words = escaped(e.text);
  if (m.level_finds) words += fmt::format(" Level {} sees it.", *m.level_finds);
  if (m.time_trouble) words += " Played in time trouble.";
  const std::string name(analysis::judgement_name(e.judgement));
  std::string text = fmt::format(
      "<article id=\"{}\"><h2>{} <span class=\"sign {}\">{}</span> <span class=\"small\">{}, {} "
      "{:.0f} → {:.0f} %</span></h2>\n<p>{}</p>\n<div class=\"moment\">",
      id, escaped(san), css_class(e.judgement), sign(e.judgement), name,
      mover == Color::white ? "White" : "Black", e.win_before, e.win_after, words);
  const std::vector<chess::Move> played{m.move};
  text += steps(before, e.proof.empty() ? played : e.proof, id + "p",
                e.proof.empty() ? "Played" : "Played, and the proof", mover);
  if (e.best && e.best != m.move) {
    std::vector<chess::Move> better = e.best_line;
    // What is claimed of the line is at its end; otherwise a few moves say enough.
    if (e.best_claim.kind == analysis::Claim::Kind::none && better.size() > kLineLength)
      better.resize(kLineLength);
    text += steps(before, better, id + "b", "Better", mover);
  }
  return text + "</div></article>\n";
}

std::string figures(const ReviewedGame& reviewed) {
  constexpr const char* kPhases[] = {"Opening", "Middlegame", "Endgame"};
  const auto& players = reviewed.review.players;
  std::string rows;
  const auto row = [&](std::string_view name, const std::string& white, const std::string& black) {
    rows += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>\n", name, white,
                        black);
  };
  row("Accuracy", fmt::format("{:.1f} %", players[0].accuracy),
      fmt::format("{:.1f} %", players[1].accuracy));
  row("Average loss, centipawns", fmt::format("{:.0f}", players[0].average_loss),
      fmt::format("{:.0f}", players[1].average_loss));
  for (int p = 0; p < 3; ++p) {
    const auto cell = [&](int c) {
      return players[c].phase_accuracy[p] ? fmt::format("{:.1f} %", *players[c].phase_accuracy[p])
                                          : std::string("–");
    };
    if (players[0].phase_accuracy[p] || players[1].phase_accuracy[p])
      row(kPhases[p], cell(0), cell(1));
  }
  for (const Judgement j :
       {Judgement::brilliant, Judgement::great, Judgement::best, Judgement::good,
        Judgement::inaccuracy, Judgement::mistake, Judgement::blunder, Judgement::missed_win}) {
    const int white = players[0].counts[static_cast<int>(j)],
              black = players[1].counts[static_cast<int>(j)];
    if (white || black)
      row(fmt::format("{} {}", analysis::judgement_name(j), sign(j)), std::to_string(white),
          std::to_string(black));
  }
  return fmt::format(
      "<table><tr><td></td><th scope=\"col\">{}</th><th scope=\"col\">{}</th></tr>\n{}</table>\n",
      escaped(reviewed.player(Color::white)), escaped(reviewed.player(Color::black)), rows);
}

/// Date and opening, as far as they are known.
std::string when_and_what(const ReviewedGame& reviewed) {
  std::string text = reviewed.date();
  if (!text.empty() && !reviewed.review.opening.empty()) text += ", ";
  return text + reviewed.review.opening;
}

}  // namespace

std::string html_begin(std::string_view title) {
  std::string chosen;
  for (std::size_t i = 1; i <= kMaxSteps; ++i)
    chosen +=
        fmt::format("{}.steps > input:nth-of-type({}):checked ~ .boards > svg:nth-of-type({})",
                    i == 1 ? "" : ",\n", i, i);
  std::string dark;
  for (int i = 0; i < 64; ++i)
    if ((i / 8 + i % 8) % 2) dark += fmt::format("M{} {}h45v45h-45z", i % 8 * 45, i / 8 * 45);
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n<style>{1}{2} {{ display: block; }}\n</style>\n</head>\n<body>\n"
      "<svg width=\"0\" height=\"0\" aria-hidden=\"true\" style=\"position:absolute\"><defs>{3}\n"
      "<g id=\"squares\"><rect width=\"360\" height=\"360\" style=\"fill:var(--light)\"/>"
      "<path d=\"{4}\" style=\"fill:var(--dark)\"/></g></defs></svg>\n<main>\n<h1>{0}</h1>\n",
      escaped(title), kStyle, chosen, piece_sprite(), dark);
}

std::string html_game(const ReviewedGame& reviewed, std::size_t number) {
  std::string text =
      fmt::format("<section id=\"g{}\"><h2>{} – {} {}</h2>\n<p class=\"small\">{}</p>\n", number,
                  escaped(reviewed.player(Color::white)), escaped(reviewed.player(Color::black)),
                  escaped(reviewed.tree.result()), escaped(when_and_what(reviewed)));
  text += graph(reviewed, number) + figures(reviewed) + "</section>\n";
  for (const MoveReview& m : reviewed.review.moves)
    if (is_moment(m)) text += moment(reviewed, m, number);
  if (!reviewed.review.complete) text += "<p>The review was stopped before its end.</p>\n";
  return text;
}

std::string html_end() {
  return "</main>\n<p class=\"small\">Reviewed by Rookery. Winning chances and accuracy follow the "
         "formulas published by Lichess; every sentence has a searched "
         "proof.</p>\n</body>\n</html>\n";
}

}  // namespace rookery::report
