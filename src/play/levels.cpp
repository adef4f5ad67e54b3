#include "play/levels.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
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

// danger, depth, nodes, noise. docs/levels.md tells where the Elo figures come from.
constexpr Level kLevels[] = {
    {1, "Nestling", "takes what it can, hardly sees what you can take", 700, {40, 1, 0, 140}},
    {2, "Fledgling", "has been pecked before; sees a danger or two", 850, {78, 1, 0, 135}},
    {3, "Sparrow", "quick and cheeky; sees most dangers", 1000, {118, 1, 0, 125}},
    {4, "Starling", "keeps its pieces together, most of the time", 1150, {150, 1, 0, 105}},
    {5, "Magpie", "one move ahead, and cannot pass a loose pawn", 1300, {0, 1, 0, 60}},
    {6, "Jackdaw", "patient; looks before it hops", 1450, {0, 3, 0, 40}},
    {7, "Crow", "counts, plans and remembers", 1600, {0, 4, 0, 15}},
    {8, "Raven", "an old club player who has seen it all", 1720, {0, 0, 900, 0}},
    {9, "Falcon", "strikes at once, and seldom misses", 1830, {0, 0, 1'900, 0}},
    {10, "Rook", "the whole engine, with all the time you give it", 2800, {}},
};

/// Measured beyond level 9, docs/levels.md.
constexpr double kEloForDoubleNodes = 75;

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

int min_limited_elo() { return kLevels[0].elo; }

Sight limits_for_elo(int elo) {
  const auto above = std::find_if(std::begin(kLevels), std::end(kLevels),
                                  [elo](const Level& l) { return l.elo >= elo; });
  if (above == std::end(kLevels)) return {};
  if (above == std::begin(kLevels) || above->elo == elo) return above->sight;
  const Level& below = *(above - 1);
  if (above->sight.is_full()) {  // beyond the last limited level, by the measured worth of nodes
    Sight sight = below.sight;
    sight.nodes = static_cast<std::uint64_t>(static_cast<double>(sight.nodes) *
                                             std::exp2((elo - below.elo) / kEloForDoubleNodes));
    return sight;
  }
  // Between two levels: the sight of the nearer one, noise in proportion where both have it.
  const bool nearer_above = above->elo - elo <= elo - below.elo;
  Sight sight = nearer_above ? above->sight : below.sight;
  const double share = static_cast<double>(elo - below.elo) / (above->elo - below.elo);
  if (below.sight.nodes && above->sight.nodes)
    sight.nodes = static_cast<std::uint64_t>(
        static_cast<double>(below.sight.nodes) +
        share * static_cast<double>(above->sight.nodes - below.sight.nodes));
  if (sight.depth == below.sight.depth && sight.depth == above->sight.depth)
    sight.noise =
        below.sight.noise + static_cast<int>(share * (above->sight.noise - below.sight.noise));
  if (below.sight.danger && above->sight.danger)
    sight.danger =
        below.sight.danger + static_cast<int>(share * (above->sight.danger - below.sight.danger));
  return sight;
}

const Level* find_level(int number) {
  if (number < 1 || number > static_cast<int>(std::size(kLevels))) return nullptr;
  return &kLevels[number - 1];
}

SearchResult LimitedAgent::think(const chess::Game& game, const search::Limits& limits,
                                 search::Control& control, search::InfoSink& sink) {
  const Sight sight = this->sight();
  if (sight.is_full()) return full_->think(game, limits, control, sink);

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
    return limited_->think(game, mine, control, sink);
  }
  if (sight.noise == 0 && sight.danger == 0) return limited_->think(game, mine, control, sink);

  mine.multi_pv = static_cast<int>(std::max<std::size_t>(1, moves.size()));
  LineCollector collector;
  SearchResult result = limited_->think(game, mine, control, collector);
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

std::vector<search::OptionSpec> LimitedAgent::options() const {
  auto options = full_->options();
  options.push_back({"UCI_LimitStrength", search::OptionSpec::Type::check, "false", 0, 0, {}});
  options.push_back({"UCI_Elo",
                     search::OptionSpec::Type::spin,
                     std::to_string(1500),
                     min_limited_elo(),
                     kMaxLimitedElo,
                     {}});
  return options;
}

Result<Ok, Error> LimitedAgent::set_option(std::string_view option, std::string_view value) {
  if (option == "UCI_LimitStrength") {
    if (value != "true" && value != "false")
      return Unexpected{Error{fmt::format("UCI_LimitStrength is true or false, not '{}'", value)}};
    limit_strength_ = value == "true";
    return Ok{};
  }
  if (option == "UCI_Elo") {
    int elo = 0;
    const auto [rest, error] = std::from_chars(value.data(), value.data() + value.size(), elo);
    if (error != std::errc() || rest != value.data() + value.size() || elo < min_limited_elo() ||
        elo > kMaxLimitedElo)
      return Unexpected{Error{
          fmt::format("UCI_Elo is {} to {}, not '{}'", min_limited_elo(), kMaxLimitedElo, value)}};
    elo_ = elo;
    return Ok{};
  }
  if (option == "level" || option == "seed") {
    std::uint64_t number = 0;
    const auto [rest, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    const bool ok = error == std::errc() && rest == value.data() + value.size() &&
                    (option == "seed" || (number >= 1 && number <= std::size(kLevels)));
    if (!ok)
      return Unexpected{Error{fmt::format("{} is a number{}, not '{}'", option,
                                          option == "level" ? " from 1 to 10" : "", value)}};
    if (option == "seed")
      seed_ = number;
    else
      sight_ = kLevels[number - 1].sight;
    return Ok{};
  }
  if (option == "Move Overhead" || option == "Clear Hash")
    if (auto set = limited_->set_option(option, value); !set) return set;
  return full_->set_option(option, value);
}

}  // namespace rookery::play
