// OpeningNames: what people call the opening of a game.
#pragma once

#include <cstddef>
#include <string_view>

#include "chess/game.h"

namespace rookery::play {

struct KnownOpening {
  std::string_view name;  ///< empty if there is none
  std::size_t plies = 0;  ///< played when the last known position was reached
};
/// The last known position that the game went through; none if it did not begin at the start.
KnownOpening known_opening(const chess::Game& game);

/// The name of the last known position that the game went through, "Ruy Lopez: Berlin Defence";
/// empty if there is none, or if the game did not begin at the start.
std::string_view opening_name(const chess::Game& game);

/// How many positions have a name.
std::size_t known_openings();

}  // namespace rookery::play
