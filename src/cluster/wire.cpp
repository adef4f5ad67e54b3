#include "cluster/wire.h"

#include <fmt/format.h>

#include <algorithm>

#include "cluster/job_store.h"
#include "json/door.h"
#include "notation/fen.h"
#include "notation/uci_move.h"

namespace rookery::cluster {
namespace {

using json::Fields;
using json::Value;

constexpr int kMaxPlayers = 1000, kMaxGames = 100'000'000, kMaxFault = 1200;
constexpr json::Limits kSpecLimits{.bytes = 1 << 20, .depth = 8, .values = 50'000};

Value player_json(const QueuedPlayer& p) {
  Value out = {{"name", p.name}, {"agent", p.agent}, {"signature", p.signature}};
  if (!p.limits.empty()) out["limits"] = p.limits.text();
  if (!p.network.empty()) out["network"] = p.network;
  if (!p.program.empty()) out["program"] = p.program;
  return out;
}

/// Hexadecimal, or it could be part of a path.
std::string hash_field(Fields& fields, const char* key) {
  const std::string hash = fields.optional_text(key, 64).value_or("");
  if (!hash.empty() &&
      (hash.size() != 64 || hash.find_first_not_of("0123456789abcdef") != hash.npos))
    fields.refuse(key, "is no SHA-256");
  return hash;
}

QueuedPlayer read_player(Fields fields) {
  QueuedPlayer p;
  p.name = fields.text("name", 200);
  p.agent = fields.text("agent", 1000);
  p.signature = static_cast<std::uint64_t>(fields.integer("signature", 0, INT64_MAX));
  p.network = hash_field(fields, "network");
  p.program = hash_field(fields, "program");
  std::string limits = fields.optional_text("limits", 200).value_or("");
  for (std::string_view rest = limits; !rest.empty();) {
    const std::string_view item = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(item.size() + 1, rest.size()));
    const auto equals = item.find('=');
    const auto set = equals == item.npos ? Result<bool, Error>(false)
                                         : match::set_limit(p.limits, item.substr(0, equals),
                                                            item.substr(equals + 1));
    if (!set || !*set) fields.refuse("limits", "are none");
  }
  return p;
}

int int_field(Fields& fields, const char* key, std::int64_t min, std::int64_t max) {
  return static_cast<int>(fields.integer(key, min, max));
}

}  // namespace

std::vector<match::Fixture> QueuedMatchSpec::games_of(std::int64_t unit,
                                                      const match::Schedule& schedule) const {
  std::vector<match::Fixture> games;
  for (std::int64_t game = 2 * unit; game < 2 * unit + 2 && game < schedule.size(); ++game)
    games.push_back(schedule.fixture(static_cast<int>(game)));
  return games;
}

Value to_json(const QueuedMatchSpec& spec) {
  const match::MatchSpec& m = spec.plan;
  Value out = {{"format", m.format == match::Format::gauntlet ? "gauntlet" : "round robin"},
               {"games", m.games},
               {"max_moves", m.rules.max_moves},
               {"time_margin_ms", m.rules.time_margin.count()},
               {"openings", spec.openings},
               {"order", m.openings.random_order ? "random" : "sequential"},
               {"seed", std::to_string(m.openings.seed)},
               {"event", m.event},
               {"date", spec.date},
               {"speed", spec.speed}};
  for (const QueuedPlayer& p : spec.players) out["players"].push_back(player_json(p));
  if (const auto& draw = m.rules.adjudication.draw)
    out["draw"] = {{"after", draw->after}, {"plies", draw->plies}, {"score", draw->score}};
  if (const auto& resign = m.rules.adjudication.resign)
    out["resign"] = {{"plies", resign->plies}, {"score", resign->score}};
  if (m.sprt)
    out["sprt"] = {{"elo0", m.sprt->elo0},
                   {"elo1", m.sprt->elo1},
                   {"alpha", m.sprt->alpha},
                   {"beta", m.sprt->beta},
                   {"normalised", m.sprt->model == match::SprtSettings::Model::normalised}};
  return out;
}

Result<QueuedMatchSpec, Error> parse_match_spec(std::string_view text) {
  const auto value = json::parse_untrusted(text, kSpecLimits);
  if (!value) return Unexpected{value.error()};
  Fields fields(*value, "test");
  QueuedMatchSpec spec;
  match::MatchSpec& m = spec.plan;
  const std::string format = fields.text("format");
  if (format != "gauntlet" && format != "round robin") fields.refuse("format", "is unknown");
  m.format = format == "gauntlet" ? match::Format::gauntlet : match::Format::round_robin;
  m.games = int_field(fields, "games", 1, kMaxGames);
  m.rules.max_moves = int_field(fields, "max_moves", 0, 100'000);
  m.rules.time_margin = std::chrono::milliseconds(fields.integer("time_margin_ms", 0, 1'000'000));
  if (auto draw = fields.optional_object("draw"))
    m.rules.adjudication.draw = {int_field(*draw, "after", -1, 100'000),
                                 int_field(*draw, "plies", 1, 100'000),
                                 int_field(*draw, "score", 0, 100'000), true};
  if (auto resign = fields.optional_object("resign"))
    m.rules.adjudication.resign = {int_field(*resign, "plies", 1, 100'000),
                                   int_field(*resign, "score", 0, 100'000)};
  spec.openings = hash_field(fields, "openings");
  m.openings.random_order = fields.text("order") == "random";
  const std::string seed = fields.text("seed", 20);
  if (seed.empty() || seed.find_first_not_of("0123456789") != seed.npos)
    fields.refuse("seed", "is no number");
  else
    m.openings.seed = std::strtoull(seed.c_str(), nullptr, 10);
  m.event = fields.text("event");
  spec.date = fields.text("date", 40);
  spec.speed = fields.number("speed", 0, 1e12);
  if (auto sprt = fields.optional_object("sprt")) {
    match::SprtSettings s;
    s.elo0 = sprt->number("elo0", -10'000, 10'000);
    s.elo1 = sprt->number("elo1", -10'000, 10'000);
    s.alpha = sprt->number("alpha", 1e-6, 0.5);
    s.beta = sprt->number("beta", 1e-6, 0.5);
    if (sprt->flag("normalised")) s.model = match::SprtSettings::Model::normalised;
    m.sprt = s;
  }
  for (Fields& player : fields.objects("players", kMaxPlayers))
    spec.players.push_back(read_player(player));
  const auto count = static_cast<std::int64_t>(spec.players.size());
  if (count < 2 || count * count * m.games > kMaxGames)
    fields.refuse("players", "are too few or too many");
  for (const QueuedPlayer& p : spec.players)
    m.players.push_back({p.name, p.agent, p.limits, false});
  return fields.result(std::move(spec));
}

Value to_json(const QueuedSelfplay& spec) {
  const train::SelfplayOptions& o = spec.options;
  return {{"player", player_json(spec.player)},
          {"agent", o.agent},
          {"games", o.games},
          {"soft_nodes", o.soft_nodes},
          {"random_plies", o.random_plies},
          {"chess960_share", o.chess960_share},
          {"max_first_score", o.max_first_score},
          {"hash_mb", o.hash_mb},
          {"seed", std::to_string(o.seed)},
          {"files", spec.files},
          {"chunk", spec.chunk}};
}

Result<QueuedSelfplay, Error> parse_selfplay_spec(std::string_view text) {
  const auto value = json::parse_untrusted(text, kSpecLimits);
  if (!value) return Unexpected{value.error()};
  Fields fields(*value, "test");
  QueuedSelfplay spec;
  train::SelfplayOptions& o = spec.options;
  spec.player = read_player(fields.object("player"));
  o.agent = fields.text("agent");
  o.games = static_cast<std::uint64_t>(fields.integer("games", 1, 1'000'000'000));
  o.soft_nodes = static_cast<std::uint64_t>(fields.integer("soft_nodes", 1, 1'000'000'000));
  o.random_plies = int_field(fields, "random_plies", 0, 40);
  o.chess960_share = fields.number("chess960_share", 0, 1);
  o.max_first_score = int_field(fields, "max_first_score", 0, 100'000);
  o.hash_mb = int_field(fields, "hash_mb", 1, 256);
  const std::string seed = fields.text("seed", 20);
  o.seed = std::strtoull(seed.c_str(), nullptr, 10);
  spec.files = int_field(fields, "files", 1, 256);
  spec.chunk = int_field(fields, "chunk", 1, 1000);
  return fields.result(std::move(spec));
}

Value to_json(const SpsaDetail& detail) { return {{"plus", detail.plus}, {"minus", detail.minus}}; }

Result<SpsaDetail, Error> parse_spsa_detail(std::string_view text) {
  const auto value = json::parse_untrusted(text, kSpecLimits);
  if (!value) return Unexpected{value.error()};
  Fields fields(*value, "detail");
  SpsaDetail detail;
  detail.plus = fields.integer_map("plus", 10'000, INT32_MIN, INT32_MAX);
  detail.minus = fields.integer_map("minus", 10'000, INT32_MIN, INT32_MAX);
  return fields.result(std::move(detail));
}

std::string openings_text(const std::vector<match::Opening>& openings) {
  std::string text;
  for (const match::Opening& o : openings) {
    text += (o.chess960 ? "960 " : "") + notation::to_fen(o.start) + ';';
    for (const chess::Move m : o.moves) text += ' ' + notation::to_uci(m, true);
    text += '\n';
  }
  return text;
}

Result<std::vector<match::Opening>, Error> parse_openings(std::string_view text) {
  std::vector<match::Opening> openings;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const auto wrong = [&] {
      return Unexpected{Error{fmt::format("opening {} cannot be read", openings.size() + 1)}};
    };
    match::Opening opening;
    opening.chess960 = line.starts_with("960 ");
    if (opening.chess960) line.remove_prefix(4);
    const auto semicolon = line.find(';');
    if (semicolon == line.npos) return wrong();
    const auto start = notation::parse_fen(line.substr(0, semicolon));
    if (!start) return wrong();
    opening.start = *start;
    chess::Game game(*start, opening.chess960);
    for (line.remove_prefix(semicolon + 1); !line.empty();) {
      line.remove_prefix(1);
      const std::string_view word = line.substr(0, line.find(' '));
      line.remove_prefix(word.size());
      const auto move = notation::parse_uci_move(game.position(), word);
      if (!move) return wrong();
      opening.moves.push_back(*move);
      game.play(*move);
    }
    if (game.outcome()) return wrong();
    openings.push_back(std::move(opening));
  }
  if (openings.empty()) return Unexpected{Error{"there is no opening"}};
  return openings;
}

std::string games_summary(const std::vector<GameSummary>& games) {
  Value list = Value::array();
  for (const GameSummary& g : games) {
    Value game = {{"game", g.game},       {"points", g.points},
                  {"plies", g.plies},     {"nodes", g.nodes},
                  {"time_ms", g.time_ms}, {"end", g.termination.substr(0, 200)}};
    if (!g.fault.empty()) game["fault"] = g.fault.substr(0, kMaxFault);
    list.push_back(std::move(game));
  }
  std::string text = json::to_text({{"games", list}});
  if (text.size() <= kMaxSummary) return text;
  // What an engine wrote, all of it to be escaped.
  for (Value& game : list)
    if (game.contains("fault")) game["fault"] = "(see the game's PGN)";
  return json::to_text({{"games", list}});
}

Result<std::vector<GameSummary>, Error> QueuedMatchSpec::games_in(
    const StoredResult& result, const match::Schedule& schedule) const {
  auto games = parse_games_summary(result.summary);
  if (!games) return games;
  if (result.unit < 0 || result.unit >= units()) return Unexpected{Error{"a unit that is none"}};
  const auto expected = games_of(result.unit, schedule);
  if (!std::equal(games->begin(), games->end(), expected.begin(), expected.end(),
                  [](const GameSummary& a, const match::Fixture& b) { return a.game == b.game; }))
    return Unexpected{Error{"not the games of the unit"}};
  return games;
}

Result<std::vector<GameSummary>, Error> parse_games_summary(std::string_view text) {
  const auto value = json::parse_untrusted(text, {.bytes = kMaxSummary, .depth = 4, .values = 100});
  if (!value) return Unexpected{value.error()};
  Fields fields(*value, "result");
  std::vector<GameSummary> games;
  for (Fields& f : fields.objects("games", 2)) {
    GameSummary g;
    g.game = int_field(f, "game", 0, kMaxGames);
    g.points = f.number("points", 0, 1);
    if (g.points != 0 && g.points != 0.5 && g.points != 1) f.refuse("points", "is no result");
    g.plies = int_field(f, "plies", 0, 100'000);
    g.nodes = f.integer("nodes", 0, INT64_MAX);
    g.time_ms = f.integer("time_ms", 0, INT64_MAX);
    g.termination = f.text("end");
    g.fault = f.optional_text("fault", kMaxSummary).value_or("");
    games.push_back(std::move(g));
  }
  return fields.result(std::move(games));
}

}  // namespace rookery::cluster
