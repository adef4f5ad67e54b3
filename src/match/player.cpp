#include "match/player.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <vector>

namespace rookery::match {
namespace {

using std::chrono::milliseconds;

template <class T>
std::optional<T> parse_number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<milliseconds> parse_seconds(std::string_view text) {
  const auto seconds = parse_number<double>(text);
  if (!seconds || !(*seconds >= 0 && *seconds < 1e7)) return std::nullopt;
  return milliseconds(std::lround(*seconds * 1000));
}

double seconds(milliseconds time) { return static_cast<double>(time.count()) / 1000; }

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == text.npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

std::string PlayerLimits::text() const {
  std::string text;
  const auto add = [&](const char* key, const auto& value) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", key, value);
  };
  if (time_control) add("tc", play::to_text(*time_control, play::BaseUnit::seconds));
  if (move_time) add("st", seconds(*move_time));
  if (nodes) add("nodes", *nodes);
  if (depth) add("depth", *depth);
  return text;
}

Result<bool, Error> set_limit(PlayerLimits& limits, std::string_view key, std::string_view value) {
  if (key == "tc") {
    auto control = play::parse_time_control(value, play::BaseUnit::seconds);
    if (!control) return Unexpected{control.error()};
    limits.time_control = *control;
  } else if (key == "st") {
    limits.move_time = parse_seconds(value);
    if (!limits.move_time || limits.move_time->count() == 0)
      return Unexpected{Error{fmt::format("st={} is not a number of seconds", value)}};
  } else if (key == "nodes") {
    limits.nodes = parse_number<std::uint64_t>(value);
    if (!limits.nodes || *limits.nodes == 0)
      return Unexpected{Error{fmt::format("nodes={} is not a number of nodes", value)}};
  } else if (key == "depth") {
    limits.depth = parse_number<int>(value);
    if (!limits.depth || *limits.depth < 1)
      return Unexpected{Error{fmt::format("depth={} is not a depth", value)}};
  } else {
    return false;
  }
  return true;
}

Result<Player, Error> parse_player(std::string_view spec, const PlayerLimits& common) {
  Player player;
  const bool external = player.external =
      spec.starts_with("cmd=") || spec.find(",cmd=") != spec.npos;
  std::string_view settings = spec;
  std::string agent;
  if (!external) {
    const auto colon = spec.find(':');
    agent = spec.substr(0, colon);
    settings = colon == spec.npos ? std::string_view{} : spec.substr(colon + 1);
  }
  std::string rest, program;
  for (const std::string_view item : split(settings, ',')) {
    if (item.empty()) continue;
    const auto equals = std::min(item.find('='), item.size());
    const std::string_view key = item.substr(0, equals);
    const std::string_view value =
        equals < item.size() ? item.substr(equals + 1) : item.substr(0, 0);
    const auto taken = set_limit(player.limits, key, value);
    if (!taken)
      return Unexpected{Error{fmt::format("player '{}': {}", spec, taken.error().message)}};
    if (*taken) continue;
    if (key == "name") {
      player.name = value;
      continue;
    }
    if (key == "cmd") program = std::filesystem::path(std::string(value)).filename().string();
    if (!rest.empty()) rest += ',';
    rest += item;
  }
  player.agent = external ? rest : rest.empty() ? agent : agent + ':' + rest;
  if (player.name.empty()) player.name = external ? program : player.agent;
  if (player.name.empty())
    return Unexpected{Error{fmt::format("player '{}' names no agent", spec)}};
  if (player.limits.empty()) player.limits = common;
  if (player.limits.empty())
    return Unexpected{Error{fmt::format(
        "how long may {} think? give --tc, --st, --nodes or --depth, or nodes=N and the like in "
        "its own settings",
        player.name)}};
  return player;
}

PlayerClock::PlayerClock(const PlayerLimits& limits, milliseconds margin)
    : limits_(limits), margin_(margin) {
  if (limits.time_control) {
    // The increment of a move is there before it, as on a chess clock.
    remaining_ = limits.time_control->base + limits.time_control->increment;
    moves_left_ = limits.time_control->moves;
  }
}

search::Limits PlayerClock::limits_for(chess::Color side, const PlayerLimits& limits,
                                       const PlayerClock& white, const PlayerClock& black) {
  search::Limits out;
  out.depth = limits.depth;
  out.nodes = limits.nodes;
  out.move_time = limits.move_time;
  for (const chess::Color c : chess::kColors) {
    const PlayerClock& clock = c == chess::Color::white ? white : black;
    if (const auto& tc = clock.limits_.time_control)
      out.clock[index(c)] =
          search::ClockState{std::chrono::floor<milliseconds>(clock.remaining_), tc->increment};
  }
  const PlayerClock& own = side == chess::Color::white ? white : black;
  if (own.moves_left_ > 0) out.moves_to_go = own.moves_left_;
  // An opponent's clock alone must not make a player without one think that it has one.
  if (!out.clock[index(side)]) out.clock[index(~side)].reset();
  return out;
}

std::optional<std::chrono::nanoseconds> PlayerClock::allowance() const {
  std::optional<std::chrono::nanoseconds> time;
  if (limits_.time_control) time = remaining_;
  if (limits_.move_time)
    time =
        std::min<std::chrono::nanoseconds>(time.value_or(*limits_.move_time), *limits_.move_time);
  if (time) *time += margin_;
  return time;
}

bool PlayerClock::spend(std::chrono::nanoseconds time) {
  const auto allowed = allowance();
  const bool in_time = !allowed || time <= *allowed;
  if (const auto& tc = limits_.time_control) {
    remaining_ = std::max(remaining_ - time, std::chrono::nanoseconds(0)) + tc->increment;
    if (moves_left_ > 0 && --moves_left_ == 0) {
      remaining_ += tc->base;
      moves_left_ = tc->moves;
    }
  }
  return in_time;
}

}  // namespace rookery::match
