// Replay: a game to be looked at move by move, with variations, lines and an evaluation graph.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "chess/game_tree.h"
#include "play/save.h"
#include "play/thinker.h"
#include "tui/coach.h"

namespace rookery::tui {

/// Reads only: what is looked at is never written. The analysis has fixed numbers of nodes and
/// then rests: first the position shown, in three lines, then the rest of the game for the graph.
class Replay {
 public:
  Replay(play::GameRecord record, play::AgentPool agents, std::function<void()> wake,
         const analysis::ReviewOptions& review);

  const chess::GameTree& tree() const { return tree_; }
  chess::NodeId at() const { return at_; }
  const chess::Position& position() const { return position_; }
  /// The move that led here and the position before it; none at the start.
  std::optional<chess::Move> last_move() const;
  std::vector<chess::NodeId> main_line() const { return line_; }
  /// Index in the main line of the shown position or of where its variation left it; 0 = start.
  std::size_t ply() const;

  bool forward();
  bool back();
  void to_start();
  void to_end();
  /// The next or the previous variation instead of the last move.
  bool sideways(int step);

  /// The lines of the position shown, best first.
  const std::vector<search::SearchInfo>& lines() const { return lines_; }
  /// White's view; one for each ply of the main line, the start included; none yet = not known.
  const std::vector<std::optional<search::Score>>& graph() const { return graph_; }
  bool poll();

  /// Judges the moves of the main line, from the last one back; signs, sentences and better lines
  /// come into the tree as they are found.
  void review();
  bool is_reviewing() const { return reviewing_; }
  /// How many moves have been judged.
  std::size_t reviewed() const { return judged_moves_.size(); }
  /// Of the move shown; null if it is none of the main line or not judged yet.
  const analysis::MoveReview* judgement() const;
  /// The figures of both players, when all moves are judged.
  const std::optional<analysis::GameReview>& figures() const { return figures_; }

  /// The game up to the position shown, to be played on.
  play::GameRecord record_from_here() const;

 private:
  void show(chess::NodeId id);
  bool poll_review();
  void think();

  play::GameRecord record_;
  chess::GameTree tree_;
  std::vector<chess::NodeId> line_;
  chess::NodeId at_ = chess::kRoot;
  chess::Position position_;
  std::vector<search::SearchInfo> lines_;
  std::vector<std::optional<search::Score>> graph_;
  std::optional<std::size_t> judged_;  // the ply of the graph that is thought about
  bool lines_wanted_ = true;
  play::Thinker analyst_;
  std::map<std::size_t, analysis::MoveReview> judged_moves_;  // by ply
  std::optional<analysis::GameReview> figures_;
  bool reviewing_ = false;
  Coach coach_;
};

}  // namespace rookery::tui
