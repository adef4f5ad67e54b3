// GameTree: a game with variations, comments, signs, clocks and evaluations, from any start.
//
// A value: copy it, compare it, send it. The root stands for the position before the first move;
// every other node is a move. A node's first child goes on with its line, the others are
// variations; the main line follows first children from the root.
//
// - Moves given to it must be legal where they are added; the null value is PGN's null move. Text
//   becomes moves, nodes and PGN in `notation` (pgn_tree.h, tree_path.h).
// - A NodeId stays the same node whatever is edited, removed nodes included: an undo brings it
//   back. Ids of one tree mean nothing in another.
// - With keep_history() each changing call is one step of undo() and redo(). Without it, nothing
//   is recorded.
// - Nothing in here recurses: a tree may be as deep as memory allows.
// - Not for use by several threads at once while one of them changes it.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "chess/game.h"

namespace rookery::chess {

enum class NodeId : std::uint32_t {};
inline constexpr NodeId kRoot{};

/// An evaluation noted beside a move, always from White's view.
struct EvalNote {
  int centipawns = 0;
  int mate = 0;   ///< in moves, < 0 if Black mates; 0 = not a mate
  int depth = 0;  ///< 0 = not told
  friend bool operator==(const EvalNote&, const EvalNote&) = default;
};

/// A circle on a square or an arrow between two.
struct Shape {
  char color = 'G';  ///< G, R, Y or B
  Square from = Square::a1, to = Square::a1;
  bool is_circle() const { return from == to; }
  friend bool operator==(const Shape&, const Shape&) = default;
};

/// What is said about a move, or at the root about the game.
struct Annotation {
  std::string comment_before;  ///< for the first move of a variation
  std::string comment;
  std::vector<std::uint8_t> nags;  ///< 1 = !, 2 = ?, ... as in PGN
  std::optional<EvalNote> eval;
  std::optional<std::chrono::milliseconds> clock;    ///< left after the move
  std::optional<std::chrono::milliseconds> elapsed;  ///< spent on the move
  std::vector<Shape> shapes;
  std::vector<std::string> commands;  ///< other programs' `[%name value]`, without `[%` and `]`
  friend bool operator==(const Annotation&, const Annotation&) = default;
};

class GameTree {
 public:
  using Tag = std::pair<std::string, std::string>;

  GameTree() : GameTree(Position::initial()) {}
  explicit GameTree(const Position& start, bool chess960 = false);
  /// Start, moves and, if the game has ended, the result.
  static GameTree from_game(const Game& game);

  const Position& start() const { return start_; }
  bool is_chess960() const { return chess960_; }
  const std::vector<Tag>& tags() const { return header_.tags; }  ///< in file order
  /// A tag's value; empty if there is none.
  std::string_view tag(std::string_view name) const;
  const std::string& result() const { return header_.result; }  ///< "1-0", "0-1", "1/2-1/2", "*"

  // The nodes.
  Move move(NodeId id) const { return node(id).move; }
  NodeId parent(NodeId id) const { return node(id).parent; }  ///< the root's is the root
  std::span<const NodeId> children(NodeId id) const { return node(id).children; }
  const Annotation& note(NodeId id) const { return node(id).note; }
  /// How many nodes were ever added, the root and removed ones included: ids are below it.
  std::size_t size() const { return nodes_.size(); }
  /// Whether the node has not been removed.
  bool contains(NodeId id) const;
  bool is_main_line(NodeId id) const;
  /// The nodes from the first move to this one; empty for the root.
  std::vector<NodeId> line_to(NodeId id) const;
  /// The nodes of the main line, without the root.
  std::vector<NodeId> main_line() const;
  std::optional<NodeId> child(NodeId id, Move move) const;

  // The positions.
  Position position(NodeId id) const;
  /// The game that led to a node, from the last null move on if there is one.
  Game game_at(NodeId id) const;
  /// The main line, up to the first null move if there is one.
  Game game() const;

  // Editing, of nodes that the tree contains. Each call is one step of the history.
  /// Adds the moves behind a node, one after the other; children that exist are reused. The node
  /// of the last one.
  NodeId add(NodeId at, std::span<const Move> moves);
  NodeId add(NodeId at, Move move) { return add(at, {&move, 1}); }
  /// Adds a child even if there is one with the same move, as files may have it.
  NodeId append(NodeId at, Move move);
  /// Makes the variation that the node is in the first at its branching; false if it is in the
  /// main line.
  bool promote(NodeId id);
  /// Makes the line to the node the main line.
  void make_main_line(NodeId id);
  /// Removes the node and all behind it; of the root, all moves.
  void remove(NodeId id);
  /// To be changed: `tree.annotate(id).comment = "..."`. Valid until the tree is changed again.
  Annotation& annotate(NodeId id);
  /// An empty value removes the tag.
  void set_tag(std::string_view name, std::string_view value);
  /// Appends, even if there is one of that name, as files may have it.
  void add_tag(std::string_view name, std::string_view value);
  void set_result(std::string_view result);

  void keep_history(std::size_t most_steps = 1000);
  bool can_undo() const { return !undo_.empty(); }
  bool can_redo() const { return !redo_.empty(); }
  /// The node whose children or note changed (the root for tags and result); none if there is
  /// nothing to undo or redo.
  std::optional<NodeId> undo() { return step(undo_, redo_); }
  std::optional<NodeId> redo() { return step(redo_, undo_); }

  /// The same start, tags, result, moves and notes in the same order, whatever the ids.
  friend bool operator==(const GameTree& a, const GameTree& b);

 private:
  struct Node {
    Move move;
    NodeId parent = kRoot;
    std::vector<NodeId> children;
    Annotation note;
  };
  struct Header {
    std::vector<Tag> tags;
    std::string result = "*";
    friend bool operator==(const Header&, const Header&) = default;
  };
  /// What a part of the tree was before: enough to undo anything, as nodes are never destroyed.
  struct Part {
    NodeId node;
    std::variant<std::vector<NodeId>, Annotation, Header> before;
  };
  using Step = std::vector<Part>;

  const Node& node(NodeId id) const { return nodes_[static_cast<std::size_t>(id)]; }
  Node& node(NodeId id) { return nodes_[static_cast<std::size_t>(id)]; }
  NodeId new_node(NodeId parent, Move move);
  void begin_step();
  void save_children(NodeId id);
  void save_header();
  bool move_to_front(NodeId id);
  std::optional<NodeId> step(std::deque<Step>& from, std::deque<Step>& to);

  Position start_;
  bool chess960_;
  Header header_;
  std::vector<Node> nodes_;
  std::size_t most_steps_ = 0;  // of the history; 0 = none is kept
  std::deque<Step> undo_, redo_;
};

}  // namespace rookery::chess
