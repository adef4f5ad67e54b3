// Lesson: one idea of the lineage as a position, a question before the reveal, searches that are
// really done, and an exercise that checks itself. Both windows, terminal and page, show these.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/position.h"

namespace rookery::course {

enum class AnswerKind { choice, number, move };
std::string_view to_text(AnswerKind kind);

/// Its answer is worked out when the question is made.
struct Question {
  std::string fen;
  std::string text;
  AnswerKind kind = AnswerKind::choice;
  std::vector<std::string> choices;  ///< of a choice; the answer is a number from 1 on
  std::string answer;                ///< "2", "-13", "c3b5"
  std::string reason;                ///< why, for those who know it by now
  std::string hint;                  ///< for those who do not
};

/// One search of a lesson.
struct Run {
  std::string agent;
  int depth = 1;
  std::string fen;
};
struct RunResult {
  Run run;
  std::string san, uci;
  std::string value;  ///< in the agent's own units, the side to move's view; "-" if it has none
  double own_units = 0;
  std::uint64_t nodes = 0;
};
/// A figure that is not a search.
struct Fact {
  std::string name, value;
};

struct Lesson {
  std::string_view id, title, idea;
  int minutes;
  std::string_view origin;  ///< where the idea is from: title and author
  std::string_view fen;
  std::string_view text;  ///< paragraphs, parted by empty lines
  Question (*question)();
  std::vector<Run> (*runs)();
  std::vector<Fact> (*facts)();
  /// What it cost and what it gained.
  std::string (*gained)(const std::vector<RunResult>&);
  Question (*exercise)();
};

/// In the order of the lineage.
std::span<const Lesson> lessons();
/// By id, or by its number from 1 on; null if there is none.
const Lesson* find_lesson(std::string_view name);
/// 1 for the first.
int number_of(const Lesson& lesson);

RunResult perform(const Run& run);
std::vector<RunResult> perform(const std::vector<Run>& runs);

/// True or false, or why the text is no answer at all ("'x' is not a number").
Result<bool, Error> is_right(const Question& question, std::string_view given);
/// The answer for people: the choice's text, the move in SAN.
std::string answer_text(const Question& question);

/// Lessons as a sheet of Markdown to print: position, question and exercise; the answers too if
/// wanted.
std::string worksheet(std::span<const Lesson* const> lessons, bool answers);

/// "1,499,220".
std::string grouped(std::uint64_t number);
/// Ranks from the top, for terminals and sheets: letters, dots, coordinates.
std::string board_text(const chess::Position& position);

}  // namespace rookery::course
