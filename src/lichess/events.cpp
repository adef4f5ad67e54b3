// Reading the streams; the server is trusted to speak the protocol, not to speak it well.
#include "lichess/events.h"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <sstream>

namespace rookery::lichess {
namespace {

using Json = nlohmann::json;

const Json kNull;

const Json& at(const Json& object, const char* key) {
  if (!object.is_object()) return kNull;
  const auto found = object.find(key);
  return found == object.end() ? kNull : *found;
}
std::string text(const Json& object, const char* key) {
  const Json& value = at(object, key);
  return value.is_string() ? value.get<std::string>() : std::string();
}
bool flag(const Json& object, const char* key) {
  const Json& value = at(object, key);
  return value.is_boolean() && value.get<bool>();
}
std::int64_t number(const Json& object, const char* key) {
  const Json& value = at(object, key);
  if (value.is_number_integer()) return value.get<std::int64_t>();
  // A double outside the integers' range has no integer value at all.
  if (value.is_number_float() && std::abs(value.get<double>()) < 9e15)
    return static_cast<std::int64_t>(value.get<double>());
  return 0;
}
int small_number(const Json& object, const char* key) {
  return static_cast<int>(std::clamp<std::int64_t>(number(object, key), -1000000000, 1000000000));
}

/// Ids become part of URLs and file names.
bool is_id(const std::string& id) {
  return !id.empty() && id.size() <= 32 && std::all_of(id.begin(), id.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '-';
  });
}

Error bad(const std::string& what) { return Error{"event without " + what}; }

Player player(const Json& json) {
  Player p;
  p.id = text(json, "id");
  p.name = text(json, "name");
  if (p.name.empty()) p.name = text(json, "username");
  if (p.name.empty() && at(json, "aiLevel").is_number())
    p.name = "Stockfish level " + std::to_string(number(json, "aiLevel"));
  if (p.name.empty()) p.name = p.id.empty() ? "Anonymous" : p.id;
  p.title = text(json, "title");
  p.rating = small_number(json, "rating");
  return p;
}

Result<Challenge, Error> challenge(const Json& json) {
  Challenge c;
  c.id = text(json, "id");
  if (!is_id(c.id)) return Unexpected{bad("a challenge id")};
  c.challenger = player(at(json, "challenger"));
  c.opponent_id = text(at(json, "destUser"), "id");
  c.variant = text(at(json, "variant"), "key");
  if (c.variant.empty()) return Unexpected{bad("a variant")};
  c.initial_fen = text(json, "initialFen");
  c.rated = flag(json, "rated");
  const Json& control = at(json, "timeControl");
  c.has_clock = text(control, "type") == "clock";
  c.initial_seconds = small_number(control, "limit");
  c.increment_seconds = small_number(control, "increment");
  return c;
}

Result<GameState, Error> state(const Json& json) {
  if (!at(json, "moves").is_string()) return Unexpected{bad("moves")};
  GameState s;
  std::istringstream moves(text(json, "moves"));
  for (std::string move; moves >> move;) s.moves.push_back(move);
  s.clock[0] = Milliseconds(number(json, "wtime"));
  s.clock[1] = Milliseconds(number(json, "btime"));
  s.increment[0] = Milliseconds(number(json, "winc"));
  s.increment[1] = Milliseconds(number(json, "binc"));
  s.status = text(json, "status");
  if (s.status.empty()) return Unexpected{bad("a status")};
  const std::string winner = text(json, "winner");
  if (winner == "white") s.winner = chess::Color::white;
  if (winner == "black") s.winner = chess::Color::black;
  s.offers_draw[0] = flag(json, "wdraw");
  s.offers_draw[1] = flag(json, "bdraw");
  s.asks_takeback[0] = flag(json, "wtakeback");
  s.asks_takeback[1] = flag(json, "btakeback");
  return s;
}

Result<Json, Error> parse_object(std::string_view line) {
  Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return Unexpected{Error{"not a JSON object"}};
  return json;
}

}  // namespace

Result<Event, Error> parse_event(std::string_view line) {
  const auto json = parse_object(line);
  if (!json) return Unexpected{json.error()};
  const std::string type = text(*json, "type");
  if (type == "challenge") {
    auto c = challenge(at(*json, "challenge"));
    if (!c) return Unexpected{c.error()};
    return Event{ChallengeReceived{*std::move(c)}};
  }
  if (type == "challengeCanceled" || type == "challengeDeclined") {
    const Json& c = at(*json, "challenge");
    std::string reason = text(c, "declineReasonKey");
    return Event{ChallengeClosed{text(c, "id"), type == "challengeDeclined", std::move(reason)}};
  }
  if (type == "gameStart" || type == "gameFinish") {
    const Json& game = at(*json, "game");
    std::string id = text(game, "gameId");
    if (id.empty()) id = text(game, "id");
    if (!is_id(id)) return Unexpected{bad("a game id")};
    // Some games of the account are not for the Bot API, such as those against the server's AI.
    const Json& for_bots = at(at(game, "compat"), "bot");
    if (for_bots.is_boolean() && !for_bots.get<bool>()) return Event{Ignored{type}};
    if (type == "gameStart") return Event{GameStarted{std::move(id)}};
    return Event{GameFinished{std::move(id)}};
  }
  if (type.empty()) return Unexpected{bad("a type")};
  return Event{Ignored{type}};
}

Result<GameEvent, Error> parse_game_event(std::string_view line) {
  const auto parsed = parse_object(line);
  if (!parsed) return Unexpected{parsed.error()};
  const Json& json = *parsed;
  const std::string type = text(json, "type");
  if (type == "gameState") {
    auto s = state(json);
    if (!s) return Unexpected{s.error()};
    return GameEvent{*std::move(s)};
  }
  if (type == "gameFull") {
    GameFull full;
    full.id = text(json, "id");
    full.variant = text(at(json, "variant"), "key");
    full.initial_fen = text(json, "initialFen");
    full.rated = flag(json, "rated");
    full.speed = text(json, "speed");
    full.has_clock = at(json, "clock").is_object();
    full.initial = Milliseconds(number(at(json, "clock"), "initial"));
    full.increment = Milliseconds(number(at(json, "clock"), "increment"));
    full.players[0] = player(at(json, "white"));
    full.players[1] = player(at(json, "black"));
    auto s = state(at(json, "state"));
    if (!s) return Unexpected{s.error()};
    full.state = *std::move(s);
    return GameEvent{std::move(full)};
  }
  if (type == "chatLine")
    return GameEvent{ChatLine{text(json, "username"), text(json, "text"), text(json, "room")}};
  if (type == "opponentGone") {
    OpponentGone gone{flag(json, "gone"), std::nullopt};
    if (at(json, "claimWinInSeconds").is_number())
      gone.claim_in_seconds = std::max(0, small_number(json, "claimWinInSeconds"));
    return GameEvent{gone};
  }
  if (type.empty()) return Unexpected{bad("a type")};
  return GameEvent{Ignored{type}};
}

Result<Challenge, Error> parse_challenge(std::string_view line) {
  const auto json = parse_object(line);
  if (!json) return Unexpected{json.error()};
  // The server has answered with the bare object and with {"challenge": {...}}.
  return challenge(at(*json, "challenge").is_object() ? at(*json, "challenge") : *json);
}

}  // namespace rookery::lichess
