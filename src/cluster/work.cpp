#include "cluster/work.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/read_file.h"
#include "cluster/proof.h"
#include "cluster/wire.h"
#include "match/pgn.h"
#include "match/runner.h"

namespace rookery::cluster {
namespace {

using std::chrono::milliseconds;

milliseconds scaled(milliseconds time, double factor) {
  return milliseconds(std::llround(static_cast<double>(time.count()) * factor));
}

Result<LocalPlayer, Error> local_player(const QueuedPlayer& player, const WorkNeeds& needs) {
  std::string network;
  if (!player.network.empty()) {
    auto file = needs.file(player.network);
    if (!file) return Unexpected{file.error()};
    network = *file;
  }
  return LocalPlayer::check(player, network);
}

/// Pairs of games, of kinds "match" and "spsa".
class MatchWork final : public Work {
 public:
  MatchWork(QueuedMatchSpec spec, WorkNeeds needs, bool has_detail)
      : spec_(std::move(spec)),
        needs_(std::move(needs)),
        schedule_(spec_.plan.schedule()),
        has_detail_(has_detail) {}

  std::vector<std::string> files() const override {
    std::vector<std::string> hashes = {spec_.openings};
    for (const QueuedPlayer& p : spec_.players)
      if (!p.network.empty()) hashes.push_back(p.network);
    return hashes;
  }
  Result<Ok, Error> prove() override {
    const auto file = needs_.file(spec_.openings);
    if (!file) return Unexpected{file.error()};
    const auto text = read_file(*file, FileKind::positions);
    if (!text) return Unexpected{text.error()};
    auto openings = parse_openings(*text);
    if (!openings) return Unexpected{openings.error()};
    openings_ = std::move(*openings);
    const match::OpeningChoice& choice = spec_.plan.openings;
    order_ = match::opening_order(openings_.size(), choice.random_order, choice.seed);
    for (std::size_t i = 0; i < spec_.players.size(); ++i) {
      auto local = local_player(spec_.players[i], needs_);
      if (!local) return Unexpected{local.error()};
      match::Player& player = spec_.plan.players[i];
      player.external = local->is_program();
      if (spec_.speed > 0 && needs_.nps > 0) scale(player.limits);
      players_.push_back(std::move(*local));
    }
    const auto& all = spec_.plan.players;
    as_programs_ =
        std::any_of(all.begin(), all.end(), [](const auto& p) { return p.external; }) &&
        std::any_of(all.begin(), all.end(), [](const auto& p) { return p.limits.is_timed(); });
    return Ok{};
  }

  std::unique_ptr<Player> make_player(Hand& hand) override {
    return std::make_unique<MatchPlayer>(*this, hand);
  }

 private:
  void scale(match::PlayerLimits& limits) const {
    const double factor = spec_.speed / needs_.nps;
    if (auto& tc = limits.time_control) {
      tc->base = scaled(tc->base, factor);
      tc->increment = scaled(tc->increment, factor);
    }
    if (limits.move_time) limits.move_time = scaled(*limits.move_time, factor);
  }

  class MatchPlayer final : public Player {
   public:
    MatchPlayer(MatchWork& work, Hand& hand)
        : work_(work), hand_(hand), agents_(work.players_.size()) {}

    Result<std::optional<UnitResult>, Error> play(std::int64_t unit,
                                                  const std::string& detail) override {
      if (auto set = take_detail(detail); !set) return Unexpected{set.error()};
      UnitResult result;
      result.unit = unit;
      std::vector<GameSummary> games;
      for (const match::Fixture& fixture : work_.spec_.games_of(unit, work_.schedule_)) {
        auto game = play_game(fixture);
        if (!game) return Unexpected{game.error()};
        if (!*game) return std::optional<UnitResult>();
        if (const auto lack = match::lack_behind(**game)) return Unexpected{Error{*lack}};
        games.push_back(summary_of(fixture, **game));
        result.data += match::to_pgn({work_.spec_.plan.event, work_.spec_.date}, fixture,
                                     player(fixture.white), player(fixture.black), **game);
      }
      result.summary = games_summary(games);
      if (result.data.size() > kMaxData)
        return Unexpected{Error{"a game is too long for the queue"}};
      return std::optional(std::move(result));
    }

   private:
    const match::Player& player(int index) const {
      return work_.spec_.plan.players[static_cast<std::size_t>(index)];
    }

    /// The numbers that are tried now.
    Result<Ok, Error> take_detail(const std::string& detail) {
      if (!work_.has_detail_ || detail == detail_) return Ok{};
      const auto numbers = parse_spsa_detail(detail);
      if (!numbers) return Unexpected{numbers.error()};
      for (const int i : {0, 1}) {
        auto agent = agent_of(i);
        if (!agent) return Unexpected{agent.error()};
        if (auto set = set_numbers(**agent, i == 0 ? numbers->plus : numbers->minus); !set)
          return set;
      }
      detail_ = detail;
      return Ok{};
    }

    Result<search::Agent*, Error> agent_of(int index) {
      auto& agent = agents_[static_cast<std::size_t>(index)];
      if (!agent) {
        const LocalPlayer& player = work_.players_[static_cast<std::size_t>(index)];
        auto made = work_.as_programs_ ? player.make_program() : player.make();
        if (!made) return Unexpected{made.error()};
        agent = std::move(*made);
      }
      return agent.get();
    }

    Result<std::optional<play::PlayedGame>, Error> play_game(const match::Fixture& fixture) {
      auto white = agent_of(fixture.white), black = agent_of(fixture.black);
      for (const auto* agent : {&white, &black})
        if (!*agent) return Unexpected{agent->error()};
      const auto round = static_cast<std::size_t>(fixture.round);
      return match::play_game({**white, player(fixture.white)}, {**black, player(fixture.black)},
                              work_.openings_[work_.order_[round % work_.order_.size()]],
                              work_.spec_.plan.rules, hand_.control, hand_.abort);
    }

    static GameSummary summary_of(const match::Fixture& fixture, const play::PlayedGame& game) {
      GameSummary s{fixture.game,
                    game.white_points(),
                    static_cast<int>(game.game.ply()),
                    game.termination,
                    game.fault,
                    0,
                    0};
      for (const play::PlayedPly& ply : game.plies) {
        if (ply.info) s.nodes += static_cast<std::int64_t>(ply.info->nodes);
        s.time_ms += std::chrono::duration_cast<milliseconds>(ply.time).count();
      }
      return s;
    }

    MatchWork& work_;
    Hand& hand_;
    std::vector<std::unique_ptr<search::Agent>> agents_;
    std::string detail_;
  };

  QueuedMatchSpec spec_;
  const WorkNeeds needs_;
  const match::Schedule schedule_;
  const bool has_detail_;
  bool as_programs_ = false;
  std::vector<match::Opening> openings_;
  std::vector<std::uint32_t> order_;
  std::vector<LocalPlayer> players_;
};

/// Games of one file of self-play, a handful a unit.
class SelfplayWork final : public Work {
 public:
  SelfplayWork(QueuedSelfplay spec, WorkNeeds needs)
      : spec_(std::move(spec)), needs_(std::move(needs)) {}

  std::vector<std::string> files() const override {
    if (spec_.player.network.empty()) return {};
    return {spec_.player.network};
  }
  Result<Ok, Error> prove() override {
    auto local = local_player(spec_.player, needs_);
    if (!local) return Unexpected{local.error()};
    player_.emplace(std::move(*local));
    return Ok{};
  }
  std::unique_ptr<Player> make_player(Hand& hand) override {
    return std::make_unique<Self>(*this, hand);
  }

 private:
  class Self final : public Player {
   public:
    Self(SelfplayWork& work, Hand& hand) : work_(work), hand_(hand) {}
    Result<std::optional<UnitResult>, Error> play(std::int64_t unit, const std::string&) override {
      const QueuedSelfplay& spec = work_.spec_;
      if (!agent_) {
        auto made = work_.player_->make();
        if (!made) return Unexpected{made.error()};
        agent_ = std::move(*made);
        if (auto set = train::prepare_agent(*agent_, spec.options); !set)
          return Unexpected{set.error()};
      }
      const int file = static_cast<int>(unit / spec.chunks());
      const auto chunk = static_cast<std::uint64_t>(spec.chunk);
      const std::uint64_t first = static_cast<std::uint64_t>(unit % spec.chunks()) * chunk;
      const std::uint64_t end = std::min(first + chunk, spec.options.games);
      UnitResult result;
      result.unit = unit;
      for (std::uint64_t game = first; game < end; ++game) {
        if (hand_.abort) return std::optional<UnitResult>();
        const auto record = train::play_game(*agent_, spec.options,
                                             train::game_seed(spec.options.seed, file, game));
        if (!record) return Unexpected{record.error()};
        result.data += train::encoded_record(*record);
      }
      result.summary = json::to_text({{"games", end - first}});
      if (result.data.size() > kMaxData) return Unexpected{Error{"too many games for a unit"}};
      return std::optional(std::move(result));
    }

   private:
    SelfplayWork& work_;
    Hand& hand_;
    std::unique_ptr<search::Agent> agent_;
  };

  const QueuedSelfplay spec_;
  const WorkNeeds needs_;
  std::optional<LocalPlayer> player_;
};

}  // namespace

Result<std::unique_ptr<Work>, Error> make_work(const std::string& kind, const std::string& spec,
                                               const WorkNeeds& needs) {
  if (kind == "match" || kind == "spsa") {
    auto parsed = parse_match_spec(spec);
    if (!parsed) return Unexpected{parsed.error()};
    return std::unique_ptr<Work>(
        std::make_unique<MatchWork>(std::move(*parsed), needs, kind == "spsa"));
  }
  if (kind == "selfplay") {
    auto parsed = parse_selfplay_spec(spec);
    if (!parsed) return Unexpected{parsed.error()};
    return std::unique_ptr<Work>(std::make_unique<SelfplayWork>(std::move(*parsed), needs));
  }
  return Unexpected{Error{"work of a kind that this version does not know: " + kind}};
}

}  // namespace rookery::cluster
