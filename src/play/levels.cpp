#include "play/levels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/rng.h"
#include "chess/make_move.h"
#include "chess/movegen.h"
#include "chess/see.h"

namespace rookery::play {

using chess::Color;
using chess::Move;
using chess::Position;
using search::SearchInfo;
using search::SearchResult;

namespace {

// Sight: danger, depth, nodes, noise, network. docs/results/levels.md has the measurements.
constexpr Level kLevels[] = {
    {1, "Hatchling", "grabs whatever is in reach", 824, 824, 0, {5, 1, 0, 155}},
    {2, "Nestling", "hardly sees what you can take", 938, 938, 0, {65, 1, 0, 137}},
    {3, "Sparrow", "quick and cheeky; sees most dangers", 1075, 1075, 0, {128, 1, 0, 120}},
    {4, "Starling", "keeps most pieces together", 1222, 1222, 0, {200, 1, 0, 90}},
    {5, "Magpie", "cannot pass a loose pawn", 1479, 1438, 1479, {0, 3, 0, 60}},
    {6, "Jackdaw", "patient; looks before it hops", 1594, 1538, 1594, {0, 4, 0, 15}},
    {7, "Crow", "counts, plans and remembers", 1823, 1619, 0, {0, 0, 1'400, 0}},
    {8, "Raven", "an old club player who has seen it all", 2033, 0, 2033, {0, 0, 2'500, 0, true}},
    {9, "Falcon", "strikes at once, and seldom misses", 2135, 0, 0, {0, 0, 7'000, 0, true}},
    {10, "Goshawk", "sees far through the trees", 2230, 0, 2230, {0, 0, 25'000, 0, true}},
    {11, "Eagle", "circles high above the board", 2362, 0, 0, {0, 0, 100'000, 0, true}},
    {12, "Rook", "the whole engine, with all the time you give it", 2494, 0, 0, {}},
};
constexpr const Level &kFirst = *std::begin(kLevels), &kWhole = *(std::end(kLevels) - 1);
/// With so many nodes a move the whole engine has its place on the scale.
constexpr std::uint64_t kWholeNodes = 400'000;

/// The noise at which a move's judgement may be off is a fixed function of game, position and move,
/// so that a game can be replayed.
double noise_of(std::uint64_t seed, const Position& position, Move move) {
  Rng rng(seed ^ position.key() ^ (static_cast<std::uint64_t>(move.to_bits()) << 32));
  return 2 * rng.uniform() - 1;
}

/// The exchange that a move starts, in centipawns: the largest threshold it reaches.
int exchange_value(const Position& position, Move move) {
  int low = -1000, high = 1000;  // reaches low, does not reach high
  while (high - low > 10) {
    const int middle = (low + high) / 2;
    (chess::see_at_least(position, move, middle) ? low : high) = middle;
  }
  return low;
}

/// Keeps the newest report of each line and passes none on: the person sees only the decision.
class LineCollector final : public search::InfoSink {
 public:
  void on_info(const SearchInfo& info) override {
    if (info.pv.empty() || info.bound != search::Bound::exact) return;
    // Lines of an unfinished iteration must not be compared with those of the last one.
    if (info.depth > depth_) complete_ = std::move(lines_), lines_.clear(), depth_ = info.depth;
    const auto same = std::find_if(lines_.begin(), lines_.end(), [&info](const SearchInfo& line) {
      return line.multi_pv == info.multi_pv;
    });
    if (same == lines_.end())
      lines_.push_back(info);
    else
      *same = info;
  }
  std::vector<SearchInfo> take() {
    return lines_.size() >= complete_.size() ? std::move(lines_) : std::move(complete_);
  }

 private:
  int depth_ = 0;
  std::vector<SearchInfo> lines_, complete_;
};

bool is_bare_king(const Position& position, Color side) {
  return chess::count(position.pieces(side)) == 1;
}

}  // namespace

std::span<const Level> levels() { return kLevels; }

std::string strength_text(const Level& level) {
  std::string text;
  if (level.puzzles) text = fmt::format("solves puzzles of {}", level.puzzles);
  if (level.puzzles && level.matches) text += ", ";
  if (level.matches) text += fmt::format("plays at about {}", level.matches);
  return text;
}

int min_limited_elo() { return kFirst.elo; }

Strength strength_for_elo(int elo) {
  const Level* const above = std::find_if(std::begin(kLevels), std::end(kLevels),
                                          [elo](const Level& l) { return l.elo >= elo; });
  if (above == std::begin(kLevels)) return {kFirst.sight, kFirst.sight, 0};
  if (elo >= kMaxLimitedElo) return {kWhole.sight, kWhole.sight, 0};
  if (above < &kWhole) {
    const Level& below = *(above - 1);
    const double share = static_cast<double>(elo - below.elo) / (above->elo - below.elo);
    return {below.sight, above->sight, share};
  }
  // Beyond the last limited level more nodes lead to the whole engine, and further.
  const Level& last = *(&kWhole - 1);
  Sight sight = last.sight;
  const auto nodes = static_cast<double>(sight.nodes);
  const double steps = static_cast<double>(elo - last.elo) / (kWhole.elo - last.elo);
  sight.nodes = static_cast<std::uint64_t>(nodes * std::pow(kWholeNodes / nodes, steps));
  return {sight, sight, 0};
}

const Level* find_level(int number) {
  if (number < 1 || number > static_cast<int>(std::size(kLevels))) return nullptr;
  return &kLevels[number - 1];
}

Sight LimitedAgent::sight(const Position& position) const {
  if (!limit_strength_) return sight_;
  const Strength strength = strength_for_elo(elo_);
  return Rng(seed_ ^ position.key()).uniform() < strength.share ? strength.stronger
                                                                : strength.sight;
}

SearchResult LimitedAgent::think(const chess::Game& game, const search::Limits& limits,
                                 search::Control& control, search::InfoSink& sink) {
  const Sight sight = this->sight(game.position());
  if (sight.is_full()) return full_->think(game, limits, control, sink);
  search::Agent& limited = sight.network ? *full_ : *limited_;

  search::Limits mine = limits;
  if (sight.depth) mine.depth = std::min(limits.depth.value_or(sight.depth), sight.depth);
  if (sight.nodes) mine.nodes = std::min(limits.nodes.value_or(sight.nodes), sight.nodes);
  const Position& position = game.position();
  const auto moves = chess::legal_moves(position);

  // Against a bare king there is nothing to overlook, and mating it needs a steady hand.
  if (is_bare_king(position, ~position.side_to_move())) {
    mine.depth = limits.depth;
    mine.nodes = std::max<std::uint64_t>(sight.nodes, 5'000);
    if (limits.nodes) mine.nodes = std::min(*mine.nodes, *limits.nodes);
    return limited.think(game, mine, control, sink);
  }
  if (sight.noise == 0 && sight.danger == 0) return limited.think(game, mine, control, sink);

  mine.multi_pv = static_cast<int>(std::max<std::size_t>(1, moves.size()));
  LineCollector collector;
  SearchResult result = limited.think(game, mine, control, collector);
  if (!result.best || result.failure) return result;
  if (result.info.score.mate > 0) return result;  // a mate that it sees is played
  const std::vector<SearchInfo> lines = collector.take();
  const int best_score = result.info.score.centipawns;
  double best_value = -1e9;
  for (const SearchInfo& line : lines) {
    const Move move = line.pv[0];
    double value = line.score.centipawns;
    if (sight.danger) {
      const int lost = line.score.centipawns - best_score;
      value = std::max(exchange_value(position, move), 0) + std::max(lost, -sight.danger);
    }
    value += sight.noise * noise_of(seed_, position, move);
    if (value <= best_value) continue;
    best_value = value;
    result.best = move;
    const auto nodes = result.info.nodes;
    const auto time = result.info.time;
    result.info = line;
    result.info.multi_pv = 1;
    result.info.nodes = nodes;
    result.info.time = time;
    result.ponder = line.pv.size() > 1 ? line.pv[1] : Move();
  }
  sink.on_info(result.info);
  return result;
}

std::vector<search::Option> LimitedAgent::option_table() {
  using search::OptionSpec;
  std::vector<search::Option> table;
  for (OptionSpec& spec : full_->options()) {
    const bool for_both = spec.name == "Move Overhead" || spec.name == "Clear Hash";
    auto apply = [this, for_both, name = spec.name](const std::string& value) -> Result<Ok, Error> {
      if (for_both)
        if (auto set = limited_->set_option(name, value); !set) return set;
      return full_->set_option(name, value);
    };
    table.push_back({std::move(spec), std::move(apply)});
  }
  table.push_back(search::switch_option("UCI_LimitStrength", limit_strength_));
  table.push_back(search::number_option("UCI_Elo", elo_, min_limited_elo(), kMaxLimitedElo));

  const int strongest = static_cast<int>(std::size(kLevels));
  table.push_back(
      {OptionSpec::spin("level", strongest, 1, strongest), [this](const std::string& value) {
         sight_ = find_level(std::stoi(value))->sight;
         return Ok{};
       }});
  // A saved game names the parts too, so that it goes on as it was begun when levels change.
  const auto part = [&](const char* name, int most, auto& field) {
    table.push_back({OptionSpec::spin(name, 0, 0, most), [&field](const std::string& value) {
                       field =
                           static_cast<std::remove_reference_t<decltype(field)>>(std::stoi(value));
                       return Ok{};
                     }});
  };
  part("sight-danger", 10'000, sight_.danger);
  part("sight-depth", 250, sight_.depth);
  part("sight-nodes", 1'000'000'000, sight_.nodes);
  part("sight-noise", 10'000, sight_.noise);
  part("sight-network", 1, sight_.network);
  table.push_back(search::seed_option([this](std::uint64_t seed) { seed_ = seed; }));
  for (search::Option& option : table)
    if (option.spec.name == "level" || option.spec.name == "seed" ||
        option.spec.name.starts_with("sight-"))
      option.spec.for_guis = false;
  return table;
}

}  // namespace rookery::play
