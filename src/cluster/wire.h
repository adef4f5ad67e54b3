// What a test of the queue says, as JSON: enough to play its games anywhere, and no path or
// program.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"
#include "match/openings.h"
#include "match/spec.h"
#include "train/selfplay.h"

namespace rookery::cluster {

struct StoredResult;

/// Who plays, and how a machine proves that it has the same one.
struct QueuedPlayer {
  std::string name;   ///< shown
  std::string agent;  ///< text of a play::NamedSpec
  match::PlayerLimits limits;
  std::string network;  ///< SHA-256 of the network that it plays with; empty = its own
  std::string program;  ///< SHA-256 of the program; empty for agents of ours
  std::uint64_t signature = 0;
};

/// How one game went, as a worker tells it.
struct GameSummary {
  int game = 0;
  double points = 0;  ///< White's
  int plies = 0;
  std::string termination, fault;
  std::int64_t nodes = 0, time_ms = 0;
};

/// Kinds "match" and "spsa".
struct QueuedMatchSpec {
  /// Of players and openings only what is not below.
  match::MatchSpec plan;
  std::vector<QueuedPlayer> players;
  std::string openings;  ///< SHA-256 of their text
  std::string date;
  double speed = 0;  ///< nodes a second for which the time controls are meant; 0 = not timed

  /// A unit is a pair of games.
  std::int64_t units() const { return (plan.schedule().size() + 1) / 2; }
  /// Its games.
  std::vector<match::Fixture> games_of(std::int64_t unit, const match::Schedule& schedule) const;
  /// How they went, if the result is of these games and no others.
  Result<std::vector<GameSummary>, Error> games_in(const StoredResult& result,
                                                   const match::Schedule& schedule) const;
};

/// Kind "selfplay".
struct QueuedSelfplay {
  train::SelfplayOptions options;  ///< `games` are those of each file
  QueuedPlayer player;
  int files = 1;
  int chunk = 8;  ///< games of a unit

  std::int64_t chunks() const {
    return static_cast<std::int64_t>((options.games + static_cast<std::uint64_t>(chunk) - 1) /
                                     static_cast<std::uint64_t>(chunk));
  }
  std::int64_t units() const { return files * chunks(); }
};

/// The detail of a test of kind "spsa": the numbers that both players try now.
struct SpsaDetail {
  std::map<std::string, std::int64_t> plus, minus;
};

json::Value to_json(const QueuedMatchSpec& spec);
json::Value to_json(const QueuedSelfplay& spec);
json::Value to_json(const SpsaDetail& detail);
/// The text is another's.
Result<QueuedMatchSpec, Error> parse_match_spec(std::string_view text);
Result<QueuedSelfplay, Error> parse_selfplay_spec(std::string_view text);
Result<SpsaDetail, Error> parse_spsa_detail(std::string_view text);

/// One a line: FEN, a semicolon, moves.
std::string openings_text(const std::vector<match::Opening>& openings);
Result<std::vector<match::Opening>, Error> parse_openings(std::string_view text);

/// Of a unit's games; at most kMaxSummary bytes.
std::string games_summary(const std::vector<GameSummary>& games);
Result<std::vector<GameSummary>, Error> parse_games_summary(std::string_view text);

}  // namespace rookery::cluster
