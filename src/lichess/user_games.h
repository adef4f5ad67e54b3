// A user's latest games as PGN, by the public API, without a token.
#pragma once

#include <string>

#include "base/result.h"

namespace rookery::lichess {

/// The `last` newest games of standard chess, with clocks. Blocks until the answer or a timeout.
Result<std::string, Error> fetch_user_games(const std::string& base_url, const std::string& user,
                                            int last);

}  // namespace rookery::lichess
