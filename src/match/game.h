// One game of a match: two agents, two clocks, the rules and the adjudicator.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "match/openings.h"
#include "match/player.h"
#include "play/adjudicator.h"
#include "search/agent.h"

namespace rookery::match {

struct GameRules {
  play::AdjudicationRules adjudication;  ///< plies count from the end of the opening
  int max_moves = 0;  ///< a draw after this many moves of each side; 0 = no such end
  std::chrono::milliseconds time_margin{50};
};

struct MoveRecord {
  chess::Move move;
  search::Score score;  ///< from the mover's view
  int depth = 0;
  std::uint64_t nodes = 0;
  std::chrono::nanoseconds time{0};       ///< by our clock
  std::chrono::nanoseconds remaining{0};  ///< on its clock after the move; 0 without a clock
};

struct GameRecord {
  chess::Game game;
  std::size_t opening_plies = 0;
  std::vector<MoveRecord> moves;  ///< those after the opening
  chess::Outcome outcome;
  /// How it ended, in words: "White mates", "Black loses on time (104 ms over)", ...
  std::string termination;
  /// What a player did wrong (crash, stall, illegal move, time loss, ...) with FEN and commands;
  /// empty if nothing.
  std::string fault;
};

/// Turns the game into a loss of `side`. `what` is a short name of its fault and, on further lines,
/// what is known about it.
void forfeit(GameRecord& record, const Player& player, chess::Color side, chess::EndReason reason,
             std::string_view what);

struct Seat {
  search::Agent& agent;
  const Player& player;
};

/// Runs on the calling thread. To break it off (the result is then none), another thread sets
/// `abort` and calls control.stop().
std::optional<GameRecord> play_game(const Seat& white, const Seat& black, const Opening& opening,
                                    const GameRules& rules, search::Control& control,
                                    const std::atomic<bool>& abort);

}  // namespace rookery::match
