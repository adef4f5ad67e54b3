// The `go` command as Limits.
#pragma once

#include <string>
#include <vector>

#include "chess/position.h"
#include "search/limits.h"
#include "uci/words.h"

namespace rookery::uci {

struct GoCommand {
  search::Limits limits;
  int perft = 0;                        ///< > 0: count moves instead of searching
  std::vector<std::string> complaints;  ///< what was skipped, for `info string`
};

/// Reads what follows `go`. Unknown words are skipped; numbers out of range are brought into it.
GoCommand parse_go(Words words, const chess::Position& position);

}  // namespace rookery::uci
