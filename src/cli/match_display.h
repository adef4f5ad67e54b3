// The table of a match while it goes on: redrawn in place on a terminal, elsewhere a line now and
// then.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "match/view.h"

namespace rookery::cli {

/// A block of text that is redrawn in place on a terminal.
class LiveTable {
 public:
  explicit LiveTable(bool wanted);
  bool is_terminal() const { return terminal_; }
  void draw(const std::string& text);
  void erase();

 private:
  bool terminal_;
  int lines_ = 0;
};

/// Shows on one thread what happens on others.
class MatchDisplay {
 public:
  MatchDisplay(match::MatchView& match, bool as_json);
  /// On any thread.
  void incident(const std::string& text);
  void show(bool last);

 private:
  void print_messages();
  std::string report(const match::Standings& standings) const;

  match::MatchView& match_;
  const bool as_json_;
  LiveTable table_;
  int shown_;
  std::mutex mutex_;
  std::vector<std::string> incidents_;
};

/// The table alone.
std::string match_table(const match::MatchView& match);

}  // namespace rookery::cli
