// The judge of challenges.
#include "lichess/challenge_filter.h"

#include <algorithm>

#include "notation/fen.h"

namespace rookery::lichess {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

bool contains_user(const std::vector<std::string>& users, const std::string& id) {
  return std::any_of(users.begin(), users.end(),
                     [&](const std::string& user) { return lower(user) == lower(id); });
}

std::string_view key_of(DeclineReason reason) {
  switch (reason) {
    case DeclineReason::generic:
      return "generic";
    case DeclineReason::later:
      return "later";
    case DeclineReason::too_fast:
      return "tooFast";
    case DeclineReason::too_slow:
      return "tooSlow";
    case DeclineReason::time_control:
      return "timeControl";
    case DeclineReason::rated:
      return "rated";
    case DeclineReason::casual:
      return "casual";
    case DeclineReason::standard:
      return "standard";
    case DeclineReason::variant:
      return "variant";
    case DeclineReason::no_bot:
      return "noBot";
    case DeclineReason::only_bot:
      return "onlyBot";
  }
  return "generic";
}

std::optional<DeclineReason> judge_challenge(const Challenge& c, const ChallengeRules& rules,
                                             int games, bool shutting_down) {
  // What the challenger cannot change comes first, so that nobody is sent to change a clock only to
  // be declined for another reason.
  if (contains_user(rules.block, c.challenger.id)) return DeclineReason::generic;
  if (!rules.allow.empty() && !contains_user(rules.allow, c.challenger.id))
    return DeclineReason::generic;
  if (c.challenger.is_bot() && !rules.bots) return DeclineReason::no_bot;
  if (!c.challenger.is_bot() && !rules.humans) return DeclineReason::only_bot;
  if (c.challenger.rating < rules.min_rating || c.challenger.rating > rules.max_rating)
    return DeclineReason::generic;

  if (std::find(rules.variants.begin(), rules.variants.end(), c.variant) == rules.variants.end()) {
    const bool only_standard = rules.variants == std::vector<std::string>{"standard"};
    return only_standard ? DeclineReason::standard : DeclineReason::variant;
  }
  // A position that our rules refuse cannot be played, whatever the server thinks of it.
  if (c.variant == "fromPosition" && !notation::parse_fen(c.initial_fen))
    return DeclineReason::variant;

  if (!c.has_clock) {
    if (!rules.correspondence) return DeclineReason::time_control;
  } else {
    if (c.initial_seconds < rules.min_initial_seconds) return DeclineReason::too_fast;
    if (c.initial_seconds > rules.max_initial_seconds) return DeclineReason::too_slow;
    if (c.increment_seconds < rules.min_increment_seconds) return DeclineReason::too_fast;
    if (c.increment_seconds > rules.max_increment_seconds) return DeclineReason::too_slow;
    if (c.initial_seconds == 0 && c.increment_seconds == 0) return DeclineReason::time_control;
  }
  if (c.rated && !rules.rated) return DeclineReason::casual;
  if (!c.rated && !rules.casual) return DeclineReason::rated;
  if (shutting_down || games >= rules.concurrent_games) return DeclineReason::later;
  return std::nullopt;
}

}  // namespace rookery::lichess
