// Random and fixed-random (document 000): the baselines that know only the rules.
#include <random>

#include "agents/agents.h"
#include "base/rng.h"
#include "chess/movegen.h"
#include "search/wait.h"

namespace rookery::agents {

namespace {

search::SearchResult pick(const chess::Game& game, const search::Limits& limits,
                          search::Control& control, search::InfoSink& sink, Rng& rng) {
  const chess::MoveList legal = legal_moves(game.position());
  search::SearchResult result;
  if (legal.empty()) return result;
  const std::size_t choices =
      limits.search_moves.empty() ? legal.size() : limits.search_moves.size();
  const std::size_t choice = rng.below(static_cast<std::uint32_t>(choices));
  result.best = limits.search_moves.empty() ? legal[choice] : limits.search_moves[choice];
  result.info.pv = {result.best};
  sink.on_info(result.info);
  search::wait_if_asked(limits, control);
  return result;
}

/// A uniformly random legal move. Option seed: the same seed gives the same game.
class Random final : public search::Agent {
 public:
  std::string_view name() const override { return "random"; }
  search::SearchResult think(const chess::Game& game, const search::Limits& limits,
                             search::Control& control, search::InfoSink& sink) override {
    return pick(game, limits, control, sink, rng_);
  }

 private:
  std::vector<search::Option> option_table() override {
    return {search::seed_option([this](std::uint64_t seed) { rng_ = Rng(seed); })};
  }

  Rng rng_{std::random_device{}()};
};

/// Random once and for all: the position itself is the seed, so it always gets the same answer.
class FixedRandom final : public search::Agent {
 public:
  std::string_view name() const override { return "fixed-random"; }
  search::SearchResult think(const chess::Game& game, const search::Limits& limits,
                             search::Control& control, search::InfoSink& sink) override {
    Rng rng(game.position().key());
    return pick(game, limits, control, sink, rng);
  }
};

}  // namespace

std::unique_ptr<search::Agent> make_random() { return std::make_unique<Random>(); }
std::unique_ptr<search::Agent> make_fixed_random() { return std::make_unique<FixedRandom>(); }

}  // namespace rookery::agents
