// What is kept of a game: its PGN, at the end of a file.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "chess/game.h"
#include "lichess/events.h"
#include "search/search_info.h"

namespace rookery::lichess {

/// By the moves played before.
using OwnScores = std::vector<std::pair<std::size_t, search::SearchInfo>>;

/// With what we thought of each of our moves.
std::string game_pgn(const std::string& site, const GameFull& full, const GameState& state,
                     const chess::Game& game, chess::Color us, const OwnScores& scores);

/// In one write, so that games that end together do not mix. False if it could not be written;
/// never waits for a reader, should the file be a pipe.
bool append_pgn(const std::string& file, const std::string& pgn);

}  // namespace rookery::lichess
