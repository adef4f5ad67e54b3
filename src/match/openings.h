// Openings: where the games of a match begin.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "chess/game.h"
#include "search/agent.h"

namespace rookery::match {

struct Opening {
  chess::Position start = chess::Position::initial();
  std::vector<chess::Move> moves;
  bool chess960 = false;

  /// At its end.
  chess::Game game() const;
};

/// Our own balanced openings, made by `rookery openings`.
const std::vector<Opening>& builtin_openings();

/// A file of EPD or FEN lines, or a PGN (by its name's end) of which the first `plies` moves of
/// each game are taken (all if 0). The error names the file and the line.
Result<std::vector<Opening>, Error> load_openings(const std::string& path, int plies);

/// 0, 1, 2, ... or a permutation made from the seed.
std::vector<std::uint32_t> opening_order(std::size_t count, bool random, std::uint64_t seed);

/// One character per square: two make a move. No opening holds a promotion, so that is enough.
std::string pack_opening(const Opening& opening);
std::optional<Opening> unpack_opening(std::string_view text);

struct OpeningSettings {
  std::uint64_t seed = 1;
  int count = 1000;
  int min_plies = 8, max_plies = 9;
  int max_score = 60;  ///< centipawns
  search::Limits limits;
};
/// Random play from the start position, kept if `judge` finds the end balanced and no position
/// occurs twice. `progress` gets the number found so far; false ends it.
std::vector<Opening> generate_openings(const OpeningSettings& settings, search::Agent& judge,
                                       const std::function<bool(int)>& progress);

}  // namespace rookery::match
