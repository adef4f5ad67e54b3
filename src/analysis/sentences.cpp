#include "analysis/sentences.h"

#include <fmt/format.h>

#include <array>

#include "analysis/board_facts.h"
#include "notation/san.h"

namespace rookery::analysis {

using namespace chess;

namespace {

constexpr std::string_view kPieceWords[] = {"pawn",  "knight", "bishop", "rook",
                                            "queen", "king",   ""};

std::string_view word_on(const Position& position, Square s) {
  return kPieceWords[index(type_of(position.piece_on(s)))];
}

std::string square_text(Square s) {
  return {static_cast<char>('a' + index(file_of(s))), static_cast<char>('1' + index(rank_of(s)))};
}

/// Pieces that a side has on the board, by type.
std::array<int, 5> army(const Position& position, Color side) {
  std::array<int, 5> counts{};
  for (int t = 0; t < 5; ++t) counts[t] = count(position.pieces(side, kPieceTypes[t]));
  return counts;
}

std::string counted(int n, int type) {
  constexpr std::string_view kNumbers[] = {"no", "a", "two", "three", "four", "five", "six"};
  if (n == 1) return fmt::format("a {}", kPieceWords[type]);
  return fmt::format("{} {}s", n < 7 ? kNumbers[n] : "many", kPieceWords[type]);
}

std::string list_of(const std::array<int, 5>& counts) {
  std::vector<std::string> parts;
  for (int t = 4; t >= 0; --t)
    if (counts[t] > 0) parts.push_back(counted(counts[t], t));
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i)
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return text;
}

}  // namespace

std::string numbered_san(const Position& position, Move move) {
  return fmt::format("{}{} {}", position.fullmove_number(),
                     position.side_to_move() == Color::white ? "." : "...",
                     notation::to_san(position, move));
}

std::string lost_material(const Line& line, Color side) {
  const auto own_before = army(line.start(), side), own_after = army(line.end(), side);
  const auto other_before = army(line.start(), ~side), other_after = army(line.end(), ~side);
  std::array<int, 5> lost{}, won{};
  for (int t = 0; t < 5; ++t) {
    const int net = (own_before[t] - own_after[t]) - (other_before[t] - other_after[t]);
    (net > 0 ? lost : won)[t] = std::abs(net);
  }
  const auto total = [](const std::array<int, 5>& counts) {
    int sum = 0;
    for (const int n : counts) sum += n;
    return sum;
  };
  const bool rook_for_minor = total(lost) == 1 && lost[index(PieceType::rook)] == 1 &&
                              total(won) == 1 &&
                              (won[index(PieceType::knight)] || won[index(PieceType::bishop)]);
  if (rook_for_minor) return "the exchange";
  if (total(won) == 0 && total(lost) == 1)
    for (int t = 1; t < 5; ++t)
      if (lost[t] == 1)
        return fmt::format("{} {}", own_before[t] == 1 ? "the" : "a", kPieceWords[t]);
  if (total(won) == 0) return list_of(lost);
  return fmt::format("{} for {}", list_of(lost), list_of(won));
}

std::string motif_phrase(const Line& line, const MotifHit& hit) {
  const Position& before = line.before(hit.ply);
  const Position& after = line.after(hit.ply);
  const std::string move = numbered_san(before, line.move(hit.ply));
  const auto target = [&](std::size_t i) { return word_on(after, hit.targets[i]); };
  switch (hit.motif) {
    case Motif::hanging_piece:
      return fmt::format("{} takes the unguarded {}", move, word_on(before, hit.targets[0]));
    case Motif::fork: {
      std::string list;
      for (std::size_t i = 0; i < hit.targets.size(); ++i)
        list += fmt::format("{}{}",
                            i == 0                        ? ""
                            : i + 1 == hit.targets.size() ? " and "
                                                          : ", ",
                            target(i));
      return fmt::format("{} forks {}", move, list);
    }
    case Motif::pin:
      return fmt::format("after {} the {} on {} is pinned", move, word_on(after, hit.piece),
                         square_text(hit.piece));
    case Motif::skewer:
      return fmt::format("{} takes the {} that stood behind the {}", move,
                         word_on(before, hit.targets[1]),
                         word_on(line.before(hit.ply - 1), hit.targets[0]));
    case Motif::discovered_check:
      return fmt::format("{} is a discovered check by the {}", move, word_on(after, hit.piece));
    case Motif::discovered_attack:
      return fmt::format("{} opens the line of the {} to the {}", move, word_on(after, hit.piece),
                         word_on(after, hit.targets[0]));
    case Motif::deflection:
      return fmt::format("{} lures the {} away from {}", move, word_on(after, hit.piece),
                         square_text(hit.targets[0]));
    case Motif::trapped_piece:
      return fmt::format("after {} the {} on {} is trapped", move, word_on(after, hit.piece),
                         square_text(hit.piece));
    case Motif::promotion:
      return fmt::format("{} promotes", move);
    case Motif::back_rank_mate:
      return fmt::format("{} mates on the back rank", move);
    case Motif::mate:
      return fmt::format("{} is mate", move);
  }
  return move;
}

}  // namespace rookery::analysis
