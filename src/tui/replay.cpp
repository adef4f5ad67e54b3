#include "tui/replay.h"

#include <algorithm>

#include "report/pgn.h"

namespace rookery::tui {

using chess::kRoot;
using chess::NodeId;

namespace {

constexpr std::uint64_t kLineNodes = 150'000, kGraphNodes = 8'000;
constexpr int kLines = 3;

}  // namespace

Replay::Replay(play::GameRecord record, play::AgentPool agents, std::function<void()> wake,
               const analysis::ReviewOptions& review)
    : record_(std::move(record)),
      tree_(record_.origin ? *record_.origin : chess::GameTree::from_game(record_.game)),
      line_(tree_.main_line()),
      position_(tree_.start()),
      graph_(line_.size() + 1),
      analyst_(std::move(agents), play::NamedSpec::flagship(), wake),
      coach_(wake, review) {
  // What the file says of the moves need not be found out again.
  for (std::size_t i = 0; i < line_.size(); ++i)
    if (const auto& eval = tree_.note(line_[i]).eval) {
      graph_[i + 1].emplace();
      graph_[i + 1]->centipawns = eval->centipawns;
      graph_[i + 1]->mate = eval->mate;
    }
  think();
}

std::optional<chess::Move> Replay::last_move() const {
  if (at_ == kRoot) return std::nullopt;
  return tree_.move(at_);
}

std::size_t Replay::ply() const {
  for (NodeId id = at_;; id = tree_.parent(id)) {
    if (id == kRoot) return 0;
    const auto found = std::find(line_.begin(), line_.end(), id);
    if (found != line_.end()) return static_cast<std::size_t>(found - line_.begin()) + 1;
  }
}

void Replay::show(NodeId id) {
  at_ = id;
  position_ = tree_.position(id);
  lines_.clear();
  judged_.reset();
  lines_wanted_ = true;
  think();
}

bool Replay::forward() {
  if (tree_.children(at_).empty()) return false;
  show(tree_.children(at_).front());
  return true;
}

bool Replay::back() {
  if (at_ == kRoot) return false;
  show(tree_.parent(at_));
  return true;
}

void Replay::to_start() { show(kRoot); }

void Replay::to_end() {
  NodeId id = at_;
  while (!tree_.children(id).empty()) id = tree_.children(id).front();
  show(id);
}

bool Replay::sideways(int step) {
  if (at_ == kRoot) return false;
  const auto siblings = tree_.children(tree_.parent(at_));
  const int count = static_cast<int>(siblings.size());
  if (count < 2) return false;
  const int here =
      static_cast<int>(std::find(siblings.begin(), siblings.end(), at_) - siblings.begin());
  show(siblings[static_cast<std::size_t>((here + step + count) % count)]);
  return true;
}

void Replay::think() {
  search::Limits limits;
  if (lines_wanted_) {
    const chess::Game game = tree_.game_at(at_);
    lines_wanted_ = !game.outcome();
    if (lines_wanted_) {
      limits.nodes = kLineNodes;
      limits.multi_pv = kLines;
      return analyst_.start(game, limits);
    }
  }
  for (std::size_t i = 0; i < graph_.size(); ++i) {
    if (graph_[i]) continue;
    const chess::Game game = tree_.game_at(i == 0 ? kRoot : line_[i - 1]);
    if (game.outcome()) {
      graph_[i].emplace();  // a draw, or the mated side's turn
      if (game.position().in_check())
        graph_[i]->mate = game.position().side_to_move() == chess::Color::white ? -1 : 1;
      continue;
    }
    judged_ = i;
    limits.nodes = kGraphNodes;
    return analyst_.start(game, limits);
  }
}

void Replay::review() {
  if (reviewing_ || figures_ || line_.empty()) return;
  reviewing_ = true;
  coach_.review(tree_.game());
}

const analysis::MoveReview* Replay::judgement() const {
  if (at_ == kRoot || !tree_.is_main_line(at_)) return nullptr;
  const auto found = judged_moves_.find(ply() - 1);
  return found == judged_moves_.end() ? nullptr : &found->second;
}

bool Replay::poll_review() {
  if (!reviewing_) return false;
  const std::vector<analysis::MoveReview> moves = coach_.take_moves();
  for (const analysis::MoveReview& move : moves) {
    report::annotate(tree_, move);
    const chess::Color mover =
        move.ply % 2 ? ~tree_.start().side_to_move() : tree_.start().side_to_move();
    if (move.ply + 1 < graph_.size())
      graph_[move.ply + 1] = search::Score::from_value(move.values.played).for_white(mover);
    judged_moves_.insert_or_assign(move.ply, move);
  }
  figures_ = coach_.take_review();
  if (figures_) {
    // Book moves and the like are known only now.
    for (const analysis::MoveReview& move : figures_->moves) judged_moves_[move.ply] = move;
    reviewing_ = false;
  }
  return !moves.empty() || figures_;
}

bool Replay::poll() {
  const bool reviewed_more = poll_review();
  if (!analyst_.is_busy()) return reviewed_more;
  if (lines_wanted_) lines_ = analyst_.lines();
  const auto result = analyst_.take_result();
  if (!result) return lines_wanted_ || reviewed_more;
  const chess::Color turn = position_.side_to_move();
  if (judged_) {
    const chess::Position judged = tree_.position(*judged_ == 0 ? kRoot : line_[*judged_ - 1]);
    graph_[*judged_] = result->info.score.for_white(judged.side_to_move());
    judged_.reset();
  } else {
    lines_wanted_ = false;
    const bool in_main_line = at_ == kRoot || tree_.is_main_line(at_);
    if (in_main_line && !lines_.empty()) graph_[ply()] = lines_[0].score.for_white(turn);
  }
  if (result->failure) return true;  // no agent, no analysis
  think();
  return true;
}

play::GameRecord Replay::record_from_here() const {
  play::GameSetup setup = record_.setup;
  setup.clock.reset();
  play::GameRecord record(setup);
  record.game = tree_.game_at(at_);
  record.plies.resize(record.game.ply());
  record.origin = tree_;
  record.date = record_.date;
  return record;
}

}  // namespace rookery::tui
