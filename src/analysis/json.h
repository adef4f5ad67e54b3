// What analysis tells, as JSON by the contract of docs/json.md.
#pragma once

#include <nlohmann/json.hpp>

#include "analysis/explain.h"
#include "analysis/player_report.h"
#include "analysis/review.h"
#include "base/result.h"
#include "json/value.h"

namespace rookery::analysis {

/// "material", "mate", ...
std::string_view claim_name(Claim::Kind kind);
/// `chess960` decides how castling is written in UCI moves.
nlohmann::json to_json(const Explanation& explanation, bool chess960);
/// A move of the game that was reviewed: the explanation with `ply` (from 1), `san`, `uci`, scores.
nlohmann::json to_json(const MoveReview& move, const chess::Game& game);
/// One object with `moves` and `accuracy`; `game` is what was reviewed.
nlohmann::json to_json(const GameReview& review, const chess::Game& game);
nlohmann::json to_json(const PlayerReport& report);
/// Back again, for the same game; the figures are worked out anew.
Result<GameReview, Error> review_from_json(const json::Value& value, const chess::Game& game);

}  // namespace rookery::analysis
