#include "web/tree_json.h"

#include <fmt/format.h>

#include <utility>

#include "notation/fen.h"
#include "notation/san.h"
#include "notation/text.h"
#include "notation/uci_move.h"
#include "notation/words.h"

namespace rookery::web {

namespace {

using chess::GameTree;
using chess::NodeId;
using chess::Position;
using json::Value;

std::string shape_text(const chess::Shape& shape) {
  std::string text(1, shape.color);
  text += notation::square_name(shape.from);
  if (!shape.is_circle()) text += notation::square_name(shape.to);
  return text;
}

void add_note(Value& node, const chess::Annotation& note) {
  if (!note.comment.empty()) node["comment"] = note.comment;
  if (!note.comment_before.empty()) node["before"] = note.comment_before;
  if (!note.nags.empty()) node["nags"] = note.nags;
  if (!note.shapes.empty()) {
    Value shapes = Value::array();
    for (const chess::Shape& shape : note.shapes) shapes.push_back(shape_text(shape));
    node["shapes"] = std::move(shapes);
  }
  if (note.clock) node["clk"] = note.clock->count();
  if (note.eval)
    node["eval"] = note.eval->mate != 0
                       ? fmt::format("#{}", note.eval->mate)
                       : fmt::format("{:+.2f}", static_cast<double>(note.eval->centipawns) / 100);
}

/// PGN's null move passes the turn.
Position after_move(Position position, chess::Move move) {
  if (!move)
    position.make_null_move();
  else
    position.make_move(move);
  return position;
}

Value node_to_json(const GameTree& tree, NodeId id, const Position& before, const Position& after) {
  Value node = {{"fen", notation::to_fen(after)}};
  if (id != chess::kRoot) {
    const chess::Move move = tree.move(id);
    node["uci"] = notation::to_uci(move, tree.is_chess960());
    node["san"] = !move ? "--" : notation::to_san(before, move);
    if (move)
      node["spoken"] = fmt::format("{}: {}.", notation::color_name(before.side_to_move()),
                                   notation::spoken_move(before, move));
  }
  if (after.in_check())
    node["check"] = notation::square_name(after.king_square(after.side_to_move()));
  add_note(node, tree.note(id));
  return node;
}

}  // namespace

Value nodes_to_json(const GameTree& tree) {
  struct Step {
    NodeId id;
    std::size_t parent;
    Position before;
  };
  Value nodes = Value::array();
  std::vector<Step> todo;
  const auto add = [&](NodeId id, std::size_t parent, const Position& before) {
    const Position after = id == chess::kRoot ? before : after_move(before, tree.move(id));
    Value node = node_to_json(tree, id, before, after);
    if (id != chess::kRoot) node["p"] = parent;
    const std::size_t place = nodes.size();
    nodes.push_back(std::move(node));
    const auto children = tree.children(id);
    for (auto child = children.rbegin(); child != children.rend(); ++child)
      todo.push_back({*child, place, after});
  };
  add(chess::kRoot, 0, tree.start());
  while (!todo.empty()) {
    const Step step = todo.back();
    todo.pop_back();
    add(step.id, step.parent, step.before);
  }
  return nodes;
}

std::optional<chess::Shape> parse_shape(std::string_view text) {
  if (text.size() != 3 && text.size() != 5) return std::nullopt;
  if (std::string_view("GRYB").find(text[0]) == std::string_view::npos) return std::nullopt;
  chess::Shape shape;
  shape.color = text[0];
  const auto from = notation::parse_square(text.substr(1, 2));
  const auto to = text.size() == 5 ? notation::parse_square(text.substr(3, 2)) : from;
  if (!from || !to) return std::nullopt;
  shape.from = *from;
  shape.to = *to;
  return shape;
}

}  // namespace rookery::web
