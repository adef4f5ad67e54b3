// What analysis tells, as JSON by the contract of docs/json.md.
#pragma once

#include <nlohmann/json.hpp>

#include "analysis/explain.h"
#include "analysis/review.h"

namespace rookery::analysis {

/// `chess960` decides how castling is written in UCI moves.
nlohmann::json to_json(const Explanation& explanation, bool chess960);
/// One object with `moves` and `accuracy`; `game` is what was reviewed.
nlohmann::json to_json(const GameReview& review, const chess::Game& game);

}  // namespace rookery::analysis
