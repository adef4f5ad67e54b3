#include "tree/why.h"

#include <fmt/format.h>

#include <algorithm>

#include "chess/movegen.h"
#include "notation/san.h"

namespace rookery::tree {

using chess::Color;
using search::Cut;
using search::kNoNode;
using search::TraceNode;

namespace {

const char* name_of(Color c) { return c == Color::white ? "White" : "Black"; }

/// The move that led to the node, in SAN; "passing" for none.
std::string move_text(const Tree& tree, std::uint32_t i) {
  const std::uint32_t parent = tree.parent(i);
  if (parent == kNoNode) return "the start";
  if (!tree.node(i).move) return "passing";
  return notation::to_san(tree.position(parent), tree.node(i).move);
}

std::string other_moves(Color side, int skipped) {
  if (skipped == 0) return "";
  if (skipped == 1) return fmt::format(", and {}'s other move needs no look", name_of(side));
  return fmt::format(", and {}'s other {}{} moves need no look", name_of(side), skipped,
                     skipped == 255 ? " or more" : "");
}

/// A cut-off by a move: what its opponent has elsewhere is better for them than this.
std::string closed_window(const Tree& tree, std::uint32_t i) {
  const TraceNode& node = tree.node(i);
  const Color us = tree.root_side();
  const bool by_opponent = node.cut == Cut::alpha;
  const Color refuter = by_opponent ? ~us : us;
  std::uint32_t refutation = kNoNode;
  for (const std::uint32_t child : tree.children(i))
    if (tree.node(child).move &&
        (by_opponent ? tree.node(child).value <= node.alpha : tree.node(child).value >= node.beta))
      refutation = child;
  const std::string answer =
      refutation == kNoNode ? "a move that is not kept" : move_text(tree, refutation);
  const std::string here = move_text(tree, i);
  const std::string after = tree.parent(i) == kNoNode ? "Here" : "After " + here;
  const std::string so = tree.parent(i) == kNoNode
                             ? std::string("So the value lies outside the window")
                             : fmt::format("So {} will not play {}", name_of(~refuter), here);
  return by_opponent
             ? fmt::format(
                   "{} already has {} elsewhere. {} {} can play {}, which leaves {} {} or "
                   "less. {}{}.",
                   name_of(us), tree.text(node.alpha), after, name_of(refuter), answer, name_of(us),
                   tree.text(node.value), so, other_moves(refuter, node.skipped))
             : fmt::format(
                   "{} can hold {} to {} elsewhere. {} {} can play {}, which is worth {} or "
                   "more. {}{}.",
                   name_of(~us), name_of(us), tree.text(node.beta), after, name_of(refuter), answer,
                   tree.text(node.value), so, other_moves(refuter, node.skipped));
}

std::string from_table(const Tree& tree, std::uint32_t i, bool sound_table) {
  const TraceNode& node = tree.node(i);
  std::string text =
      node.source != kNoNode
          ? fmt::format("The same position was searched before (node {})", node.source)
          : std::string("The table knows the position from a search not kept here");
  text += fmt::format(": {}.", tree.text(node.value));
  if (!sound_table)
    return text + " A guess: this table forgets whether the value was exact, and for which node.";
  if (node.value >= node.beta) return text + " That is at least the upper end of the window.";
  if (node.value <= node.alpha) return text + " That is at most the lower end of the window.";
  return text + " That value is exact.";
}

std::string all_searched(const TraceNode& node) {
  if (node.size == 1 && node.dropped > 0)
    return fmt::format("Its {} nodes were searched and not kept.", node.dropped);
  if (node.skipped == 0) return "Every move was searched.";
  return fmt::format("Nothing was cut here; {}{} moves were left out, for the reasons beside them.",
                     node.skipped, node.skipped == 255 ? " or more" : "");
}

}  // namespace

Ground ground(Cut cut, bool sound_table) {
  switch (cut) {
    case Cut::alpha:
    case Cut::beta:
    case Cut::stand_pat:
    case Cut::mate_distance:
    case Cut::tablebase:
      return Ground::proof;
    case Cut::table:
      return sound_table ? Ground::proof : Ground::guess;
    case Cut::razoring:
    case Cut::reverse_futility:
    case Cut::null_move:
    case Cut::probcut:
    case Cut::multi_cut:
    case Cut::repetition_ahead:
      return Ground::guess;
    default:
      return Ground::fact;
  }
}

bool has_sound_table(std::string_view agent) {
  return agent.substr(0, agent.find(':')) != "transposition";
}

std::string why(const Tree& tree, std::uint32_t i, bool sound_table) {
  const TraceNode& node = tree.node(i);
  const Color mover = node.ply % 2 == 0 ? tree.root_side() : ~tree.root_side();
  const char* side = name_of(mover);
  const std::string value = tree.text(node.value);
  switch (node.cut) {
    case Cut::none:
      return all_searched(node);
    case Cut::depth:
      return fmt::format("The depth is used up; the evaluation says {}.", value);
    case Cut::mate:
      return fmt::format("{} is checkmated.", side);
    case Cut::stalemate:
      return fmt::format("{} has no move and is not in check: stalemate.", side);
    case Cut::draw:
      return "A draw: by repetition, by fifty moves without progress, or with too little to mate.";
    case Cut::alpha:
    case Cut::beta:
      return closed_window(tree, i);
    case Cut::table:
      return from_table(tree, i, sound_table);
    case Cut::stand_pat:
      return fmt::format(
          "{} need not capture: to stand still is worth {} already, which is outside "
          "the window.",
          side, value);
    case Cut::stopped:
      return "The search was stopped here.";
    case Cut::mate_distance:
      return "Even a mate from here would be no shorter than one already found.";
    case Cut::tablebase:
      return fmt::format("The endgame tables know the result: {}.", value);
    case Cut::repetition_ahead:
      return fmt::format("A guess: {} can go back to an earlier position, so a draw is at hand.",
                         side);
    case Cut::razoring:
      return "A guess: so far behind that only captures could help, and they do not.";
    case Cut::reverse_futility:
      return "A guess: so far ahead that the opponent is not expected to catch up in the depth "
             "left.";
    case Cut::null_move:
      return fmt::format(
          "A guess: even if {} passes, the opponent cannot get into the window; a real "
          "move should do better.",
          side);
    case Cut::probcut:
      return "A guess: a capture is so far above the window in a shallow search that a deep one is "
             "expected to agree.";
    case Cut::multi_cut:
      return "A guess: more than one move is above the window in a shallow search.";
  }
  return "";
}

}  // namespace rookery::tree
