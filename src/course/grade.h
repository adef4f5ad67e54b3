// Grading: tasks with exact answers, and what a student's answers say about the program.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "course/model_search.h"
#include "json/value.h"
#include "search/agent.h"

namespace rookery::course {

/// One search that is asked for, with what is right.
struct Task {
  Idea idea = Idea::minimax;
  std::string fen;
  int depth = 1;
  /// The rule that this position tries, if it is about the rules: "castling through check".
  std::string rule;
  /// The same game as the task before: a table keeps what it has.
  bool goes_on = false;
  std::string move;  ///< UCI
  int value = 0;     ///< centipawns, the side to move's view
  int mate = 0;      ///< in moves, instead of the value
  std::uint64_t nodes = 0;
};
std::vector<Task> grading_tasks();
json::Value to_json(const Task& task);

/// What the program said.
struct Reply {
  Task task;
  std::optional<std::string> failure;
  std::string move;
  int value = 0, mate = 0;
  std::uint64_t nodes = 0;

  bool value_is_right() const { return mate == task.mate && (mate != 0 || value == task.value); }
  /// With a table fewer nodes are right as well.
  bool nodes_are_right() const {
    return task.idea == Idea::table ? nodes > 0 && nodes <= task.nodes : nodes == task.nodes;
  }
  bool is_right() const {
    return !failure && value_is_right() && nodes_are_right() && move == task.move;
  }
};

struct Verdict {
  std::string idea;  ///< "rules", "minimax", ...
  bool passed = false;
  int right = 0, asked = 0;
  std::string text;  ///< what is wrong, and where to look
};

/// Asks every task of the ideas that the program offers by its option `Idea` (all of them if it has
/// no such option: none but minimax). Stops at a program that fails.
std::vector<Reply> ask_all(search::Agent& student,
                           const std::function<void(const Reply&)>& on_reply = {});
/// One verdict for each idea that was asked about, the rules first.
std::vector<Verdict> judge(const std::vector<Reply>& replies);

}  // namespace rookery::course
