#include "play/adjudicator.h"

#include <algorithm>
#include <cstdlib>

namespace rookery::play {

std::optional<chess::Outcome> Adjudicator::after_move(int white_score, int ply) {
  using chess::Color;
  using chess::EndReason;
  if (const auto& draw = rules_.draw) {
    const bool quiet =
        std::abs(white_score) <= draw->score && (draw->counts_early || ply >= draw->after);
    quiet_ = quiet ? quiet_ + 1 : 0;
    if (ply >= draw->after && quiet_ >= draw->plies)
      return chess::Outcome{std::nullopt, EndReason::adjudication};
  }
  if (const auto& resign = rules_.resign) {
    ahead_ = white_score >= resign->score    ? std::max(ahead_, 0) + 1
             : white_score <= -resign->score ? std::min(ahead_, 0) - 1
                                             : 0;
    if (std::abs(ahead_) >= resign->plies)
      return chess::Outcome{ahead_ > 0 ? Color::white : Color::black, EndReason::adjudication};
  }
  return std::nullopt;
}

}  // namespace rookery::play
