// Which challenges to accept, and with what reason the others are declined.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lichess/config.h"
#include "lichess/events.h"

namespace rookery::lichess {

/// The reasons of the API; each becomes a sentence in the challenger's language.
enum class DeclineReason {
  generic,
  later,
  too_fast,
  too_slow,
  time_control,
  rated,   ///< "send me a rated challenge instead"
  casual,  ///< "send me a casual challenge instead"
  standard,
  variant,
  no_bot,
  only_bot
};
/// As the API spells it: "tooFast".
std::string_view key_of(DeclineReason reason);

/// Names are the same in capitals and small letters.
bool contains_user(const std::vector<std::string>& users, const std::string& id);

/// None: accept. `games` counts those running and those just accepted.
std::optional<DeclineReason> judge_challenge(const Challenge& challenge,
                                             const ChallengeRules& rules, int games,
                                             bool shutting_down);

}  // namespace rookery::lichess
