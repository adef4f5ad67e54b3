#include "json/tree.h"

#include "chess/make_move.h"
#include "json/chess.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "notation/text.h"
#include "notation/uci_move.h"

namespace rookery::json {

using chess::GameTree;
using chess::NodeId;
using notation::square_name;

namespace {

Value eval_to_json(const chess::EvalNote& eval) {
  Value out = eval.mate != 0 ? Value{{"mate", eval.mate}} : Value{{"cp", eval.centipawns}};
  if (eval.depth > 0) out["depth"] = eval.depth;
  return out;
}

void add_note(Value& out, const chess::Annotation& note) {
  if (!note.comment_before.empty()) out["comment_before"] = note.comment_before;
  if (!note.comment.empty()) out["comment"] = note.comment;
  if (!note.nags.empty()) out["nags"] = note.nags;
  if (note.eval) out["eval"] = eval_to_json(*note.eval);
  if (note.clock) out["clock_ms"] = note.clock->count();
  if (note.elapsed) out["elapsed_ms"] = note.elapsed->count();
  for (const chess::Shape& shape : note.shapes) {
    Value drawn = {{"color", std::string(1, shape.color)}, {"from", square_name(shape.from)}};
    if (!shape.is_circle()) drawn["to"] = square_name(shape.to);
    out["shapes"].push_back(drawn);
  }
  if (!note.commands.empty()) out["commands"] = note.commands;
}

/// A node that is still to be written, with the number of its parent and the position there.
struct Open {
  NodeId id;
  std::size_t parent;
  chess::Position before;
};

void open_children(const GameTree& tree, NodeId id, std::size_t number,
                   const chess::Position& position, std::vector<Open>& open) {
  const auto children = tree.children(id);
  for (auto child = children.rbegin(); child != children.rend(); ++child)
    open.push_back({*child, number, position});
}

}  // namespace

Value to_json(const GameTree& tree) {
  Value out = {{"start_fen", notation::to_fen(tree.start())},
               {"chess960", tree.is_chess960()},
               {"result", tree.result()},
               {"tags", Value::array()},
               {"nodes", Value::array()}};
  for (const auto& [name, value] : tree.tags()) out["tags"].push_back(Value::array({name, value}));
  add_note(out, tree.note(chess::kRoot));
  std::vector<Open> open;
  open_children(tree, chess::kRoot, 0, tree.start(), open);
  while (!open.empty()) {
    const Open at = open.back();
    open.pop_back();
    const chess::Move move = tree.move(at.id);
    Value node = {{"parent", at.parent},
                  {"uci", notation::to_uci(move, tree.is_chess960())},
                  {"san", move ? notation::to_san(at.before, move) : "--"}};
    add_note(node, tree.note(at.id));
    chess::Position after = at.before;
    if (move)
      after.make_move(move);
    else
      after.make_null_move();
    out["nodes"].push_back(std::move(node));
    open_children(tree, at.id, out["nodes"].size(), after, open);
  }
  return out;
}

}  // namespace rookery::json
