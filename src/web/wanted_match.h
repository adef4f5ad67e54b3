// WantedMatch: a match as the page asks for it, and as its file keeps it.
#pragma once

#include <string>
#include <vector>

#include "match/openings.h"
#include "match/spec.h"
#include "web/hub.h"

namespace rookery::web {

struct WantedMatch {
  match::MatchSpec spec;
  std::vector<match::Opening> openings;
  int concurrency = 1;
  std::string command;  ///< that plays the same games; empty: there is none
  json::Value request;  ///< what it was read from
};

/// {"players", "games", "concurrency"?, "fen"?} and one of "depth", "nodes", "movetime_ms",
/// "clock". Players are named as everywhere on the page: no programs, no paths.
Result<WantedMatch, Failure> read_match(json::Fields fields);

/// For lists: {"title", "total"}.
json::Value summary(const WantedMatch& wanted);

}  // namespace rookery::web
