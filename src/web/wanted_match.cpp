#include "web/wanted_match.h"

#include <fmt/format.h>

#include <algorithm>

#include "notation/fen.h"
#include "play/json.h"
#include "play/roster.h"
#include "web/game_rooms.h"

namespace rookery::web {

namespace {

constexpr std::size_t kMaxPlayers = 16;
constexpr int kMaxGames = 10'000, kMaxConcurrency = 8;

/// The limits of all players, and the options of the command line that say the same.
Result<std::pair<match::PlayerLimits, std::string>, Failure> read_limits(json::Fields& fields) {
  match::PlayerLimits limits;
  std::string options;
  if (const auto depth = fields.optional_integer("depth", 1, 100)) {
    limits.depth = static_cast<int>(*depth);
    options += fmt::format(" --depth {}", *depth);
  }
  if (const auto nodes = fields.optional_integer("nodes", 1, 1'000'000'000'000)) {
    limits.nodes = static_cast<std::uint64_t>(*nodes);
    options += fmt::format(" --nodes {}", *nodes);
  }
  if (const auto time = fields.optional_integer("movetime_ms", 1, 3'600'000)) {
    limits.move_time = std::chrono::milliseconds(*time);
    options += fmt::format(" --st {}", static_cast<double>(*time) / 1000);
  }
  if (auto clock = fields.optional_object("clock")) {
    limits.time_control =
        play::TimeControl{std::chrono::milliseconds(clock->integer("base_ms", 1, 24 * 3'600'000)),
                          std::chrono::milliseconds(clock->integer("inc_ms", 0, 3'600'000))};
    options += " --tc " + play::to_text(*limits.time_control, play::BaseUnit::seconds);
  }
  if (fields.error()) return bad_fields(fields);
  if (limits.empty())
    return failure("bad_message", "How long may they think? Give a depth, nodes or a clock.",
                   "limit");
  return std::pair(limits, options);
}

Result<match::Player, Failure> read_player(const std::string& text,
                                           const match::PlayerLimits& limits) {
  const auto named = play::NamedSpec::parse(text);
  if (!named) return failure("bad_message", named.error().message, "players");
  auto player = match::parse_player(named->text(), limits);
  if (!player) return failure("bad_message", player.error().message, "players");
  // A limit inside the text was for this player; what remains must still name somebody.
  if (const auto rest = play::NamedSpec::parse(player->agent); !rest)
    return failure("bad_message", rest.error().message, "players");
  if (const play::OwnEngine* own = play::own_engines().find(named->name()))
    player->external = own->agent.empty();
  return *std::move(player);
}

}  // namespace

Result<WantedMatch, Failure> read_match(json::Fields fields) {
  WantedMatch wanted;
  wanted.request = fields.value();
  const auto texts = fields.texts("players", kMaxPlayers, 200);
  const auto games = fields.integer("games", 1, kMaxGames);
  const auto concurrency = fields.optional_integer("concurrency", 1, kMaxConcurrency);
  const auto fen = fields.optional_text("fen", 200);
  const auto limits = read_limits(fields);
  if (fields.error()) return bad_fields(fields);
  if (!limits) return Unexpected{limits.error()};
  if (texts.size() < 2) return failure("bad_message", "A match needs two players.", "players");

  wanted.command = texts.size() == 2 ? "rookery match" : "rookery tournament";
  for (const std::string& text : texts) {
    auto player = read_player(text, limits->first);
    if (!player) return Unexpected{player.error()};
    const std::string name = player->name;
    const auto is_taken = [&](const match::Player& p) { return p.name == player->name; };
    for (int n = 2; std::ranges::any_of(wanted.spec.players, is_taken); ++n)
      player->name = fmt::format("{} #{}", name, n);
    wanted.spec.players.push_back(*std::move(player));
    wanted.command += ' ' + text;
  }
  wanted.spec.games = static_cast<int>(games);
  wanted.concurrency = static_cast<int>(concurrency.value_or(1));
  wanted.command +=
      fmt::format(" --games {}{} --concurrency {}", games, limits->second, wanted.concurrency);
  if (fen) {
    const auto start = parse_start(fields);
    if (!start) return Unexpected{start.error()};
    if (chess::Game(start->position, start->chess960).outcome())
      return failure("bad_fen", "The game has ended in this position.", "fen");
    wanted.openings = {{start->position, {}, start->chess960}};
    wanted.command.clear();
    return wanted;
  }
  auto openings = match::load_openings(wanted.spec.openings);
  if (!openings) return failure("bad_message", openings.error().message);
  wanted.openings = *std::move(openings);
  return wanted;
}

json::Value summary(const WantedMatch& wanted) {
  std::string title;
  for (const match::Player& player : wanted.spec.players)
    title += (title.empty() ? "" : " – ") + player.name;
  return {{"title", title}, {"total", wanted.spec.schedule().size()}};
}

}  // namespace rookery::web
