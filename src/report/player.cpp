#include "report/player.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "report/board_svg.h"

namespace rookery::report {

using analysis::PlayerReport;
using analysis::Tally;

namespace {

constexpr const char* kPhaseNames[] = {"Opening", "Middlegame", "Endgame"};

/// Every row that has something to tell, in the order of the report.
template <class Row>
void each_row(const PlayerReport& report, Row row) {
  row("All moves", report.all);
  for (int p = 0; p < 3; ++p) row(kPhaseNames[p], report.phases[p]);
  row("As White", report.colors[0]);
  row("As Black", report.colors[1]);
  if (report.with_time.moves + report.short_of_time.moves > 0) {
    row("Short of time", report.short_of_time);
    row("With time", report.with_time);
  }
  for (const auto& [name, tally] : report.openings) row(name, tally);
}

std::string games_text(const Tally& tally) {
  std::string text;
  std::size_t last = 0;
  for (const analysis::Place& place : tally.places)
    if (place.game != last)
      text += fmt::format("{}{}", text.empty() ? "" : ", ", last = place.game);
  return text;
}

std::string links(const Tally& tally) {
  std::string text;
  for (const analysis::Place& place : tally.places)
    text += fmt::format("<a href=\"#g{0}m{1}\">game {0}, move {2}</a> ", place.game, place.ply,
                        place.move);
  return text;
}

}  // namespace

std::string player_text(const PlayerReport& report) {
  std::string text = fmt::format(
      "{}, {} game{}\n{:28}{:>8}{:>10}{:>9}  in games\n", printable(report.name), report.all.games,
      report.all.games == 1 ? "" : "s", "", "moves", "accuracy", "errors");
  const auto row = [&](const std::string& name, const Tally& tally) {
    if (tally.moves > 0)
      text += fmt::format("{:28.27}{:>8}{:>8.1f} %{:>9}  {}\n", name, tally.moves, tally.accuracy(),
                          tally.bad, games_text(tally));
  };
  each_row(report, row);
  if (!report.motifs.empty()) text += "What the bad moves allowed:\n";
  for (const auto& [name, tally] : report.motifs)
    text +=
        fmt::format("  {:26.25}{:>8}{:>19}  {}\n", name, tally.moves, tally.bad, games_text(tally));
  const std::vector<std::string> work = report.work_on();
  if (!work.empty()) text += "What to work on:\n";
  for (const std::string& line : work) text += fmt::format("  {}\n", line);
  return text;
}

std::string player_html(const PlayerReport& report) {
  std::string rows;
  const auto row = [&](const std::string& name, const Tally& tally) {
    if (tally.moves > 0)
      rows += fmt::format(
          "<tr><th scope=\"row\">{}</th><td>{}</td><td>{:.1f} %</td><td>{}</td><td "
          "class=\"links\">{}</td></tr>\n",
          escaped(name), tally.moves, tally.accuracy(), tally.bad, links(tally));
  };
  each_row(report, row);
  for (const auto& [name, tally] : report.motifs) row("Allowed: " + name, tally);
  std::string work;
  for (const std::string& line : report.work_on()) work += "<li>" + escaped(line) + "</li>\n";
  if (!work.empty()) work = "<h3>What to work on</h3>\n<ul>\n" + work + "</ul>\n";
  return fmt::format(
      "<section id=\"player\"><h2>{}, {} game{}</h2>\n{}<div class=\"wide\"><table><tr><td></td>"
      "<th scope=\"col\">moves</th><th scope=\"col\">accuracy</th><th scope=\"col\">errors</th>"
      "<th scope=\"col\">where</th></tr>\n{}</table></div></section>\n",
      escaped(report.name), report.all.games, report.all.games == 1 ? "" : "s", work, rows);
}

}  // namespace rookery::report
