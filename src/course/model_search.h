// ModelSearch: the search that a student is asked to write (docs/grading.md), idea by idea. Slow,
// short and exact: what `rookery grade` compares a student's program with.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "chess/position.h"

namespace rookery::course {

/// In the order in which they are learned; each holds those before it, except that the table is
/// tried without quiescence.
enum class Idea { minimax, alphabeta, quiescence, table };
std::string_view to_text(Idea idea);

class ModelSearch {
 public:
  static constexpr int kMate = 30'000, kOpen = 1'000'000;

  struct Found {
    chess::Move best;
    int value = 0;  ///< the side to move's view; kMate less the plies to a mate
    std::uint64_t nodes = 0;
  };
  Found search(const chess::Position& position, int depth, Idea idea);

 private:
  struct Entry {
    int value, depth, bound;  ///< bound: 0 exact, 1 at least, -1 at most
  };
  int negamax(const chess::Position& position, int depth, int alpha, int beta, int ply);
  int quiesce(const chess::Position& position, int alpha, int beta, int ply);

  Idea idea_ = Idea::minimax;
  std::uint64_t nodes_ = 0;
  chess::Move root_best_;
  std::unordered_map<chess::Key, Entry> table_;
};

/// P 100, N and B 300, R 500, Q 900: the side to move's less the other's.
int model_evaluation(const chess::Position& position);

}  // namespace rookery::course
