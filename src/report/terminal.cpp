#include "report/terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "analysis/sentences.h"
#include "base/printable.h"

namespace rookery::report {

using analysis::Judgement;
using chess::Color;

namespace {

constexpr std::size_t kWidth = 78;
constexpr int kGraphRows = 8;

/// White's Win% before the first move and after each.
std::vector<double> white_percents(const ReviewedGame& reviewed) {
  std::vector<double> result;
  for (const analysis::MoveReview& m : reviewed.review.moves) {
    const bool white = reviewed.before(m).side_to_move() == Color::white;
    const auto view = [&](double percent) { return white ? percent : 100 - percent; };
    if (result.empty()) result.push_back(view(m.explanation.win_before));
    result.push_back(view(m.explanation.win_after));
  }
  return result;
}

/// Columns of White's share, as wide as the game is long, at most the screen.
std::string graph(const ReviewedGame& reviewed, bool unicode) {
  constexpr const char* kBlocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const std::vector<double> percents = white_percents(reviewed);
  if (percents.size() < 2) return "";
  const std::size_t width = std::min(percents.size(), kWidth - 6);
  std::string text;
  for (int row = kGraphRows - 1; row >= 0; --row) {
    text += row == kGraphRows - 1   ? "100 % "
            : row == kGraphRows / 2 ? " 50 % "
            : row == 0              ? "  0 % "
                                    : "      ";
    for (std::size_t column = 0; column < width; ++column) {
      const std::size_t at = column * (percents.size() - 1) / std::max<std::size_t>(1, width - 1);
      const double filled = percents[at] / 100 * kGraphRows - row;
      const int eighths = std::clamp(static_cast<int>(filled * 8 + 0.5), 0, 8);
      text += unicode ? kBlocks[eighths] : eighths >= 4 ? "#" : " ";
    }
    while (text.back() == ' ') text.pop_back();
    text += '\n';
  }
  return text;
}

std::string wrapped(const std::string& text, std::size_t indent) {
  std::string result, line(indent, ' ');
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = text.find(' ', at);
    if (end == text.npos) end = text.size();
    if (line.size() > indent && line.size() + 1 + (end - at) > kWidth) {
      result += line + '\n';
      line.assign(indent, ' ');
    }
    if (line.size() > indent) line += ' ';
    line += text.substr(at, end - at);
    at = end + 1;
  }
  return result + line + '\n';
}

std::string player_line(const ReviewedGame& reviewed, Color color) {
  const analysis::PlayerReview& player = reviewed.review.players[index(color)];
  const auto count = [&](Judgement j) { return player.counts[static_cast<int>(j)]; };
  constexpr const char* kPhases[] = {"opening", "middle", "end"};
  std::string phases;
  for (int p = 0; p < 3; ++p)
    if (player.phase_accuracy[p])
      phases += fmt::format("  {} {:.0f}", kPhases[p], *player.phase_accuracy[p]);
  return fmt::format(
      "{}: accuracy {:.1f} %, average loss {:.0f} centipawns\n"
      "  inaccuracies {}, mistakes {}, blunders {}, missed wins {}\n"
      "  accuracy by phase:{}\n",
      printable(reviewed.player(color)), player.accuracy, player.average_loss,
      count(Judgement::inaccuracy), count(Judgement::mistake), count(Judgement::blunder),
      count(Judgement::missed_win), phases);
}

}  // namespace

std::string summary(const ReviewedGame& reviewed, bool unicode) {
  std::string text = fmt::format("{} - {}  {}", printable(reviewed.player(Color::white)),
                                 printable(reviewed.player(Color::black)), reviewed.tree.result());
  if (!reviewed.review.opening.empty()) text += ", " + reviewed.review.opening;
  text += "\n\n" + player_line(reviewed, Color::white) + player_line(reviewed, Color::black);
  text += "\nWhite's winning chances, move by move:\n" + graph(reviewed, unicode) + '\n';
  for (const analysis::MoveReview& m : reviewed.review.moves) {
    const analysis::Explanation& e = m.explanation;
    const bool worth_a_line = analysis::is_bad(e.judgement) || e.judgement == Judgement::great ||
                              e.judgement == Judgement::brilliant;
    if (!worth_a_line) continue;
    text += fmt::format("{:<12} {}, {:.0f} -> {:.0f} %\n",
                        analysis::numbered_san(reviewed.before(m), m.move),
                        analysis::judgement_name(e.judgement), e.win_before, e.win_after);
    std::string words = e.text;
    if (m.level_finds) words += fmt::format(" Level {} sees it.", *m.level_finds);
    if (m.time_trouble) words += " Played in time trouble.";
    if (!words.empty()) text += wrapped(words, 2);
  }
  if (!reviewed.review.complete) text += "Stopped before the end.\n";
  return text;
}

}  // namespace rookery::report
