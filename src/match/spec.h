// MatchSpec: everything that decides which games are played, as a value to be kept and compared.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "match/game.h"
#include "match/schedule.h"
#include "match/sprt.h"
#include "uci/client.h"

namespace rookery::match {

struct OpeningChoice {
  std::string file;  ///< empty = the built-in ones
  int plies = 0;     ///< taken from each game of a PGN file; 0 = all
  bool random_order = true;
  std::uint64_t seed = 1;
};

struct MatchSpec {
  std::vector<Player> players;
  Format format = Format::round_robin;
  int games = 100;  ///< of each two players
  GameRules rules;
  OpeningChoice openings;
  std::optional<SprtSettings> sprt;
  std::string event = "Rookery match";

  Schedule schedule() const { return Schedule(static_cast<int>(players.size()), format, games); }
  /// What must be the same for a match to be resumed, in lines for a person; `openings` = how many
  /// there are. SPRT may change: it ends a match but does not change its games.
  std::string identity(std::size_t openings) const;
};

Result<std::vector<Opening>, Error> load_openings(const OpeningChoice& choice);

/// How a player has to be run so that nobody is favoured, if not as an agent of this process. In
/// timed games against a program our agents are programs too: the way through the pipe costs time,
/// and both sides pay it.
std::optional<uci::ClientSpec> as_program(const Player& player, const std::vector<Player>& players,
                                          const std::string& rookery);

}  // namespace rookery::match
