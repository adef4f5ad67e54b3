// One game of a match: two agents, two clocks, the rules and the adjudicator.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "match/openings.h"
#include "match/player.h"
#include "play/adjudicator.h"
#include "play/played_game.h"
#include "search/agent.h"

namespace rookery::match {

struct GameRules {
  play::AdjudicationRules adjudication;  ///< plies count from the end of the opening
  int max_moves = 0;  ///< a draw after this many moves of each side; 0 = no such end
  std::chrono::milliseconds time_margin{50};
};

/// Turns the game into a loss of `side`. `what` is a short name of its fault and, on further lines,
/// what is known about it.
void forfeit(play::PlayedGame& record, const Player& player, chess::Color side,
             chess::EndReason reason, std::string_view what);

struct Seat {
  search::Agent& agent;
  const Player& player;
};

/// Hears of every position of a game, the last one too, on the thread that plays it.
using Watcher = std::function<void(const chess::Game& game)>;

/// Runs on the calling thread. To break it off (the result is then none), another thread sets
/// `abort` and calls control.stop().
std::optional<play::PlayedGame> play_game(const Seat& white, const Seat& black,
                                          const Opening& opening, const GameRules& rules,
                                          search::Control& control, const std::atomic<bool>& abort,
                                          const Watcher& watch = {});

}  // namespace rookery::match
