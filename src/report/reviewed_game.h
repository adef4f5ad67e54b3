// A game as it was read, with its review: what every writer of reports takes.
#pragma once

#include <string>

#include "analysis/review.h"
#include "chess/game_tree.h"

namespace rookery::report {

struct ReviewedGame {
  chess::GameTree tree;  ///< as read
  chess::Game game;      ///< its main line
  analysis::GameReview review;

  /// "Ann - Bob, 2026.11.18".
  std::string title() const {
    std::string text = player(chess::Color::white) + " - " + player(chess::Color::black);
    if (const std::string when = date(); !when.empty()) text += ", " + when;
    return text;
  }
  /// Empty if it is not known whole.
  std::string date() const {
    const auto date = tree.tag("Date");
    return date.find('?') == date.npos ? std::string(date) : "";
  }
  std::string player(chess::Color c) const {
    const auto name = tree.tag(c == chess::Color::white ? "White" : "Black");
    if (!name.empty() && name != "?") return std::string(name);
    return c == chess::Color::white ? "White" : "Black";
  }
  const chess::Position& before(const analysis::MoveReview& m) const {
    return game.position_after(m.ply);
  }
};

}  // namespace rookery::report
