#include "match/spsa.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/rng.h"

namespace rookery::match {
namespace {

constexpr double kAlpha = 0.602, kGamma = 0.101;

/// Reads numbers separated by one character each; false if there is anything else.
bool read_numbers(std::string_view text, char separator, std::vector<double>& numbers) {
  for (const char* at = text.data(); !text.empty();) {
    const auto [end, error] =
        std::from_chars(at, text.data() + text.size(), numbers.emplace_back());
    if (error != std::errc{}) return false;
    if (end == text.data() + text.size()) return true;
    if (*end != separator) return false;
    at = end + 1;
  }
  return false;
}

}  // namespace

Result<SpsaParameter, Error> parse_spsa_parameter(std::string_view text) {
  const auto equals = text.find('=');
  std::vector<double> numbers;
  if (equals == text.npos || equals == 0 || !read_numbers(text.substr(equals + 1), ',', numbers) ||
      numbers.size() != 4)
    return Unexpected{Error{fmt::format("'{}' is not NAME=VALUE,MIN,MAX,STEP", text)}};
  const SpsaParameter p{std::string(text.substr(0, equals)), numbers[0], numbers[1], numbers[2],
                        numbers[3]};
  if (!(p.min <= p.value && p.value <= p.max && p.step > 0))
    return Unexpected{Error{fmt::format("'{}' needs MIN <= VALUE <= MAX and STEP > 0", text)}};
  return p;
}

Spsa::Spsa(std::vector<SpsaParameter> parameters, SpsaSettings settings)
    : parameters_(std::move(parameters)), settings_(settings), history_(1) {
  for (const SpsaParameter& p : parameters_) history_[0].push_back(p.value);
}

Spsa::Gains Spsa::gains(const SpsaParameter& p) const {
  const double n = settings_.iterations, k = iteration_ + 1, offset = 0.1 * n;
  return {settings_.rate * p.step * p.step * std::pow((offset + n) / (offset + k), kAlpha),
          p.step * std::pow(n / k, kGamma)};
}

Spsa::Probe Spsa::next() const {
  Rng rng(settings_.seed + 0x9E3779B97F4A7C15u * static_cast<std::uint64_t>(iteration_ + 1));
  Probe probe;
  for (const SpsaParameter& p : parameters_) {
    const int sign = rng() >> 63 ? 1 : -1;
    const double c = gains(p).c;
    // Rounded at random, so that changes smaller than 1 have their effect on the average.
    const double dither = rng.uniform();
    const auto setting = [&](double value) {
      return static_cast<int>(std::clamp(std::floor(value + dither), p.min, p.max));
    };
    probe.sign.push_back(sign);
    probe.plus.push_back(setting(p.value + sign * c));
    probe.minus.push_back(setting(p.value - sign * c));
  }
  return probe;
}

void Spsa::update(const Probe& probe, double result) {
  std::vector<double> values;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    SpsaParameter& p = parameters_[i];
    const Gains g = gains(p);
    p.value = std::clamp(p.value + g.a / g.c * result * probe.sign[i], p.min, p.max);
    values.push_back(p.value);
  }
  last_result_ = result;
  history_.push_back(std::move(values));
  ++iteration_;
}

std::string Spsa::header() const {
  std::string text = fmt::format("# SPSA: {} iterations, rate {}, seed {}\n", settings_.iterations,
                                 settings_.rate, settings_.seed);
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const SpsaParameter& p = parameters_[i];
    text += fmt::format("# {}={},{},{},{}\n", p.name, history_[0][i], p.min, p.max, p.step);
  }
  return text + "# iteration, games won minus lost, values\n";
}

std::string Spsa::row() const {
  return fmt::format("{},{},{}\n", iteration_, last_result_, fmt::join(history_.back(), ","));
}

Result<std::string, Error> Spsa::restore(std::string_view log) {
  const std::string begin = header();
  if (!log.starts_with(begin))
    return Unexpected{Error{"the log belongs to other parameters or settings"}};
  std::size_t at = begin.size();
  for (std::size_t end = 0; (end = log.find('\n', at)) != log.npos; at = end + 1) {
    std::vector<double> numbers;
    if (!read_numbers(log.substr(at, end - at), ',', numbers) ||
        numbers.size() != parameters_.size() + 2 || numbers[0] != iteration_ + 1)
      return Unexpected{Error{fmt::format("the log is broken after iteration {}", iteration_)}};
    ++iteration_;
    last_result_ = numbers[1];
    history_.emplace_back(numbers.begin() + 2, numbers.end());
  }
  for (std::size_t i = 0; i < parameters_.size(); ++i) parameters_[i].value = history_.back()[i];
  return std::string(log.substr(0, at));
}

std::string spsa_plot(const Spsa& spsa) {
  constexpr double kLeft = 20, kTop = 20, kWidth = 640, kHeight = 360, kLine = 16;
  const auto& history = spsa.history();
  const std::size_t count = spsa.parameters().size();
  // The legend stands below in three columns.
  const double height = kTop + kHeight + 40 + kLine * static_cast<double>((count + 2) / 3);
  std::string svg = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {0} {1}' font-family='sans-serif' "
      "font-size='10'>\n<rect width='100%' height='100%' fill='white'/>\n"
      "<rect x='{2}' y='{3}' width='{4}' height='{5}' fill='none' stroke='#bbb'/>\n"
      "<text x='{2}' y='14'>from minimum (below) to maximum, {6} iterations</text>\n",
      kWidth + 2 * kLeft, height, kLeft, kTop, kWidth, kHeight, spsa.iteration());
  // No more points than can be seen.
  const std::size_t stride = 1 + history.size() / 640;
  for (std::size_t i = 0; i < count; ++i) {
    const SpsaParameter& p = spsa.parameters()[i];
    const std::string color = fmt::format("hsl({},70%,40%)", i * 360 / count);
    svg += fmt::format("<polyline fill='none' stroke='{}' points='", color);
    const auto point = [&](std::size_t t) {
      const double last = static_cast<double>(std::max<std::size_t>(1, history.size() - 1));
      const double span = std::max(1e-9, p.max - p.min);
      svg += fmt::format("{:.1f},{:.1f} ", kLeft + kWidth * static_cast<double>(t) / last,
                         kTop + kHeight * (p.max - history[t][i]) / span);
    };
    for (std::size_t t = 0; t + 1 < history.size(); t += stride) point(t);
    point(history.size() - 1);
    svg += fmt::format("'/>\n<text x='{:.0f}' y='{:.0f}' fill='{}'>{} {:g} to {:.4g}</text>\n",
                       kLeft + kWidth / 3 * static_cast<double>(i % 3),
                       kTop + kHeight + 24 + kLine * static_cast<double>(i / 3), color, p.name,
                       history[0][i], p.value);
  }
  return svg + "</svg>\n";
}

}  // namespace rookery::match
