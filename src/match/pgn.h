// A game of a match as PGN: evaluation, depth, nodes and time of every move, and how it ended.
#pragma once

#include <string>

#include "match/game.h"
#include "match/schedule.h"

namespace rookery::match {

struct PgnTags {
  std::string event;
  std::string date;  ///< "2026.01.31"
};

std::string to_pgn(const PgnTags& tags, const Fixture& fixture, const Player& white,
                   const Player& black, const play::PlayedGame& record);

}  // namespace rookery::match
