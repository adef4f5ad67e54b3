// What think, eval and compare share: reading an agent and a position, writing scores.
#pragma once

#include <fmt/format.h>

#include <string>

#include "base/result.h"
#include "chess/position.h"
#include "json/value.h"
#include "notation/fen.h"
#include "search/search_info.h"

namespace rookery::cli {

/// An empty text is the starting position.
inline Result<chess::Position, Error> read_position(const std::string& fen) {
  if (fen.empty()) return chess::Position::initial();
  auto parsed = notation::parse_fen(fen);
  if (!parsed) return Unexpected{Error{"--fen: " + parsed.error().message}};
  return *parsed;
}

/// Whole numbers without a fraction.
inline std::string number_text(double value) { return json::number(value).dump(); }

/// "+35 (own units)" or "mate in 3".
inline std::string score_text(const search::Score& score) {
  if (score.mate > 0) return fmt::format("mate in {}", score.mate);
  if (score.mate < 0) return fmt::format("mated in {}", -score.mate);
  return (score.own_units > 0 ? "+" : "") + number_text(score.own_units);
}

}  // namespace rookery::cli
