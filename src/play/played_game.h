// PlayedGame: a finished game between two players, with what each said about its moves.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "chess/game.h"
#include "search/search_info.h"

namespace rookery::play {

struct PlayedMove {
  chess::Move move;
  search::Score score;  ///< from the mover's view
  int depth = 0;
  std::uint64_t nodes = 0;
  std::chrono::nanoseconds time{0};       ///< by our clock
  std::chrono::nanoseconds remaining{0};  ///< on its clock after the move; 0 without a clock
};

struct PlayedGame {
  chess::Game game;
  std::size_t opening_plies = 0;
  std::vector<PlayedMove> moves;  ///< those after the opening
  chess::Outcome outcome;
  /// How it ended, in words: "White mates", "Black loses on time (104 ms over)", ...
  std::string termination;
  /// What a player did wrong (crash, stall, illegal move, time loss, ...) with FEN and commands;
  /// empty if nothing.
  std::string fault;

  double white_points() const {
    return !outcome.winner ? 0.5 : *outcome.winner == chess::Color::white ? 1 : 0;
  }
};

}  // namespace rookery::play
