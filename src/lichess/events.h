// The lines of the event stream and of game streams, as types.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "chess/piece.h"
#include "lichess/config.h"

namespace rookery::lichess {

struct Player {
  std::string id;    ///< lower case
  std::string name;  ///< as shown
  std::string title;
  int rating = 0;  ///< 0 = not told

  bool is_bot() const { return title == "BOT"; }
};

struct Challenge {
  std::string id;
  Player challenger;
  std::string opponent_id;  ///< whom the challenge is meant for
  std::string variant;      ///< its key: "standard", "chess960", "fromPosition", ...
  std::string initial_fen;
  bool rated = false;
  bool has_clock = false;  ///< else correspondence or unlimited
  int initial_seconds = 0;
  int increment_seconds = 0;
};

struct ChallengeReceived {
  Challenge challenge;
};
struct ChallengeClosed {  ///< canceled or declined
  std::string id;
  bool declined = false;
  std::string reason;
};
struct GameStarted {
  std::string id;
};
struct GameFinished {
  std::string id;
};
struct Ignored {  ///< a type that the bot has no use for
  std::string type;
};
using Event = std::variant<ChallengeReceived, ChallengeClosed, GameStarted, GameFinished, Ignored>;

struct GameState {
  std::vector<std::string> moves;  ///< UCI, all since the start position
  Milliseconds clock[2]{};
  Milliseconds increment[2]{};
  std::string status;
  std::optional<chess::Color> winner;
  bool offers_draw[2]{};
  bool asks_takeback[2]{};

  bool is_over() const { return status != "started" && status != "created"; }
};

struct GameFull {
  std::string id;
  std::string variant;
  std::string initial_fen;  ///< "startpos" or a FEN
  bool rated = false;
  std::string speed;
  bool has_clock = false;
  Milliseconds initial{0};
  Milliseconds increment{0};
  Player players[2];
  GameState state;
};
struct ChatLine {
  std::string user;
  std::string text;
  std::string room;
};
struct OpponentGone {
  bool gone = false;
  std::optional<int> claim_in_seconds;
};
using GameEvent = std::variant<GameFull, GameState, ChatLine, OpponentGone, Ignored>;

/// Fields that are missing take their defaults, except those without which the event means nothing.
/// One of a wrong type or beyond all range makes the line an error, except in what is told about
/// the players.
Result<Event, Error> parse_event(std::string_view line);
Result<GameEvent, Error> parse_game_event(std::string_view line);

/// The same for an object of /api/challenge or the "challenge" of an event.
Result<Challenge, Error> parse_challenge(std::string_view json);

}  // namespace rookery::lichess
