#include "search/win_draw_loss.h"

#include <cstdlib>

namespace rookery::search {

const ChanceModel& built_in_chances() {
  static constexpr ChanceModel kChances = {ROOKERY_CHANCES};  // by cmake/chances.cmake
  return kChances;
}

WinDrawLoss win_draw_loss(eval::Value value, const chess::Position& position) {
  if (std::abs(value) >= eval::kTablebaseBound)
    return value > 0 ? WinDrawLoss{1000, 0, 0} : WinDrawLoss{0, 0, 1000};
  const auto [win, loss] = built_in_chances().chances(value, material_share(position));
  const int w = static_cast<int>(std::lround(1000 * win)),
            l = static_cast<int>(std::lround(1000 * loss));
  return {w, std::max(0, 1000 - w - l), l};
}

double expected_result(eval::Value value, const chess::Position& position) {
  if (std::abs(value) >= eval::kTablebaseBound) return value > 0 ? 1 : 0;
  const auto [win, loss] = built_in_chances().chances(value, material_share(position));
  return (1 + win - loss) / 2;
}

}  // namespace rookery::search
