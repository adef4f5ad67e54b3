#include "notation/pgn_tree.h"

#include "notation/pgn_comment.h"
#include "notation/pgn_writer.h"
#include "notation/text.h"

namespace rookery::notation {

using namespace chess;

namespace {

constexpr std::size_t kMaxNodes = 1 << 18;
constexpr std::size_t kMaxCommentBytes = 16 << 20;

class TreeBuilder final : public PgnVisitor {
 public:
  explicit TreeBuilder(const PgnReader& reader) : reader_(reader) {}
  ReadGame game;

  void tag(std::string_view name, std::string_view value) override {
    tags_.emplace_back(name, value);
  }
  bool begin_moves(const Position& start, bool chess960) override {
    game.tree = GameTree(start, chess960);
    lines_.push_back({});
    return true;
  }
  void move(const Position&, Move move, const Position&) override {
    if (game.error) return;
    if (game.tree.size() > kMaxNodes)
      return give_up("more than " + std::to_string(kMaxNodes) + " moves");
    Line& line = lines_.back();
    line.last = game.tree.append(line.last, move);
    if (line.is_empty) game.tree.annotate(line.last).comment_before = std::move(line.comment);
    line.is_empty = false;
  }
  void nag(int nag) override {
    if (!game.error)
      game.tree.annotate(lines_.back().last).nags.push_back(static_cast<std::uint8_t>(nag));
  }
  void comment(std::string_view text) override {
    if (game.error) return;
    comment_bytes_ += text.size();
    if (comment_bytes_ > kMaxCommentBytes) return give_up("more than 16 MB of comments");
    Line& line = lines_.back();
    const bool before = line.is_empty && lines_.size() > 1;
    append_words(before ? line.comment : game.tree.annotate(line.last).comment, text);
  }
  void begin_variation() override {
    if (!game.error) lines_.push_back({game.tree.parent(lines_.back().last), true, {}});
  }
  void end_variation() override {
    if (game.error) return;
    const Line ended = std::move(lines_.back());
    lines_.pop_back();
    if (ended.is_empty)  // its comment must have been meant for the move before
      append_words(game.tree.annotate(lines_.back().last).comment, ended.comment);
  }
  void error(const PgnError& error) override {
    if (!game.error) game.error = error;
  }
  void end_game(std::string_view result) override {
    for (auto& [name, value] : tags_) game.tree.add_tag(name, value);
    game.tree.set_result(result);
    for (std::uint32_t i = 0; i < game.tree.size(); ++i)
      split_comment(game.tree.annotate(NodeId{i}));
  }

 private:
  struct Line {
    NodeId last = kRoot;  ///< the last move, or where the line branches off
    bool is_empty = true;
    std::string comment;  ///< of a variation, before its first move
  };
  void give_up(std::string why) {
    game.error = PgnError{std::move(why), reader_.offset(), reader_.line(), reader_.games()};
  }

  const PgnReader& reader_;
  std::vector<GameTree::Tag> tags_;
  std::vector<Line> lines_;
  std::size_t comment_bytes_ = 0;
};

/// Tells a move with all that is said about it; gives the position after it.
Position tell_move(const GameTree& tree, NodeId id, const Position& before, PgnVisitor& visitor) {
  const Annotation& note = tree.note(id);
  if (!note.comment_before.empty()) visitor.comment(note.comment_before);
  Position after = before;
  if (tree.move(id))
    after.make_move(tree.move(id));
  else
    after.make_null_move();
  visitor.move(before, tree.move(id), after);
  for (const std::uint8_t nag : note.nags) visitor.nag(nag);
  if (const std::string comment = full_comment(note); !comment.empty()) visitor.comment(comment);
  return after;
}

/// A first child is told, then its siblings with all behind them, then what follows the first.
/// Open branchings are kept in a list: hostile depth must not exhaust the stack.
void tell_moves(const GameTree& tree, PgnVisitor& visitor) {
  struct Branching {
    NodeId at;
    Position position;
    std::size_t next;  ///< variation to be told
  };
  std::vector<Branching> open;
  NodeId at = kRoot;
  Position position = tree.start();
  for (;;) {
    if (const auto children = tree.children(at); !children.empty()) {
      const Position after = tell_move(tree, children[0], position, visitor);
      if (children.size() > 1) open.push_back({at, position, 1});
      at = children[0];
      position = after;
      if (children.size() == 1) continue;
    } else if (open.empty()) {
      return;
    } else {
      visitor.end_variation();
    }
    Branching& branching = open.back();
    const auto children = tree.children(branching.at);
    position = branching.position;
    if (branching.next < children.size()) {
      at = children[branching.next++];
      visitor.begin_variation();
      position = tell_move(tree, at, position, visitor);
    } else {
      at = children[0];
      if (tree.move(at))
        position.make_move(tree.move(at));
      else
        position.make_null_move();
      open.pop_back();
    }
  }
}

}  // namespace

std::optional<ReadGame> read_game_tree(PgnReader& reader) {
  TreeBuilder builder(reader);
  if (!reader.read_game(builder)) return std::nullopt;
  return std::move(builder.game);
}

void tell(const GameTree& tree, PgnVisitor& visitor) {
  visitor.begin_game();
  for (const auto& [name, value] : tree.tags()) visitor.tag(name, value);
  if (visitor.begin_moves(tree.start(), tree.is_chess960())) {
    if (const std::string comment = full_comment(tree.note(kRoot)); !comment.empty())
      visitor.comment(comment);
    tell_moves(tree, visitor);
  }
  visitor.end_game(tree.result());
}

std::string to_pgn(const GameTree& tree) {
  PgnWriter writer;
  tell(tree, writer);
  return std::move(writer.text());
}

}  // namespace rookery::notation
