#include "cli/match_display.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/printable.h"
#include "cli/arguments.h"
#include "match/report.h"

namespace rookery::cli {

LiveTable::LiveTable(bool wanted) : terminal_(wanted && isatty(STDOUT_FILENO)) {}

void LiveTable::draw(const std::string& text) {
  erase();
  fmt::print("{}", text);
  std::fflush(stdout);
  lines_ = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

void LiveTable::erase() {
  if (lines_ > 0 && terminal_) fmt::print("\x1b[{}A\x1b[J", lines_);
  lines_ = 0;
}

MatchDisplay::MatchDisplay(match::MatchView& match, bool as_json)
    : match_(match),
      as_json_(as_json),
      table_(!as_json),
      shown_(table_.is_terminal() ? -1 : match.standings().games()) {}

void MatchDisplay::incident(const std::string& text) {
  std::lock_guard lock(mutex_);
  incidents_.push_back(text);
}

void MatchDisplay::show(bool last) {
  print_messages();
  if (as_json_) return;
  const match::Standings standings = match_.standings();
  const int scheduled = match_.schedule().size();
  if (last || (table_.is_terminal() && standings.games() != shown_)) {
    shown_ = standings.games();
    table_.draw(match_table(match_));
  } else if (!table_.is_terminal() && standings.games() >= shown_ + std::max(1, scheduled / 20)) {
    shown_ = standings.games();
    fmt::print("{} of {}\n", shown_, counted(static_cast<std::uint64_t>(scheduled), "game"));
    std::fflush(stdout);
  }
}

void MatchDisplay::print_messages() {
  std::vector<std::string> messages = match_.take_faults();
  {
    std::lock_guard lock(mutex_);
    for (std::string& text : incidents_) messages.push_back(std::move(text));
    incidents_.clear();
  }
  if (!messages.empty()) {
    table_.erase();
    shown_ = table_.is_terminal() ? -1 : shown_;
  }
  // Engines wrote parts of these.
  for (const std::string& message : messages) fmt::print(stderr, "{}\n", printable_lines(message));
}

std::string match_table(const match::MatchView& match) {
  const match::MatchSpec& spec = match.spec();
  const match::Standings standings = match.standings();
  const int scheduled = match.schedule().size();
  return printable_lines(spec.players.size() == 2
                             ? match::match_report(spec.players, standings, scheduled, spec.sprt)
                             : match::tournament_report(spec.players, standings, scheduled));
}

}  // namespace rookery::cli
