#include "analysis/positional.h"

#include <algorithm>
#include <iterator>

#include "analysis/board_facts.h"
#include "eval/classical/classical.h"

namespace rookery::analysis {

using namespace chess;

namespace {

constexpr double kLeast = 33, kLeastInAll = 33;

constexpr std::string_view kPair = "bishop_pair", kActivity = "knight_mobility";

struct Group {
  std::string_view worse, better;  ///< what the mover is left with, or the other side
  std::string_view prefixes[8];    ///< of the names of its terms
};
constexpr Group kGroups[] = {
    {"a less safe king", "a safer king", {"shelter", "storm", "king_danger", "king_pawn"}},
    {"weaker pawns",
     "better pawns",
     {"isolated", "doubled", "backward", "phalanx", "supported", "candidate"}},
    {"less from passed pawns", "more from passed pawns", {"passed"}},
    {"less active pieces",
     "more active pieces",
     {kActivity, "bishop_mobility", "rook_mobility", "queen_mobility", "outpost", "rook_open",
      "rook_half", "rook_trapped"}},
    {"less space", "more space", {"space", "restricted"}},
    {"no bishop pair", "the bishop pair", {kPair}},
};

bool belongs(const Group& group, std::string_view term) {
  return std::any_of(std::begin(group.prefixes), std::end(group.prefixes),
                     [&](std::string_view p) { return !p.empty() && term.starts_with(p); });
}

double sum_of(const Group& group, const eval::Breakdown& breakdown, Color side) {
  double sum = 0;
  for (const eval::Term& term : breakdown.terms)
    if (belongs(group, term.name)) sum += side == Color::white ? term.white : term.black;
  return sum;
}

/// Fewer pieces are not less active ones.
bool has_same_pieces(const Position& a, const Position& b, Color side) {
  return std::all_of(std::begin(kPieceTypes), std::end(kPieceTypes), [&](PieceType type) {
    return type == PieceType::pawn || count(a.pieces(side, type)) == count(b.pieces(side, type));
  });
}

bool has_pair(const Position& position, Color side) {
  return count(position.pieces(side, PieceType::bishop)) >= 2;
}

}  // namespace

std::vector<WorseGroup> worse_groups(const Position& end, const Position& better, Color side) {
  if (material_balance(end, side) != material_balance(better, side)) return {};
  const eval::Breakdown worse = eval::ClassicalEvaluator::explain(end),
                        best = eval::ClassicalEvaluator::explain(better);
  const double sign = side == Color::white ? 1 : -1;
  if (sign * (best.total - worse.total) < kLeastInAll) return {};
  std::vector<WorseGroup> groups;
  for (const Group& group : kGroups) {
    const bool is_pair = group.prefixes[0] == kPair;
    const bool is_activity = group.prefixes[0] == kActivity;
    const auto fits = [&](Color whose) {
      if (is_pair) return has_pair(end, whose) == (whose != side);
      return !is_activity || has_same_pieces(end, better, whose);
    };
    const double lost = sum_of(group, best, side) - sum_of(group, worse, side);
    if (lost >= kLeast && fits(side)) groups.push_back({group.worse, side, lost});
    const double given = sum_of(group, worse, ~side) - sum_of(group, best, ~side);
    if (given >= kLeast && fits(~side)) groups.push_back({group.better, ~side, given});
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const auto& a, const auto& b) { return a.centipawns > b.centipawns; });
  return groups;
}

}  // namespace rookery::analysis
