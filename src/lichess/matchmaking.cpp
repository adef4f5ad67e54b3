// Choosing opponents.
#include "lichess/matchmaking.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <sstream>

#include "base/atomic_file.h"
#include "base/read_file.h"
#include "json/door.h"
#include "lichess/challenge_filter.h"
#include "play/time_control.h"

namespace rookery::lichess {
namespace {

constexpr std::int64_t kDay = 86400;

int whole_seconds(play::Milliseconds time) { return static_cast<int>(time.count() / 1000); }

/// The rating that Lichess uses for a game: by variant, else by its expected length for 40 moves.
std::string perf_of(const std::string& variant, const play::TimeControl& control) {
  if (variant != "standard") return variant;
  const int seconds = whole_seconds(control.base + 40 * control.increment);
  if (seconds < 180) return "bullet";
  if (seconds < 480) return "blitz";
  return seconds < 1500 ? "rapid" : "classical";
}

int rating_of(std::optional<json::Fields> perfs, const std::string& perf) {
  constexpr int kUnknown = 1500;
  auto told = perfs ? perfs->optional_object(perf) : std::nullopt;
  if (!told) return kUnknown;
  const auto rating = told->optional_integer("rating", 0, 10'000);
  return told->error() ? kUnknown : static_cast<int>(rating.value_or(kUnknown));
}

}  // namespace

Matchmaker::Matchmaker(const MatchmakingRules& rules, const std::vector<std::string>& blocked,
                       std::uint64_t seed)
    : rules_(rules), blocked_(blocked), rng_(seed) {
  load();
}

bool Matchmaker::may_challenge(std::int64_t now) const {
  const auto today =
      std::count_if(games_.begin(), games_.end(), [&](std::int64_t t) { return t > now - kDay; });
  return rules_.enabled && now >= rest_until_ && today < rules_.games_per_day;
}

std::optional<ChallengePlan> Matchmaker::choose(std::string_view online, const Account& me,
                                                std::int64_t now) {
  const std::string& control_text =
      rules_.time_controls[rng_.below(static_cast<std::uint32_t>(rules_.time_controls.size()))];
  // The configuration has checked it.
  const play::TimeControl control =
      **play::parse_time_control(control_text, play::BaseUnit::seconds);
  const std::string perf = perf_of(rules_.variant, control);
  const auto own = json::parse_untrusted(me.perfs_json);
  const int own_rating = own ? rating_of(json::Fields(*own, "perfs"), perf) : rating_of({}, perf);

  std::vector<std::string> candidates;
  std::istringstream lines{std::string(online)};
  for (std::string line; std::getline(lines, line);) {
    const auto value = json::parse_untrusted(line);
    if (!value) continue;
    json::Fields bot(*value, "bot");
    const std::string id = bot.text("id");
    const bool is_barred = bot.flag("disabled") || bot.flag("tosViolation");
    if (bot.error() || is_barred || id == me.id || contains_user(blocked_, id)) continue;
    if (const auto a = avoid_.find(id); a != avoid_.end() && a->second > now) continue;
    const int rating = rating_of(bot.optional_object("perfs"), perf);
    if (std::abs(rating - own_rating) <= rules_.rating_window) candidates.push_back(id);
  }
  if (candidates.empty()) return std::nullopt;
  ChallengePlan plan;
  plan.user = candidates[rng_.below(static_cast<std::uint32_t>(candidates.size()))];
  plan.form = fmt::format("rated={}&clock.limit={}&clock.increment={}&color=random&variant={}",
                          rules_.rated, whole_seconds(control.base),
                          whole_seconds(control.increment), rules_.variant);
  return plan;
}

void Matchmaker::note_bot_game(std::int64_t now) {
  std::erase_if(games_, [&](std::int64_t t) { return t <= now - kDay; });
  games_.push_back(now);
  save();
}

void Matchmaker::note_declined(const std::string& user, std::int64_t now) {
  std::erase_if(avoid_, [&](const auto& entry) { return entry.second <= now; });
  avoid_[user] = now + kDay;
  save();
}

void Matchmaker::note_reply(const std::string& user, const HttpReply& reply, std::int64_t now) {
  std::int64_t seconds = 60;
  if (const auto body = json::parse_untrusted(reply.body))
    if (auto limit = json::Fields(*body, "answer").optional_object("ratelimit"))
      seconds = std::max(seconds, limit->optional_integer("seconds", 0, kDay).value_or(0));
  if (reply.ok())
    note_bot_game(now);
  else if (reply.status == 429)
    rest_until_ = now + seconds;  // we have played enough for now
  else if (reply.status >= 400 && reply.status < 500)
    note_declined(user, now);  // the opponent does not take challenges, or has played enough
  save();
}

void Matchmaker::load() {
  if (!rules_.enabled || rules_.state_file.empty()) return;
  const auto text = read_file(rules_.state_file, FileKind::state);
  if (!text) return;
  const auto value = json::parse_untrusted(*text);
  if (!value) return;
  constexpr std::int64_t kEnd = std::int64_t{1} << 40;  // of time, in seconds
  json::Fields state(*value, "state");
  games_ = state.integers("games", 10'000, 0, kEnd);
  avoid_ = state.integer_map("avoid", 10'000, 0, kEnd);
  rest_until_ = state.optional_integer("rest_until", 0, kEnd).value_or(0);
}

void Matchmaker::save() const {
  if (!rules_.enabled || rules_.state_file.empty()) return;
  const json::Value state{{"games", games_}, {"avoid", avoid_}, {"rest_until", rest_until_}};
  (void)write_file(rules_.state_file, json::to_text(state));
}

}  // namespace rookery::lichess
