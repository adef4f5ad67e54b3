// Chances over the score as a small SVG.
#include <fmt/format.h>

#include "train/chances.h"

namespace rookery::train {

std::string chances_svg(std::span<const ChanceFit::Observed> points) {
  constexpr double kLeft = 60, kTop = 30, kWidth = 640, kHeight = 320, kFurthest = 4;
  const auto x = [&](double score) {
    return kLeft + kWidth * (score + kFurthest) / (2 * kFurthest);
  };
  const auto y = [&](double share) { return kTop + kHeight * (1 - share); };
  std::string svg = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {} {}' font-family='sans-serif' "
      "font-size='12'>\n<rect width='100%' height='100%' fill='white'/>\n",
      kLeft + kWidth + 30, kTop + kHeight + 60);
  for (int i = 0; i <= 4; ++i)
    svg += fmt::format(
        "<line x1='{0}' x2='{1}' y1='{2:.0f}' y2='{2:.0f}' stroke='#ddd'/>"
        "<text x='{3}' y='{4:.0f}' text-anchor='end'>{5} %</text>\n",
        kLeft, kLeft + kWidth, y(i / 4.0), kLeft - 6, y(i / 4.0) + 4, 25 * i);
  for (int i = -4; i <= 4; ++i)
    svg += fmt::format(
        "<line x1='{0:.0f}' x2='{0:.0f}' y1='{1}' y2='{2}' stroke='#ddd'/>"
        "<text x='{0:.0f}' y='{3}' text-anchor='middle'>{4}</text>\n",
        x(i), kTop, kTop + kHeight, kTop + kHeight + 18, i);
  svg += fmt::format(
      "<text x='{}' y='{}' text-anchor='middle'>score, in multiples of the one that wins half of "
      "the "
      "games with the same material</text>\n",
      kLeft + kWidth / 2, kTop + kHeight + 42);
  using Observed = ChanceFit::Observed;
  const auto draw = [&](const char* color, const char* name, double label_x, auto seen,
                        auto fitted) {
    svg += fmt::format("<polyline fill='none' stroke='{}' stroke-width='2' points='", color);
    for (const Observed& o : points) svg += fmt::format("{:.1f},{:.1f} ", x(o.score), y(fitted(o)));
    svg += fmt::format("'/>\n<text x='{}' y='20' fill='{}'>{}</text>\n", label_x, color, name);
    for (const Observed& o : points)
      svg += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='3' fill='{}'/>\n", x(o.score),
                         y(seen(o)), color);
  };
  draw(
      "#2ca02c", "won", kLeft, [](const Observed& o) { return o.win; },
      [](const Observed& o) { return o.fitted_win; });
  draw(
      "#7f7f7f", "drawn", kLeft + 60, [](const Observed& o) { return 1 - o.win - o.loss; },
      [](const Observed& o) { return 1 - o.fitted_win - o.fitted_loss; });
  draw(
      "#d62728", "lost", kLeft + 130, [](const Observed& o) { return o.loss; },
      [](const Observed& o) { return o.fitted_loss; });
  svg += fmt::format("<text x='{}' y='20'>(dots: games; lines: the model)</text>\n", kLeft + 190);
  return svg + "</svg>\n";
}

}  // namespace rookery::train
