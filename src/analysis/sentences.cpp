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

std::string MaterialWords::loses() const {
  const std::string back = for_what.empty() ? "" : " for " + for_what;
  if (!promotion) return fmt::format("loses {}{}", lost, back);
  if (lost.empty()) return "lets a pawn promote" + back;
  return fmt::format("loses {}{} and lets a pawn promote", lost, back);
}

std::string MaterialWords::wins(std::string_view win, std::string_view promote) const {
  const std::string back = for_what.empty() ? "" : " for " + for_what;
  if (!promotion) return fmt::format("{} {}{}", win, lost, back);
  if (lost.empty()) return fmt::format("{} a pawn{}", promote, back);
  return fmt::format("{} {}{} and {} a pawn", win, lost, back, promote);
}

MaterialWords material_words(const Line& line, Color side) {
  std::array<int, 5> net{};  // taken from `side`, less what was taken from the other
  Bitboard promoted[2]{};    // where promoted pieces stand
  for (std::size_t i = 0; i < line.plies(); ++i) {
    const Move move = line.move(i);
    const Color mover = line.before(i).side_to_move();
    if (move.is_castling()) continue;
    if (const PieceType taken = line.before(i).captured_type(move); taken != PieceType::none) {
      const bool was_pawn = contains(promoted[index(~mover)], move.to());
      net[index(was_pawn ? PieceType::pawn : taken)] += mover == side ? -1 : 1;
      promoted[index(~mover)] &= ~bit(move.to());
    }
    if (move.is_promotion() || contains(promoted[index(mover)], move.from()))
      promoted[index(mover)] = (promoted[index(mover)] & ~bit(move.from())) | bit(move.to());
  }
  std::array<int, 5> lost{}, won{};
  int all_lost = 0, all_won = 0;
  for (int t = 0; t < 5; ++t) {
    (net[t] > 0 ? lost : won)[t] = std::abs(net[t]);
    (net[t] > 0 ? all_lost : all_won) += std::abs(net[t]);
  }
  MaterialWords words;
  words.promotion = count(promoted[index(~side)]) > count(promoted[index(side)]);
  const bool minor_back = won[index(PieceType::knight)] || won[index(PieceType::bishop)];
  if (all_lost == 1 && lost[index(PieceType::rook)] == 1 && all_won == 1 && minor_back) {
    words.lost = "the exchange";
    return words;
  }
  words.lost = list_of(lost);
  words.for_what = list_of(won);
  if (words.lost.empty() && !words.promotion) words.lost = "material";
  if (all_won == 0 && all_lost == 1)
    for (int t = 1; t < 5; ++t)
      if (lost[t] == 1 && count(line.start().pieces(side, kPieceTypes[t])) == 1)
        words.lost = fmt::format("the {}", kPieceWords[t]);
  return words;
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
