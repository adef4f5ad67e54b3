// Self-play: an agent plays itself from random openings and every position is stored with the
// search's score and, by its game, the result.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "base/rng.h"
#include "search/agent.h"
#include "train/data.h"

namespace rookery::train {

struct SelfplayOptions {
  std::string agent = "rookery";  ///< its name, for the record
  std::uint64_t games = 0;        ///< for each thread; 0 = until stopped
  std::uint64_t soft_nodes = 400;
  int random_plies = 8;       ///< or one more, by chance
  double chess960_share = 0;  ///< of the games, from any of the 960 starts
  int max_first_score = 400;  ///< an opening that the first search finds less balanced is replaced
  int hash_mb = 2;
  std::uint64_t seed = 1;

  /// Everything that decides which games are played, as stored in the file.
  std::string settings(int thread) const;
};

/// One game; the same seed and agent (fresh after new_game) give the same game.
Result<GameRecord, Error> play_game(search::Agent& agent, const SelfplayOptions& options,
                                    std::uint64_t seed);

/// Of game `game` of the file of thread `thread`.
std::uint64_t game_seed(std::uint64_t seed, int thread, std::uint64_t game);
/// Hash and threads as the options say.
Result<Ok, Error> prepare_agent(search::Agent& agent, const SelfplayOptions& options);

/// The number of a start: by chance, as often as `chess960_share` says, any, else the standard one.
std::uint16_t random_start(Rng& rng, double chess960_share);

/// A game after `plies` random moves or one more, not ended.
chess::Game random_opening(Rng& rng, int plies, std::uint16_t start);

Verdict verdict_of(const chess::Outcome& outcome);

struct SelfplayProgress {
  /// In the files; those that were there when the run began; positions since, and those that
  /// training would keep.
  std::atomic<std::uint64_t> games{0}, earlier_games{0}, positions{0}, kept{0};
  std::atomic<int> threads{0};  ///< how many played, known at the end
};

/// The file of one thread's games.
std::string selfplay_path(const std::string& folder, std::uint64_t seed, int thread);

/// Plays `threads` files on as many threads, each with an agent of its own, or on fewer if there
/// are no more to be had, continuing files that are there. Game i of a file depends only on the
/// settings and i, so that an interrupted run ends with the same files as an uninterrupted one.
Result<Ok, Error> run_selfplay(const std::string& folder, int threads,
                               const SelfplayOptions& options, const search::AgentMaker& make_agent,
                               const std::atomic<bool>& stop, SelfplayProgress& progress);

}  // namespace rookery::train
