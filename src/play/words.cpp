#include "play/words.h"

#include <fmt/format.h>

#include <algorithm>

#include "chess/make_move.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "notation/words.h"

namespace rookery::play {

using chess::Color;
using chess::Move;
using chess::Position;

std::string number_text(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (int i = static_cast<int>(digits.size()) - 3; i > 0; i -= 3)
    digits.insert(static_cast<std::size_t>(i), 1, ',');
  return digits;
}

std::string evaluated_text(const search::SearchInfo& info) {
  return fmt::format("Evaluated {} tree nodes in {:.2f} seconds.", number_text(info.nodes),
                     std::chrono::duration<double>(info.time).count());
}

std::string score_text(const search::Score& score) {
  if (score.mate != 0) return fmt::format("#{}", score.mate);
  return fmt::format("{:+.2f}", static_cast<double>(score.centipawns) / 100);
}

namespace {

/// What the line wins for the side to move, in pawns, up to its last quiet position.
int gain_of_line(const Position& position, const std::vector<Move>& line) {
  constexpr std::size_t kShown = 8;  // no further than a person is shown
  const int sign = position.side_to_move() == Color::white ? 1 : -1;
  Position at = position;
  int gain = 0;
  for (std::size_t i = 0; i < std::min(line.size(), kShown); ++i) {
    at.make_move(line[i]);
    const bool is_quiet = i + 1 < line.size() && !line[i + 1].is_capture() && !at.in_check();
    if (is_quiet)
      gain = sign * (notation::material_balance(at) - notation::material_balance(position));
  }
  return gain;
}

}  // namespace

std::string reason_text(const Position& position, const search::SearchInfo& info) {
  if (info.score.mate > 0) return fmt::format("it mates in {}", info.score.mate);
  if (info.score.mate < 0) return "it holds out longest";
  if (info.pv.empty()) return "";
  const Move m = info.pv[0];
  if (m.is_castling()) return "it brings the king to safety";
  if (m.is_promotion())
    return fmt::format("it makes a {}", notation::piece_name(m.promotion_type()));
  const int captured = m.is_capture() ? notation::piece_worth(position.captured_type(m)) : 0;
  const int gain = gain_of_line(position, info.pv);
  if (gain >= 2 && gain > captured) return fmt::format("it wins {} pawns' worth", gain);
  if (m.is_capture() && chess::see_at_least(position, m, 100))
    return fmt::format("it wins a {}", notation::piece_name(position.captured_type(m)));
  // A piece that the opponent could win where it stands.
  Position passed = position;
  if (!position.in_check()) {
    passed.make_null_move();
    for (const Move reply : chess::legal_moves(passed))
      if (reply.is_capture() && reply.to() == m.from() && chess::see_at_least(passed, reply, 100))
        return fmt::format("it saves the {}",
                           notation::piece_name(type_of(position.moving_piece(m))));
  }
  Position after = position;
  after.make_move(m);
  if (position.in_check()) return "it answers the check";
  if (after.in_check()) return "it gives check";
  if (m.is_capture())
    return fmt::format("it exchanges the {}", notation::piece_name(position.captured_type(m)));
  return info.score.centipawns > 150    ? "it keeps the advantage"
         : info.score.centipawns < -150 ? "it resists best"
                                        : "it keeps the balance";
}

}  // namespace rookery::play
