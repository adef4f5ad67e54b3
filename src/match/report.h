// The results of a match or tournament as text for people and as JSON for scripts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "match/player.h"
#include "match/sprt.h"
#include "match/standings.h"

namespace rookery::match {

/// Games, score, Elo, LOS, pairs and SPRT of two players; lines below 80 columns.
std::string match_report(const std::vector<Player>& players, const Standings& standings,
                         int scheduled, const std::optional<SprtSettings>& sprt);
/// Ratings and crosstable, best player first.
std::string tournament_report(const std::vector<Player>& players, const Standings& standings,
                              int scheduled);
/// One object; the same figures, infinite ones as null.
std::string json_report(const std::vector<Player>& players, const Schedule& schedule,
                        const Standings& standings, const std::optional<SprtSettings>& sprt);

/// "12.3 +/- 4.5", or "inf" where there is no finite value.
std::string plus_minus(double value, double error);

/// The estimate of an encounter: from pairs if there are any, else from single games.
Estimate best_estimate(const EncounterResult& result);

}  // namespace rookery::match
