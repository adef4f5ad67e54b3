// PlayedGame: a game between two players, finished or not, with what each said about its moves.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "chess/game.h"
#include "search/search_info.h"

namespace rookery::play {

/// What is kept of each move besides the move.
struct PlayedPly {
  std::chrono::milliseconds left[2]{};     ///< both clocks after the move; 0 without a clock
  std::optional<search::SearchInfo> info;  ///< the agent's last report, if an agent moved
  std::chrono::nanoseconds time{0};        ///< that it took, where that was measured
};

struct PlayedGame {
  /// The moves of `begun` are the opening, which nobody played.
  explicit PlayedGame(chess::Game begun) : game(std::move(begun)), opening_plies(game.ply()) {}

  chess::Game game;
  std::size_t opening_plies;
  std::vector<PlayedPly> plies;  ///< one for each move after the opening
  /// How it ended, in words: "White mates", "Black loses on time (104 ms over)", ...
  std::string termination;
  /// What a player did wrong (crash, stall, illegal move, time loss, ...) with FEN and commands;
  /// empty if nothing.
  std::string fault;

  /// Of a finished game.
  chess::Outcome outcome() const { return *game.outcome(); }
  double white_points() const {
    const auto winner = outcome().winner;
    return !winner ? 0.5 : *winner == chess::Color::white ? 1 : 0;
  }
};

}  // namespace rookery::play
