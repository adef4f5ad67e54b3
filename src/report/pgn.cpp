#include "report/pgn.h"

#include <algorithm>
#include <cmath>

#include "analysis/chances.h"

namespace rookery::report {

using analysis::Explanation;
using chess::Color;
using chess::NodeId;

namespace {

/// After the move, White's view, in the published centipawns that other programs expect.
chess::EvalNote eval_note(const analysis::MoveReview& move, Color mover) {
  const int sign = mover == Color::white ? 1 : -1;
  const eval::Value value = move.values.played;
  chess::EvalNote note;
  // The value counts from before the move; the mover's own mate is one move nearer after it.
  if (eval::is_mate(value))
    note.mate = sign * (eval::mate_moves(value) - (value > 0 ? 1 : 0));
  else
    note.centipawns = sign * static_cast<int>(std::lround(analysis::published_centipawns(value)));
  return note;
}

void add_comment(std::string& comment, const std::string& text) {
  if (text.empty()) return;
  if (!comment.empty()) comment += ' ';
  comment += text;
}

}  // namespace

void annotate(chess::GameTree& tree, const analysis::MoveReview& move) {
  const std::vector<NodeId> line = tree.main_line();
  if (move.ply >= line.size()) return;
  const NodeId parent = move.ply == 0 ? chess::kRoot : line[move.ply - 1];
  const Explanation& e = move.explanation;
  chess::Annotation& note = tree.annotate(line[move.ply]);
  // A mate on the board needs no figure, and a file's own figure stays.
  if (!note.eval && move.values.played != eval::mate_in(1))
    note.eval =
        eval_note(move, move.ply % 2 ? ~tree.start().side_to_move() : tree.start().side_to_move());
  const int nag = analysis::nag_of(e.judgement);
  const bool has_sign = std::any_of(note.nags.begin(), note.nags.end(),
                                    [](std::uint8_t n) { return n >= 1 && n <= 6; });
  if (nag && !has_sign) note.nags.push_back(static_cast<std::uint8_t>(nag));
  add_comment(note.comment, e.text);
  if (analysis::is_bad(e.judgement) && e.best && e.best != move.move) {
    const std::size_t length = std::min<std::size_t>(e.best_line.size(), 8);
    tree.add(parent, {e.best_line.data(), length});
  }
}

chess::GameTree annotated(const ReviewedGame& reviewed) {
  chess::GameTree tree = reviewed.tree;
  tree.set_tag("Annotator", "Rookery");
  for (const analysis::MoveReview& move : reviewed.review.moves) annotate(tree, move);
  return tree;
}

}  // namespace rookery::report
