// Reading the streams; the server is trusted to speak the protocol, not to speak it well.
#include "lichess/events.h"

#include <algorithm>
#include <sstream>

#include "json/door.h"

namespace rookery::lichess {
namespace {

using json::Fields;

// Bounds that no honest line comes near.
constexpr json::Limits kLine{.bytes = 1 << 20, .depth = 16, .values = 20'000};
constexpr std::size_t kLongestGame = 64 << 10;             // the moves as text
constexpr std::int64_t kLongestClock = 1'000'000'000'000;  // milliseconds: correspondence
constexpr std::int64_t kDaySeconds = 86'400;

/// Ids become part of URLs and file names.
bool is_id(const std::string& id) {
  return !id.empty() && id.size() <= 32 && std::all_of(id.begin(), id.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '-';
  });
}

std::string id(Fields& fields, const char* key) {
  std::string text = fields.text(key);
  if (!is_id(text)) fields.refuse(key, "is not an id");
  return text;
}

Milliseconds clock_time(Fields& fields, const char* key) {
  const auto ms = fields.optional_number(key, -kLongestClock, kLongestClock).value_or(0);
  return Milliseconds(static_cast<std::int64_t>(std::max(0.0, ms)));
}

/// A name or a rating that is wrong costs no game.
Player player(std::optional<Fields> told) {
  Player p;
  p.name = "Anonymous";
  if (!told) return p;
  Fields fields = told->apart();
  p.id = fields.optional_text("id").value_or("");
  p.name = fields.optional_text("name").value_or("");
  if (p.name.empty()) p.name = fields.optional_text("username").value_or("");
  if (const auto level = fields.optional_integer("aiLevel", 1, 100); p.name.empty() && level)
    p.name = "Stockfish level " + std::to_string(*level);
  if (p.name.empty()) p.name = p.id.empty() ? "Anonymous" : p.id;
  p.title = fields.optional_text("title").value_or("");
  p.rating = static_cast<int>(fields.optional_integer("rating", 0, 10'000).value_or(0));
  return p;
}

Challenge challenge(Fields fields) {
  Challenge c;
  c.id = id(fields, "id");
  c.challenger = player(fields.optional_object("challenger"));
  if (auto opponent = fields.optional_object("destUser"))
    c.opponent_id = opponent->optional_text("id").value_or("");
  c.variant = fields.object("variant").text("key");
  c.initial_fen = fields.optional_text("initialFen").value_or("");
  c.rated = fields.flag("rated");
  if (auto control = fields.optional_object("timeControl")) {
    c.has_clock = control->optional_text("type") == "clock";
    c.initial_seconds =
        static_cast<int>(control->optional_integer("limit", 0, kDaySeconds).value_or(0));
    c.increment_seconds =
        static_cast<int>(control->optional_integer("increment", 0, kDaySeconds).value_or(0));
  }
  return c;
}

GameState state(Fields fields) {
  GameState s;
  std::istringstream moves(fields.text("moves", kLongestGame));
  for (std::string move; moves >> move;) s.moves.push_back(move);
  s.clock[0] = clock_time(fields, "wtime");
  s.clock[1] = clock_time(fields, "btime");
  s.increment[0] = clock_time(fields, "winc");
  s.increment[1] = clock_time(fields, "binc");
  s.status = fields.text("status");
  const std::string winner = fields.optional_text("winner").value_or("");
  if (winner == "white") s.winner = chess::Color::white;
  if (winner == "black") s.winner = chess::Color::black;
  s.offers_draw[0] = fields.flag("wdraw");
  s.offers_draw[1] = fields.flag("bdraw");
  s.asks_takeback[0] = fields.flag("wtakeback");
  s.asks_takeback[1] = fields.flag("btakeback");
  return s;
}

GameFull full_game(Fields fields) {
  GameFull full;
  full.id = fields.optional_text("id").value_or("");
  if (auto variant = fields.optional_object("variant"))
    full.variant = variant->optional_text("key").value_or("");
  full.initial_fen = fields.optional_text("initialFen").value_or("");
  full.rated = fields.flag("rated");
  full.speed = fields.optional_text("speed").value_or("");
  if (auto clock = fields.optional_object("clock")) {
    full.has_clock = true;
    full.initial = clock_time(*clock, "initial");
    full.increment = clock_time(*clock, "increment");
  }
  full.players[0] = player(fields.optional_object("white"));
  full.players[1] = player(fields.optional_object("black"));
  full.state = state(fields.object("state"));
  return full;
}

/// gameStart, gameFinish. Some games of the account are not for the Bot API, such as those against
/// the server's AI.
Event game_event(const std::string& type, Fields game) {
  const std::string name = id(game, game.has("gameId") ? "gameId" : "id");
  if (auto compat = game.optional_object("compat"))
    if (compat->has("bot") && !compat->flag("bot")) return Ignored{type};
  if (type == "gameStart") return GameStarted{name};
  return GameFinished{name};
}

/// A line of either stream; `read(type, fields)` knows what the types mean.
template <class Any>
Result<Any, Error> parse_line(std::string_view line,
                              Any (*read)(const std::string& type, Fields& fields)) {
  const auto value = json::parse_untrusted(line, kLine);
  if (!value) return Unexpected{value.error()};
  Fields fields(*value, "event");
  Any event = read(fields.text("type"), fields);
  return fields.result(std::move(event));
}

Event event_of(const std::string& type, Fields& fields) {
  if (type == "challenge") return ChallengeReceived{challenge(fields.object("challenge"))};
  if (type == "challengeCanceled" || type == "challengeDeclined") {
    Fields closed = fields.object("challenge");
    return ChallengeClosed{closed.optional_text("id").value_or(""), type == "challengeDeclined",
                           closed.optional_text("declineReasonKey").value_or("")};
  }
  if (type == "gameStart" || type == "gameFinish") return game_event(type, fields.object("game"));
  return Ignored{type};
}

GameEvent game_event_of(const std::string& type, Fields& fields) {
  if (type == "gameState") return state(fields);
  if (type == "gameFull") return full_game(fields);
  if (type == "chatLine")
    return ChatLine{fields.optional_text("username").value_or(""),
                    fields.optional_text("text").value_or(""),
                    fields.optional_text("room").value_or("")};
  if (type == "opponentGone") {
    OpponentGone gone{fields.flag("gone"), std::nullopt};
    if (const auto seconds =
            fields.optional_integer("claimWinInSeconds", -kDaySeconds, kDaySeconds))
      gone.claim_in_seconds = static_cast<int>(std::max<std::int64_t>(0, *seconds));
    return gone;
  }
  return Ignored{type};
}

}  // namespace

Result<Event, Error> parse_event(std::string_view line) {
  return parse_line<Event>(line, event_of);
}

Result<GameEvent, Error> parse_game_event(std::string_view line) {
  return parse_line<GameEvent>(line, game_event_of);
}

Result<Challenge, Error> parse_challenge(std::string_view line) {
  const auto value = json::parse_untrusted(line, kLine);
  if (!value) return Unexpected{value.error()};
  // The server has answered with the bare object and with {"challenge": {...}}.
  Fields fields(*value, "answer");
  Challenge found = challenge(fields.has("challenge") ? fields.object("challenge") : fields);
  return fields.result(std::move(found));
}

}  // namespace rookery::lichess
