// The whole loop from random weights: a network plays itself, its games train the next one, and the
// two play a match.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "search/agent.h"
#include "train/selfplay.h"
#include "train/session.h"

namespace rookery::train {

struct LearnOptions {
  int generations = 3;
  std::uint64_t games = 4000;  ///< of self-play in each generation
  int match_games = 200;       ///< between a network and its predecessor
  int threads = 2;
  /// Each generation trains on its own games and those of so many before it.
  int remember = 1;
  SelfplayOptions selfplay;
  TrainOptions train;
  std::uint64_t seed = 1;
};

/// Match points of the first player.
struct MatchScore {
  int wins = 0, draws = 0, losses = 0;
  double points() const { return wins + draws / 2.0; }
  int games() const { return wins + draws + losses; }
};

struct GenerationReport {
  int generation = 0;        ///< from 1
  std::string network_path;  ///< of the network it made
  std::uint64_t games = 0, positions = 0;
  double validation_loss = 0;
  MatchScore match;  ///< against the network that played its games
  bool accepted = false;
};

/// An agent that plays with the network of a file.
using NetworkAgentMaker = std::function<search::MadeAgent(const std::string& network_path)>;

/// Games in pairs from the random openings of self-play, colours changed, on `threads` threads.
/// `played` counts them.
Result<MatchScore, Error> play_match(const search::AgentMaker& first,
                                     const search::AgentMaker& second, int games, int threads,
                                     const SelfplayOptions& options, const std::atomic<bool>& stop,
                                     std::atomic<std::uint64_t>& played);

/// A part of the loop. The functions may be called at any time and on any thread.
struct LearnStage {
  std::string what;  ///< "generation 1 of 3: self-play"
  std::string unit;  ///< what is counted: "games"
  std::uint64_t total = 0;
  std::function<std::uint64_t()> done;
  std::function<std::uint64_t()> earlier;  ///< of those, by a run that this one goes on with
};

/// Told of the loop's course on the calling thread.
struct LearnObserver {
  std::function<void(const LearnStage&)> on_stage = [](auto&) {};  ///< begins now
  std::function<void(const GenerationReport&)> on_generation = [](auto&) {};
};

/// Runs in a folder; after an interruption the same call goes on. A network that does not win its
/// match is not used for the next generation. Returns the path of the last accepted network, or an
/// empty one if `stop` came first.
Result<std::string, Error> learn(const std::string& folder, const LearnOptions& options,
                                 const NetworkAgentMaker& make_agent, const std::atomic<bool>& stop,
                                 const LearnObserver& observer);

}  // namespace rookery::train
