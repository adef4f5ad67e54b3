#include "tui/pieces.h"

#include <array>
#include <cmath>
#include <span>
#include <utility>

namespace rookery::tui {

using chess::PieceType;

namespace {

// Shapes in a square of side 1, from the top left corner: how far a piece reaches to both sides of
// the middle at a height, and for the knight an outline.
using Profile = std::span<const std::pair<double, double>>;

constexpr std::pair<double, double> kPawn[] = {
    {0.20, 0.02}, {0.24, 0.12}, {0.32, 0.16}, {0.40, 0.14}, {0.46, 0.08}, {0.48, 0.17},
    {0.54, 0.17}, {0.56, 0.08}, {0.72, 0.13}, {0.78, 0.25}, {0.80, 0.30}, {0.93, 0.30}};
constexpr std::pair<double, double> kRook[] = {{0.12, 0.30}, {0.34, 0.30}, {0.36, 0.20},
                                               {0.70, 0.20}, {0.74, 0.28}, {0.80, 0.28},
                                               {0.81, 0.36}, {0.93, 0.36}};
constexpr std::pair<double, double> kBishop[] = {
    {0.06, 0.05}, {0.14, 0.05}, {0.16, 0.06}, {0.34, 0.21}, {0.46, 0.20}, {0.56, 0.11},
    {0.58, 0.18}, {0.64, 0.18}, {0.66, 0.09}, {0.76, 0.14}, {0.81, 0.32}, {0.93, 0.34}};
constexpr std::pair<double, double> kQueen[] = {{0.36, 0.36}, {0.62, 0.22}, {0.70, 0.20},
                                                {0.76, 0.28}, {0.81, 0.34}, {0.93, 0.36}};
constexpr std::pair<double, double> kKing[] = {{0.26, 0.10}, {0.30, 0.26}, {0.36, 0.34},
                                               {0.46, 0.34}, {0.62, 0.20}, {0.70, 0.20},
                                               {0.76, 0.28}, {0.81, 0.34}, {0.93, 0.36}};
constexpr std::pair<double, double> kKnight[] = {
    {0.24, 0.93}, {0.82, 0.93}, {0.82, 0.66}, {0.78, 0.44}, {0.68, 0.26}, {0.56, 0.17},
    {0.52, 0.06}, {0.42, 0.17}, {0.30, 0.28}, {0.14, 0.50}, {0.17, 0.62}, {0.28, 0.62},
    {0.40, 0.54}, {0.50, 0.54}, {0.38, 0.70}, {0.28, 0.82}};

bool in_profile(Profile profile, double x, double y) {
  for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
    const auto [y0, w0] = profile[i];
    const auto [y1, w1] = profile[i + 1];
    if (y < y0 || y > y1) continue;
    return std::abs(x - 0.5) <= w0 + (w1 - w0) * (y - y0) / (y1 - y0);
  }
  return false;
}

bool in_polygon(Profile corners, double x, double y) {
  bool inside = false;
  for (std::size_t i = 0, j = corners.size() - 1; i < corners.size(); j = i++) {
    const auto [xi, yi] = corners[i];
    const auto [xj, yj] = corners[j];
    if ((yi > y) != (yj > y) && x < (xj - xi) * (y - yi) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}

bool is_inside(PieceType type, double x, double y) {
  const double side = std::abs(x - 0.5);
  switch (type) {
    case PieceType::pawn:
      return in_profile(kPawn, x, y);
    case PieceType::rook:  // with three merlons
      return in_profile(kRook, x, y) && !(y < 0.24 && side > 0.08 && side < 0.18);
    case PieceType::bishop:
      return in_profile(kBishop, x, y);
    case PieceType::queen: {  // three points
      if (y >= 0.36) return in_profile(kQueen, x, y);
      const double place = std::fmod(side + 0.16, 0.32) - 0.16;
      return side < 0.42 && std::abs(place) <= 0.05 + 0.10 * (y - 0.04) / 0.32 && y > 0.04;
    }
    case PieceType::king:
      return in_profile(kKing, x, y) || (side < 0.05 && y > 0.03 && y < 0.30) ||
             (side < 0.15 && y > 0.09 && y < 0.18);
    case PieceType::knight:
      return in_polygon(kKnight, x, y);
    default:
      return false;
  }
}

/// By which of the four quarters are ink: upper left 1, upper right 2, lower left 4, lower right 8.
constexpr std::array<char32_t, 16> kQuarters = {U' ', U'▘', U'▝', U'▀', U'▖', U'▌', U'▞', U'▛',
                                                U'▗', U'▚', U'▐', U'▜', U'▄', U'▙', U'▟', U'█'};

}  // namespace

std::vector<bool> piece_shape(PieceType type, int width, int height) {
  constexpr int kSamples = 4;
  const int columns = 2 * width, rows = 2 * height;
  std::vector<bool> shape(static_cast<std::size_t>(columns * rows));
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      int hits = 0;
      for (int i = 0; i < kSamples * kSamples; ++i) {
        // One quarter is left free on every side, for the outline and the neighbours.
        const double x = (column - 1 + (i % kSamples + 0.5) / kSamples) / (columns - 2);
        const double y = (row - 0.5 + (i / kSamples + 0.5) / kSamples) / (rows - 1.5);
        hits += x >= 0 && x <= 1 && y >= 0 && y <= 1 && is_inside(type, x, y);
      }
      shape[static_cast<std::size_t>(row * columns + column)] = 2 * hits >= kSamples * kSamples;
    }
  return shape;
}

void draw_piece(Canvas& canvas, int x, int y, int width, int height, PieceType type, Tone ink,
                Tone outline, Tone paper) {
  const std::vector<bool> shape = piece_shape(type, width, height);
  const int columns = 2 * width, rows = 2 * height;
  const auto inside = [&](int column, int row) {
    return column >= 0 && row >= 0 && column < columns && row < rows &&
           shape[static_cast<std::size_t>(row * columns + column)];
  };
  const auto tone = [&](int column, int row) {
    if (inside(column, row)) return ink;
    const bool edge = inside(column - 1, row) || inside(column + 1, row) ||
                      inside(column, row - 1) || inside(column, row + 1);
    return edge ? outline : paper;
  };
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      Tone parts[4];
      for (int i = 0; i < 4; ++i) parts[i] = tone(2 * column + i % 2, 2 * row + i / 2);
      // A character has two colours; where three meet, the outline takes the ink's place or, if
      // there is more ink, the paper's: a piece never touches its square without one.
      const auto count = [&parts](Tone t) {
        int n = 0;
        for (const Tone part : parts) n += part == t;
        return n;
      };
      if (outline != ink && count(ink) && count(outline) && count(paper)) {
        const Tone gone = count(ink) >= count(paper) ? paper : ink;
        for (Tone& part : parts)
          if (part == gone) part = outline;
      }
      const Tone back = count(paper) ? paper : count(outline) ? outline : ink;
      unsigned mask = 0;
      Tone front = back;
      for (unsigned i = 0; i < 4; ++i)
        if (parts[i] != back) mask |= 1u << i, front = parts[i];
      canvas.put(x + column, y + row, kQuarters[mask], {front, back});
    }
}

}  // namespace rookery::tui
