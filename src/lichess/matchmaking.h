// Matchmaker: which bot to challenge next, within the limits of a day.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "lichess/api.h"
#include "lichess/config.h"

namespace rookery::lichess {

struct ChallengePlan {
  std::string user;
  std::string form;  ///< the request's body
};

/// Times are seconds since 1970. What counts towards the day is kept in a file, so that a restart
/// does not forget it.
class Matchmaker {
 public:
  Matchmaker(const MatchmakingRules& rules, const std::vector<std::string>& blocked,
             std::uint64_t seed);

  /// Within the day's limit and not asked by the server to rest.
  bool may_challenge(std::int64_t now) const;
  /// `online`: one JSON object a line, as /api/bot/online sends it.
  std::optional<ChallengePlan> choose(std::string_view online, const Account& me, std::int64_t now);

  /// A challenge was sent, or a bot's accepted: both count.
  void note_bot_game(std::int64_t now);
  /// The user declined or does not answer: left alone for a day.
  void note_declined(const std::string& user, std::int64_t now);
  /// The answer to a challenge: the server may tell us or the opponent to rest.
  void note_reply(const std::string& user, const HttpReply& reply, std::int64_t now);

 private:
  void load();
  void save() const;

  const MatchmakingRules& rules_;
  const std::vector<std::string>& blocked_;
  Rng rng_;
  std::vector<std::int64_t> games_;            // of the last day
  std::map<std::string, std::int64_t> avoid_;  // user -> until
  std::int64_t rest_until_ = 0;
};

}  // namespace rookery::lichess
