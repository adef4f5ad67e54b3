#include "analysis/level_finder.h"

#include <string>

#include "play/levels.h"
#include "play/roster.h"

namespace rookery::analysis {

namespace {

constexpr int kSeeds = 10, kEnough = 7;

bool finds(search::Agent& agent, const chess::Game& game, chess::Move best,
           search::Control& control) {
  search::NullSink sink;
  for (int seed = 1, found = 0, missed = 0; seed <= kSeeds && !control.should_stop(); ++seed) {
    if (!agent.set_option("seed", std::to_string(seed))) return false;
    agent.new_game();
    const bool hit = agent.think(game, {}, control, sink).best == best;
    if ((hit ? ++found : ++missed) >= (hit ? kEnough : kSeeds - kEnough + 1)) return hit;
  }
  return false;
}

constexpr std::uint64_t kMostNodes = 10'000;

}  // namespace

std::optional<int> lowest_level_that_finds(const chess::Game& game, chess::Move best,
                                           search::Control& control) {
  const auto agent = play::make_roster_agent("rookery");
  if (!agent->set_option("Hash", "1")) return std::nullopt;
  for (const play::Level& level : play::levels()) {
    // Those that look at more positions than a review has time for tell nothing about a move.
    if (level.sight.is_full() || level.sight.nodes > kMostNodes) break;
    if (agent->set_option("level", std::to_string(level.number)) &&
        finds(*agent, game, best, control))
      return level.number;
  }
  return std::nullopt;
}

}  // namespace rookery::analysis
