#include "play/time_control.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace rookery::play {

namespace {

constexpr double kMostSeconds = 1e7;  // four months

/// A non-negative decimal number that fills the whole text.
std::optional<double> parse_decimal(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value, std::chars_format::fixed);
  if (text.empty() || error != std::errc() || rest != end || !(value >= 0)) return std::nullopt;
  return value;
}

double seconds(Milliseconds time) { return static_cast<double>(time.count()) / 1000; }

std::optional<TimeControl> parse(std::string_view text, BaseUnit bare) {
  TimeControl control;
  if (const auto slash = text.find('/'); slash != text.npos) {
    const char* const end = text.data() + slash;
    const auto [rest, error] = std::from_chars(text.data(), end, control.moves);
    if (error != std::errc() || rest != end || control.moves < 1) return std::nullopt;
    text.remove_prefix(slash + 1);
  }
  const auto plus = text.find('+');
  std::string_view base_text = text.substr(0, plus);
  if (base_text.ends_with('m') || base_text.ends_with('s')) {
    bare = base_text.back() == 'm' ? BaseUnit::minutes : BaseUnit::seconds;
    base_text.remove_suffix(1);
  }
  const auto base = parse_decimal(base_text);
  const auto increment = plus == text.npos ? 0.0 : parse_decimal(text.substr(plus + 1));
  if (!base || !increment) return std::nullopt;
  const double base_seconds = *base * (bare == BaseUnit::minutes ? 60 : 1);
  if (base_seconds >= kMostSeconds || *increment >= kMostSeconds) return std::nullopt;
  control.base = Milliseconds(std::lround(base_seconds * 1000));
  control.increment = Milliseconds(std::lround(*increment * 1000));
  if ((control.base + control.increment).count() == 0) return std::nullopt;
  return control;
}

/// What a chess clock beside the board can do: no periods, nothing beyond all bounds.
std::optional<TimeControl> for_people(std::optional<TimeControl> control) {
  constexpr Milliseconds kMostBase{600 * 60'000}, kMostIncrement{600'000};
  if (!control || control->moves > 0 || control->base > kMostBase ||
      control->increment > kMostIncrement)
    return std::nullopt;
  // A clock that begins at zero would fall before the first move.
  if (control->base.count() == 0) control->base = control->increment;
  return control;
}

}  // namespace

Result<std::optional<TimeControl>, Error> parse_time_control(std::string_view text, BaseUnit bare) {
  if (text == "none" || text == "-") return std::optional<TimeControl>();
  auto control = parse(text, bare);
  if (bare == BaseUnit::minutes) control = for_people(control);
  if (control) return control;
  return Unexpected{
      Error{bare == BaseUnit::minutes
                ? fmt::format(
                      "'{}' is no clock; use minutes+seconds such as 5+3 or 300s+3, or none", text)
                : fmt::format("time control '{}' is not [MOVES/]SECONDS[+SECONDS]", text)}};
}

std::string to_text(const TimeControl& control, BaseUnit bare) {
  const double unit = bare == BaseUnit::minutes ? 60 : 1;
  std::string text = control.moves > 0 ? fmt::format("{}/", control.moves) : "";
  text += fmt::format("{}", seconds(control.base) / unit);
  if (bare == BaseUnit::minutes || control.increment.count() > 0)
    text += fmt::format("+{}", seconds(control.increment));
  return text;
}

}  // namespace rookery::play
