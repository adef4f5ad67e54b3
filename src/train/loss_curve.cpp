// The loss curve as a small SVG.
#include <fmt/format.h>

#include <algorithm>

#include "train/trainer.h"

namespace rookery::train {

std::string loss_curve_svg(std::span<const EpochReport> history) {
  constexpr double kLeft = 80, kTop = 30, kWidth = 600, kHeight = 300;
  double low = 1, high = 0;
  for (const EpochReport& r : history)
    for (double loss : {r.train_loss, r.validation_loss}) {
      low = std::min(low, loss);
      high = std::max(high, loss);
    }
  if (high <= low) high = low + 1e-6;
  const auto x = [&](std::size_t i) {
    return kLeft + kWidth * static_cast<double>(i) /
                       static_cast<double>(std::max<std::size_t>(1, history.size() - 1));
  };
  const auto y = [&](double loss) { return kTop + kHeight * (high - loss) / (high - low); };
  std::string svg = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {} {}' font-family='sans-serif' "
      "font-size='12'>\n<rect width='100%' height='100%' fill='white'/>\n",
      kLeft + kWidth + 30, kTop + kHeight + 50);
  for (int i = 0; i <= 4; ++i) {
    const double loss = low + (high - low) * i / 4;
    svg += fmt::format(
        "<line x1='{0}' x2='{1}' y1='{2:.1f}' y2='{2:.1f}' stroke='#ddd'/>"
        "<text x='{3}' y='{4:.1f}' text-anchor='end'>{5:.5f}</text>\n",
        kLeft, kLeft + kWidth, y(loss), kLeft - 6, y(loss) + 4, loss);
  }
  const auto curve = [&](auto field, const char* color, const char* name, double label_x) {
    svg += fmt::format("<polyline fill='none' stroke='{}' stroke-width='2' points='", color);
    for (std::size_t i = 0; i < history.size(); ++i)
      svg += fmt::format("{:.1f},{:.1f} ", x(i), y(history[i].*field));
    svg += fmt::format("'/>\n<text x='{}' y='20' fill='{}'>{}</text>\n", label_x, color, name);
  };
  curve(&EpochReport::train_loss, "#1f77b4", "training loss", kLeft);
  curve(&EpochReport::validation_loss, "#d62728", "validation loss", kLeft + 120);
  if (!history.empty())
    svg += fmt::format(
        "<text x='{}' y='{}'>epoch {}</text><text x='{}' y='{}' text-anchor='end'>{}</text>\n",
        kLeft, kTop + kHeight + 20, history.front().epoch, kLeft + kWidth, kTop + kHeight + 20,
        history.back().epoch);
  return svg + "</svg>\n";
}

}  // namespace rookery::train
