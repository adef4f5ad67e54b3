#include "tree/guesses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "chess/make_move.h"
#include "chess/movegen.h"
#include "tree/why.h"

namespace rookery::tree {

using search::Cut;
using search::kNoNode;
using search::Skip;
using search::TraceNode;

namespace {

/// One claim about a position: that its value, from the view of the root's side, is at least,
/// at most, or exactly something.
struct Claim {
  enum class Kind { at_least, at_most, exactly } kind;
  chess::Position position;
  int ply, depth, value;
};

bool is_guess(Skip skip) {
  return skip != Skip::none && skip != Skip::not_reached && skip != Skip::excluded;
}

Claim cut_claim(const Tree& tree, std::uint32_t i) {
  const TraceNode& node = tree.node(i);
  using enum Claim::Kind;
  const auto kind = node.value >= node.beta    ? at_least
                    : node.value <= node.alpha ? at_most
                                               : exactly;
  const int value = kind == at_least ? node.beta : kind == at_most ? node.alpha : node.value;
  return {kind, tree.position(i), node.ply, node.depth_left, value};
}

/// A move that was left out is not better for its side than what the node had without it.
Claim skip_claim(const Tree& tree, const search::SkippedMove& skip) {
  const TraceNode& node = tree.node(skip.node);
  const bool is_max = node.ply % 2 == 0;
  chess::Position after = tree.position(skip.node);
  after.make_move(skip.move);
  return {is_max ? Claim::Kind::at_most : Claim::Kind::at_least, after, node.ply + 1,
          node.depth_left - 1,
          is_max ? std::max(node.alpha, node.value) : std::min(node.beta, node.value)};
}

/// Nothing was lost by leaving out a move where another one was good enough.
bool failed_high(const TraceNode& node) {
  return node.ply % 2 == 0 ? node.value >= node.beta : node.value <= node.alpha;
}

/// A reduced search that said "no better than what we have", and was believed.
bool is_believed_reduction(const Tree& tree, std::uint32_t i) {
  const TraceNode& node = tree.node(i);
  return node.reduction > 0 && node.move && failed_high(node);
}

/// None where the game is over: nothing was guessed there.
std::optional<bool> holds(const Claim& claim, search::Agent& judge, int deeper, double unit) {
  if (!has_legal_move(claim.position)) return std::nullopt;
  judge.new_game();
  search::Limits limits;
  limits.depth = std::max(1, claim.depth + deeper);
  search::Control control;
  search::NullSink sink;
  const auto result = judge.think(chess::Game(claim.position), limits, control, sink);
  const double own = result.info.score.own_units / unit;
  const double value = claim.ply % 2 == 0 ? own : -own;
  switch (claim.kind) {
    case Claim::Kind::at_least:
      return value >= claim.value;
    case Claim::Kind::at_most:
      return value <= claim.value;
    default:
      return std::lround(value) == claim.value;
  }
}

}  // namespace

void check_guesses(const Tree& tree, search::Agent& judge, bool sound_table, int deeper,
                   std::size_t most, GuessCounts& counts) {
  // What is checked is found first: to hold so many positions would be too much.
  std::map<std::string, std::vector<std::uint32_t>> cuts, skips;
  std::vector<std::uint32_t> reductions;
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    const Cut cut = tree.node(i).cut;
    const bool is_baseline = deeper > 0 && (cut == Cut::alpha || cut == Cut::beta);
    if (is_baseline || ground(cut, sound_table) == Ground::guess)
      cuts[std::string(search::to_text(cut))].push_back(i);
    if (is_believed_reduction(tree, i)) reductions.push_back(i);
  }
  const auto& left_out = tree.trace().skipped_moves();
  for (std::uint32_t k = 0; k < left_out.size(); ++k)
    if (is_guess(left_out[k].why) && !failed_high(tree.node(left_out[k].node)))
      skips[std::string(search::to_text(left_out[k].why))].push_back(k);

  const auto check = [&](const std::string& name, const std::vector<std::uint32_t>& found,
                         auto&& claim_of) {
    const std::size_t step = std::max<std::size_t>(1, found.size() / most);
    for (std::size_t k = 0; k < found.size() && k / step < most; k += step)
      if (const auto held = holds(claim_of(found[k]), judge, deeper, tree.trace().unit())) {
        ++counts[name].asked;
        counts[name].wrong += !*held;
      }
  };
  for (const auto& [name, found] : cuts)
    check(name, found, [&](std::uint32_t i) { return cut_claim(tree, i); });
  for (const auto& [name, found] : skips)
    check(name, found, [&](std::uint32_t k) { return skip_claim(tree, left_out[k]); });
  check("reduction", reductions, [&](std::uint32_t i) {
    Claim claim = cut_claim(tree, i);
    claim.depth += tree.node(i).reduction;
    return claim;
  });
}

std::span<const MeasuredGuess> measured_guesses(std::string_view agent) {
  // rookery tree --agent rookery --depth 8 --check-guesses 60
  static constexpr MeasuredGuess kFlagship[] = {
      {"delta", 598, 5},
      {"evasion", 409, 66},
      {"exchange", 600, 8},
      {"futility", 518, 1},
      {"history", 70, 11},
      {"late_move", 600, 35},
      {"multi_cut", 63, 1},
      {"null_move", 201, 0},
      {"probcut", 81, 0},
      {"razoring", 171, 1},
      {"reduction", 600, 32},
      {"repetition_ahead", 182, 10},
      {"reverse_futility", 600, 17},
  };
  if (agent == "rookery") return kFlagship;
  return {};
}

std::string share_text(const MeasuredGuess& guess) {
  return fmt::format("wrong in {} of {} ({:.1f} %)", guess.wrong, guess.asked,
                     100.0 * guess.wrong / guess.asked);
}

}  // namespace rookery::tree
