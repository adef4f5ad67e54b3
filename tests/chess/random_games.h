// Positions from random games, standard and Chess960, for property tests.
#pragma once

#include "base/rng.h"
#include "chess/game.h"
#include "chess/movegen.h"

namespace rookery::chess {

/// Calls visit(game) for every position of random games until `positions` were visited. Odd games
/// are Chess960.
template <class Visit>
void for_random_positions(int positions, std::uint64_t seed, Visit visit) {
  Rng rng(seed);
  for (int game_number = 0; positions > 0; ++game_number) {
    const bool chess960 = game_number % 2 == 1;
    Game game(chess960 ? Position::chess960(static_cast<int>(rng.below(960))) : Position::initial(),
              chess960);
    while (positions > 0 && game.ply() < 200) {
      --positions;
      visit(game);
      const MoveList moves = legal_moves(game.position());
      if (moves.empty()) break;
      game.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

}  // namespace rookery::chess
