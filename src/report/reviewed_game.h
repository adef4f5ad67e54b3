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
  std::string opening;  ///< name; empty if none is known

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
