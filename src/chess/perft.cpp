#include "chess/perft.h"

#include <atomic>
#include <thread>

#include "chess/make_move.h"
#include "chess/movegen.h"

namespace rookery::chess {

namespace {

/// depth >= 1
std::uint64_t count_leaves(const Position& position, int depth) {
  if (depth == 1) return count_legal_moves(position);
  std::uint64_t leaves = 0;
  NullObserver none;
  for (Move move : legal_moves(position)) {
    Position next = position;
    next.make_move(move, none);
    leaves += count_leaves(next, depth - 1);
  }
  return leaves;
}

}  // namespace

std::uint64_t perft(const Position& position, int depth) {
  return depth <= 0 ? 1 : count_leaves(position, depth);
}

std::uint64_t perft(const Position& position, int depth, int threads) {
  if (depth <= 2 || threads <= 1) return perft(position, depth);
  std::uint64_t leaves = 0;
  for (const auto& [move, below] : perft_divide(position, depth, threads)) leaves += below;
  return leaves;
}

std::vector<std::pair<Move, std::uint64_t>> perft_divide(const Position& position, int depth,
                                                         int threads) {
  // One task for each pair of first moves, so that the threads finish together.
  struct Task {
    std::size_t root;
    Position position;
  };
  std::vector<std::pair<Move, std::uint64_t>> result;
  std::vector<Task> tasks;
  for (Move first : legal_moves(position)) {
    Position next = position;
    next.make_move(first);
    result.emplace_back(first, depth <= 1 ? 1 : 0);
    if (depth == 2) result.back().second = count_legal_moves(next);
    if (depth > 2)
      for (Move second : legal_moves(next)) {
        tasks.push_back({result.size() - 1, next});
        tasks.back().position.make_move(second);
      }
  }
  std::vector<std::uint64_t> leaves(tasks.size());
  std::atomic<std::size_t> next_task{0};
  const auto work = [&] {
    for (std::size_t i; (i = next_task.fetch_add(1)) < tasks.size();)
      leaves[i] = perft(tasks[i].position, depth - 2);
  };
  {
    std::vector<std::jthread> workers;
    for (int i = 1; i < threads; ++i) workers.emplace_back(work);
    work();
  }
  for (std::size_t i = 0; i < tasks.size(); ++i) result[tasks[i].root].second += leaves[i];
  return result;
}

}  // namespace rookery::chess
