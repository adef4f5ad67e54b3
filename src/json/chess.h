// Squares, moves, positions and games as JSON.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "chess/game.h"
#include "json/door.h"
#include "json/value.h"

namespace rookery::json {

/// "white", "black".
const char* to_json(chess::Color color);

/// As UCI writes them, and as people do; the moves must be legal one after the other.
Value uci_line(std::span<const chess::Move> line, bool chess960 = false);
Value san_line(const chess::Position& start, std::span<const chess::Move> line);

/// {"result", "reason", "text"}
Value to_json(const chess::Outcome& outcome);

/// {"fen", "turn", "check"?, "last"?, "legal", "captured", "balance"}, all that a board needs to
/// know of the rules; with `premoves` also {"pre"}, where the other side's pieces could go whatever
/// is played before, by geometry alone.
Value position_to_json(const chess::Game& game, bool premoves = false);

/// {"start_fen", "chess960", "moves": [{"uci", "san"}], "outcome"?}
Value to_json(const chess::Game& game);
/// Reads start_fen, chess960 and the uci of the moves; an outcome that the rules do not give by
/// themselves (resignation, time, ...) too.
Result<chess::Game, Error> game_from_json(Fields fields);

}  // namespace rookery::json
