// Choosing opponents.
#include "lichess/matchmaking.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/atomic_file.h"
#include "base/read_file.h"
#include "lichess/challenge_filter.h"

namespace rookery::lichess {
namespace {

using Json = nlohmann::json;

constexpr std::int64_t kDay = 86400;

struct TimeControl {
  int initial = 0, increment = 0;
};

TimeControl parse_control(const std::string& text) {
  TimeControl control;
  (void)std::sscanf(text.c_str(), "%d+%d", &control.initial, &control.increment);
  return control;  // the configuration has checked it
}

/// The rating that Lichess uses for a game: by variant, else by its expected length for 40 moves.
std::string perf_of(const std::string& variant, const TimeControl& control) {
  if (variant != "standard") return variant;
  const int seconds = control.initial + 40 * control.increment;
  if (seconds < 180) return "bullet";
  if (seconds < 480) return "blitz";
  return seconds < 1500 ? "rapid" : "classical";
}

int rating_of(const Json& perfs, const std::string& perf) {
  if (!perfs.is_object() || !perfs.contains(perf) || !perfs[perf].is_object()) return 1500;
  const Json& rating = perfs[perf].value("rating", Json(1500));
  return rating.is_number_integer() ? rating.get<int>() : 1500;
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
  const TimeControl control = parse_control(control_text);
  const std::string perf = perf_of(rules_.variant, control);
  const int own_rating = rating_of(Json::parse(me.perfs_json, nullptr, false), perf);

  std::vector<std::string> candidates;
  std::istringstream lines{std::string(online)};
  for (std::string line; std::getline(lines, line);) {
    const Json bot = Json::parse(line, nullptr, false);
    if (!bot.is_object() || !bot.contains("id") || !bot["id"].is_string()) continue;
    const std::string id = bot["id"].get<std::string>();
    if (id == me.id || contains_user(blocked_, id)) continue;
    if (const auto a = avoid_.find(id); a != avoid_.end() && a->second > now) continue;
    const auto is_set = [&](const char* flag) { return bot.contains(flag) && bot[flag] == true; };
    if (is_set("disabled") || is_set("tosViolation")) continue;
    const int rating = rating_of(bot.value("perfs", Json()), perf);
    if (std::abs(rating - own_rating) <= rules_.rating_window) candidates.push_back(id);
  }
  if (candidates.empty()) return std::nullopt;
  ChallengePlan plan;
  plan.user = candidates[rng_.below(static_cast<std::uint32_t>(candidates.size()))];
  plan.form = fmt::format("rated={}&clock.limit={}&clock.increment={}&color=random&variant={}",
                          rules_.rated, control.initial, control.increment, rules_.variant);
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
  const Json json = Json::parse(reply.body, nullptr, false);
  std::int64_t seconds = 60;
  if (json.is_object() && json.contains("ratelimit") && json["ratelimit"].is_object()) {
    const Json& told = json["ratelimit"].value("seconds", Json());
    if (told.is_number()) seconds = std::clamp<std::int64_t>(told.get<std::int64_t>(), 60, kDay);
  }
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
  const Json json = Json::parse(*text, nullptr, false);
  if (!json.is_object()) return;
  const Json games = json.value("games", Json::array());
  for (const Json& t : games)
    if (t.is_number_integer()) games_.push_back(t.get<std::int64_t>());
  const Json avoid = json.value("avoid", Json::object());
  for (const auto& [user, until] : avoid.items())
    if (until.is_number_integer()) avoid_[user] = until.get<std::int64_t>();
  const Json rest = json.value("rest_until", Json(0));
  if (rest.is_number_integer()) rest_until_ = rest.get<std::int64_t>();
}

void Matchmaker::save() const {
  if (!rules_.enabled || rules_.state_file.empty()) return;
  const Json json{{"games", games_}, {"avoid", avoid_}, {"rest_until", rest_until_}};
  (void)write_file(rules_.state_file, json.dump());
}

}  // namespace rookery::lichess
