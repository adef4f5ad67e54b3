#include "chess/game_tree.h"

#include <algorithm>

namespace rookery::chess {

namespace {

void play_on(Position& position, Move move) {
  assert(move ? position.is_legal(move) : !position.in_check());
  if (move)
    position.make_move(move);
  else
    position.make_null_move();
}

}  // namespace

GameTree::GameTree(const Position& start, bool chess960)
    : start_(start), chess960_(chess960), nodes_(1) {}

GameTree GameTree::from_game(const Game& game) {
  GameTree tree(game.start(), game.is_chess960());
  tree.nodes_.reserve(game.ply() + 1);
  NodeId at = kRoot;
  for (const Move move : game.moves()) at = tree.append(at, move);
  if (const auto outcome = game.outcome(false)) tree.header_.result = result_text(*outcome);
  return tree;
}

std::string_view GameTree::tag(std::string_view name) const {
  for (const auto& [key, value] : header_.tags)
    if (key == name) return value;
  return {};
}

bool GameTree::contains(NodeId id) const {
  if (static_cast<std::size_t>(id) >= size()) return false;
  for (; id != kRoot; id = parent(id)) {
    const auto siblings = children(parent(id));
    if (std::find(siblings.begin(), siblings.end(), id) == siblings.end()) return false;
  }
  return true;
}

bool GameTree::is_main_line(NodeId id) const {
  for (; id != kRoot; id = parent(id))
    if (children(parent(id)).empty() || children(parent(id)).front() != id) return false;
  return true;
}

std::vector<NodeId> GameTree::line_to(NodeId id) const {
  std::vector<NodeId> line;
  for (; id != kRoot; id = parent(id)) line.push_back(id);
  std::reverse(line.begin(), line.end());
  return line;
}

std::vector<NodeId> GameTree::main_line() const {
  std::vector<NodeId> line;
  for (NodeId at = kRoot; !children(at).empty(); line.push_back(at)) at = children(at).front();
  return line;
}

std::optional<NodeId> GameTree::child(NodeId id, Move move) const {
  for (const NodeId c : children(id))
    if (this->move(c) == move) return c;
  return std::nullopt;
}

Position GameTree::position(NodeId id) const {
  Position position = start_;
  for (const NodeId n : line_to(id)) play_on(position, move(n));
  return position;
}

Game GameTree::game_at(NodeId id) const {
  Game game(start_, chess960_);
  for (const NodeId n : line_to(id)) {
    if (move(n)) {
      game.play(move(n));
    } else {
      Position passed = game.position();
      play_on(passed, Move());
      game = Game(passed, chess960_);
    }
  }
  return game;
}

Game GameTree::game() const {
  Game game(start_, chess960_);
  for (const NodeId n : main_line()) {
    if (!move(n)) break;
    game.play(move(n));
  }
  return game;
}

NodeId GameTree::new_node(NodeId parent, Move move) {
  const NodeId id{static_cast<std::uint32_t>(nodes_.size())};
  nodes_.emplace_back();
  nodes_.back().move = move;
  nodes_.back().parent = parent;
  node(parent).children.push_back(id);
  return id;
}

NodeId GameTree::add(NodeId at, std::span<const Move> moves) {
  while (!moves.empty()) {
    const auto existing = child(at, moves.front());
    if (!existing) break;
    at = *existing;
    moves = moves.subspan(1);
  }
  if (moves.empty()) return at;
  at = append(at, moves.front());  // what follows hangs on it, so to undo this is to undo all
  for (const Move move : moves.subspan(1)) at = new_node(at, move);
  return at;
}

NodeId GameTree::append(NodeId at, Move move) {
  begin_step();
  save_children(at);
  return new_node(at, move);
}

/// False if it is there.
bool GameTree::move_to_front(NodeId id) {
  auto& siblings = node(parent(id)).children;
  const auto place = std::find(siblings.begin(), siblings.end(), id);
  if (place == siblings.begin()) return false;
  save_children(parent(id));
  std::rotate(siblings.begin(), place, place + 1);
  return true;
}

bool GameTree::promote(NodeId id) {
  assert(contains(id));
  if (is_main_line(id)) return false;
  begin_step();
  while (!move_to_front(id)) id = parent(id);
  return true;
}

void GameTree::make_main_line(NodeId id) {
  assert(contains(id));
  if (is_main_line(id)) return;
  begin_step();
  for (; id != kRoot; id = parent(id)) move_to_front(id);
}

void GameTree::remove(NodeId id) {
  assert(contains(id));
  begin_step();
  save_children(parent(id));
  auto& siblings = node(parent(id)).children;
  if (id == kRoot)
    siblings.clear();
  else
    siblings.erase(std::find(siblings.begin(), siblings.end(), id));
}

Annotation& GameTree::annotate(NodeId id) {
  begin_step();
  if (most_steps_ > 0) undo_.back().push_back({id, note(id)});
  return node(id).note;
}

void GameTree::set_tag(std::string_view name, std::string_view value) {
  auto& tags = header_.tags;
  const auto found =
      std::find_if(tags.begin(), tags.end(), [&](const Tag& t) { return t.first == name; });
  if (found == tags.end()) {
    if (!value.empty()) add_tag(name, value);
    return;
  }
  save_header();
  if (value.empty())
    tags.erase(found);
  else
    found->second = value;
}

void GameTree::add_tag(std::string_view name, std::string_view value) {
  save_header();
  header_.tags.emplace_back(name, value);
}

void GameTree::set_result(std::string_view result) {
  save_header();
  header_.result = result;
}

void GameTree::keep_history(std::size_t most_steps) {
  most_steps_ = most_steps;
  undo_.clear();
  redo_.clear();
}

void GameTree::begin_step() {
  if (most_steps_ == 0) return;
  redo_.clear();
  if (undo_.size() == most_steps_) undo_.pop_front();
  undo_.emplace_back();
}

void GameTree::save_children(NodeId id) {
  if (most_steps_ > 0) undo_.back().push_back({id, node(id).children});
}

void GameTree::save_header() {
  begin_step();
  if (most_steps_ > 0) undo_.back().push_back({kRoot, header_});
}

/// Exchanges what was with what is, the last change first.
std::optional<NodeId> GameTree::step(std::deque<Step>& from, std::deque<Step>& to) {
  if (from.empty()) return std::nullopt;
  Step step = std::move(from.back());
  from.pop_back();
  std::reverse(step.begin(), step.end());
  for (Part& part : step) {
    if (auto* children = std::get_if<std::vector<NodeId>>(&part.before))
      std::swap(*children, node(part.node).children);
    else if (auto* note = std::get_if<Annotation>(&part.before))
      std::swap(*note, node(part.node).note);
    else
      std::swap(std::get<Header>(part.before), header_);
  }
  const NodeId where = step.front().node;
  to.push_back(std::move(step));
  return where;
}

bool operator==(const GameTree& a, const GameTree& b) {
  if (a.start_ != b.start_ || a.chess960_ != b.chess960_ || a.header_ != b.header_) return false;
  std::vector<std::pair<NodeId, NodeId>> open{{kRoot, kRoot}};
  while (!open.empty()) {
    const auto [x, y] = open.back();
    open.pop_back();
    const auto left = a.children(x), right = b.children(y);
    if (a.move(x) != b.move(y) || a.note(x) != b.note(y) || left.size() != right.size())
      return false;
    for (std::size_t i = 0; i < left.size(); ++i) open.emplace_back(left[i], right[i]);
  }
  return true;
}

}  // namespace rookery::chess
