// What searches and evaluations say, as JSON: always from White's view.
#pragma once

#include "base/result.h"
#include "chess/position.h"
#include "eval/breakdown.h"
#include "json/door.h"
#include "json/value.h"
#include "search/search_info.h"

namespace rookery::json {

/// {"cp" or "mate", "own"}. `turn` is the side to move where the search began.
Value to_json(const search::Score& score, chess::Color turn);

/// {"depth", "seldepth", "multipv", "score", "bound", "wdl"?, "nodes", "nps", "time_ms",
/// "hashfull"?, "tbhits", "pv", "san"}. `root` is where the search began.
Value to_json(const search::SearchInfo& info, const chess::Position& root, bool chess960 = false);
Result<search::SearchInfo, Error> info_from_json(Fields fields, const chess::Position& root);

/// {"unit", "total", "terms"} and, of a network, {"pieces", "buckets", "bucket", "terms_total"}.
Value to_json(const eval::Breakdown& breakdown);

}  // namespace rookery::json
