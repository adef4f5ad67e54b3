// Line: moves from a position on, with every position on the way.
#pragma once

#include <vector>

#include "chess/make_move.h"
#include "chess/position.h"

namespace rookery::analysis {

/// positions[i] is the position before moves[i]; the last one is the end of the line.
class Line {
 public:
  explicit Line(const chess::Position& start) : positions_{start} {}

  void add(chess::Move move) {
    moves_.push_back(move);
    positions_.push_back(positions_.back());
    positions_.back().make_move(move);
  }
  /// Ends the line after its first `plies` moves.
  void cut(std::size_t plies) {
    moves_.resize(plies);
    positions_.erase(positions_.begin() + static_cast<std::ptrdiff_t>(plies) + 1, positions_.end());
  }

  std::size_t plies() const { return moves_.size(); }
  const std::vector<chess::Move>& moves() const { return moves_; }
  chess::Move move(std::size_t i) const { return moves_[i]; }
  const chess::Position& before(std::size_t i) const { return positions_[i]; }
  const chess::Position& after(std::size_t i) const { return positions_[i + 1]; }
  const chess::Position& start() const { return positions_.front(); }
  const chess::Position& end() const { return positions_.back(); }

 private:
  std::vector<chess::Move> moves_;
  std::vector<chess::Position> positions_;
};

}  // namespace rookery::analysis
