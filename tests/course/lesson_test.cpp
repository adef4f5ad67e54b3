// Every lesson: its answers are worked out anew by other means, wrong answers are refused, and what
// it claims is so.
#include "course/lesson.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "chess/make_move.h"
#include "chess/movegen.h"
#include "course/work.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "sanitized.h"

namespace rookery::test {
namespace {

using course::AnswerKind;
using course::Lesson;
using course::lessons;
using course::Question;

Question question(const char* id) { return course::find_lesson(id)->question(); }
Question exercise(const char* id) { return course::find_lesson(id)->exercise(); }

TEST(Lessons, FifteenInTheOrderOfTheLineage) {
  ASSERT_EQ(lessons().size(), 15u);
  std::set<std::string_view> ids;
  for (const Lesson& lesson : lessons()) {
    ids.insert(lesson.id);
    EXPECT_EQ(course::find_lesson(lesson.id), &lesson);
    EXPECT_EQ(course::find_lesson(std::to_string(course::number_of(lesson))), &lesson);
    EXPECT_TRUE(notation::parse_fen(lesson.fen)) << lesson.id;
  }
  EXPECT_EQ(ids.size(), 15u);
  EXPECT_EQ(course::find_lesson("0"), nullptr);
  EXPECT_EQ(course::find_lesson("16"), nullptr);
  EXPECT_EQ(course::find_lesson("chess"), nullptr);
}

/// All that is not right is wrong, and what is no answer is told so.
void check_answers(const Question& q, std::string_view id) {
  ASSERT_TRUE(notation::parse_fen(q.fen)) << id;
  const auto right = course::is_right(q, q.answer);
  ASSERT_TRUE(right) << id;
  EXPECT_TRUE(*right) << id;
  EXPECT_TRUE(*course::is_right(q, " " + course::answer_text(q) + " ")) << id;
  EXPECT_FALSE(course::is_right(q, "")) << id;
  EXPECT_FALSE(course::is_right(q, "nonsense")) << id;
  EXPECT_FALSE(q.reason.empty() || q.hint.empty()) << id;
  if (q.kind == AnswerKind::number) {
    EXPECT_FALSE(*course::is_right(q, std::to_string(std::stoll(q.answer) + 1))) << id;
  } else if (q.kind == AnswerKind::choice) {
    ASSERT_GE(q.choices.size(), 2u) << id;
    for (std::size_t i = 1; i <= q.choices.size(); ++i)
      EXPECT_EQ(*course::is_right(q, std::to_string(i)), std::to_string(i) == q.answer) << id;
    EXPECT_FALSE(course::is_right(q, std::to_string(q.choices.size() + 1))) << id;
    EXPECT_FALSE(course::is_right(q, "0")) << id;
  } else {
    int right_moves = 0;
    const auto position = course::position_of(q.fen);
    for (const chess::Move m : legal_moves(position))
      right_moves += *course::is_right(q, notation::to_uci(m));
    EXPECT_EQ(right_moves, 1) << id;
  }
}

TEST(Lessons, AnswersAreCheckedAndSearchesDone) {
  for (const Lesson& lesson : lessons()) {
    if (kSanitized && lesson.id == "flagship") continue;  // a second or two each there
    check_answers(lesson.question(), lesson.id);
    check_answers(lesson.exercise(), lesson.id);
    const auto runs = course::perform(lesson.runs());
    EXPECT_FALSE(runs.empty() && lesson.facts().empty()) << lesson.id;
    EXPECT_FALSE(lesson.gained(runs).empty());
  }
}

// What the questions suppose is so: were an agent to change, a lesson would tell it here.
TEST(Lessons, RandomCountsMoves) {
  EXPECT_EQ(question("random").answer, "20");
  const auto p = course::position_of(exercise("random").fen);
  EXPECT_EQ(exercise("random").answer, std::to_string(legal_moves(p).size()));
}
TEST(Lessons, CountingByHand) {
  EXPECT_EQ(question("counting").answer, "-1");  // one pawn less
  EXPECT_EQ(exercise("counting").answer, "3");   // a knight more
}
TEST(Lessons, LookingAheadTakesThePawnAndThenDoesNot) {
  EXPECT_EQ(question("ahead").answer, "2");
  EXPECT_EQ(exercise("ahead").answer, "2");
}
TEST(Lessons, MinimaxLevelsAreThePerftNumbers) {
  EXPECT_EQ(course::answer_text(question("minimax")), "361,790");
  EXPECT_EQ(course::perform(course::find_lesson("minimax")->runs())[3].nodes, 374'805u);
}

/// Rows of numbers as the exercise prints them.
std::vector<std::vector<int>> rows(const std::string& text) {
  std::vector<std::vector<int>> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto colon = line.find(": ");
    if (colon == line.npos || colon > 4) continue;
    std::istringstream numbers(line.substr(colon + 1));
    out.emplace_back();
    for (int n = 0; numbers >> n;) out.back().push_back(n);
  }
  return out;
}

TEST(Lessons, SmallTreesAgreeWithARecursionWrittenHere) {
  const auto table = rows(exercise("minimax").text);
  ASSERT_GE(table.size(), 3u);
  int best = -100'000, skipped = 0;
  for (const auto& row : table) {
    ASSERT_GE(row.size(), 2u);
    int least = 100'000;
    for (std::size_t i = 0; i < row.size(); ++i) {
      least = std::min(least, row[i]);
      if (least <= best) {
        skipped += static_cast<int>(row.size() - i - 1);
        break;
      }
    }
    best = std::max(best, least);
  }
  EXPECT_EQ(exercise("minimax").answer, std::to_string(best));
  EXPECT_EQ(rows(exercise("alphabeta").text), table);
  EXPECT_EQ(exercise("alphabeta").answer, std::to_string(skipped));
  EXPECT_GT(skipped, 3);
}
TEST(Lessons, AlphaBetaCutsWhatCannotMatter) {
  EXPECT_EQ(question("alphabeta").answer, "2");
  const auto runs = course::perform(course::find_lesson("alphabeta")->runs());
  EXPECT_EQ(runs[0].value, runs[2].value);
  EXPECT_EQ(runs[1].nodes, 61'708u);
  EXPECT_EQ(runs[2].nodes, 19'236u);
}
TEST(Lessons, OrderingHalvesTheTree) {
  EXPECT_EQ(question("ordering").answer, "3");
  EXPECT_EQ(exercise("ordering").answer, "1799");
  EXPECT_EQ(course::minimal_leaves(2, 3), 5u);  // by hand: 2^2 + 2 - 1
  EXPECT_EQ(course::minimal_leaves(30, 1), 30u);
}
TEST(Lessons, DeepeningPays) {
  EXPECT_EQ(question("deepening").answer, "2");
  EXPECT_EQ(exercise("deepening").answer, "4");  // 13,615 of 374,805
}
TEST(Lessons, ThePublishedTableIsNeverHitInItsOwnExample) {
  EXPECT_EQ(question("table").answer, "1");
  const auto facts = course::find_lesson("table")->facts();
  EXPECT_EQ(facts[0].value, "0");
  EXPECT_NE(facts[1].value, "0");
  EXPECT_EQ(exercise("table").answer, "1");
}
TEST(Lessons, QuiescenceLeavesThePoisonedPawn) {
  EXPECT_EQ(question("quiescence").answer, "f3e5");
  EXPECT_EQ(exercise("quiescence").answer, "d2h6");
  const auto runs = course::perform(course::find_lesson("quiescence")->runs());
  EXPECT_NE(runs[2].uci, "f3e5");
}
TEST(Lessons, Considerable) {
  EXPECT_EQ(question("considerable").answer, "3");
  EXPECT_EQ(exercise("considerable").answer, "305");  // 300 - 5 and a rank
}
TEST(Lessons, Evaluation) {
  EXPECT_EQ(course::answer_text(question("evaluation")), "40");
  EXPECT_EQ(exercise("evaluation").answer, "-15");
}
TEST(Lessons, Zobrist) {
  const course::Census three = course::census(3);
  EXPECT_EQ(three.sequences, 8902u);
  EXPECT_EQ(three.positions, 5362u);
  EXPECT_EQ(three.keys, 5362u);
  EXPECT_LT(three.occupancies, 5362u);
  EXPECT_EQ(exercise("zobrist").answer, "1");
  EXPECT_EQ(course::census(2).positions, 400u);
}
TEST(Lessons, FlagshipAndZugzwang) {
  if (kSanitized) GTEST_SKIP() << "searches of half a million nodes";
  EXPECT_EQ(question("flagship").answer, "3");
  EXPECT_EQ(exercise("flagship").answer, "1");
}

TEST(Worksheet, HidesAnswersUnlessWanted) {
  const Lesson* const one[] = {course::find_lesson("counting")};
  const std::string plain = course::worksheet(one, false), full = course::worksheet(one, true);
  EXPECT_EQ(plain.find("Answer: -1"), plain.npos);
  EXPECT_NE(full.find("**Answer: -1.**"), full.npos);
  EXPECT_NE(plain.find("| `piece-value` | 1 |"), plain.npos);
}

TEST(Answers, AreReadLeniently) {
  const Question q = question("minimax");
  EXPECT_TRUE(*course::is_right(q, "B"));
  EXPECT_TRUE(*course::is_right(q, "361,790"));
  const Question n = question("random");
  EXPECT_TRUE(*course::is_right(n, "+20"));
  EXPECT_FALSE(*course::is_right(n, "2,0,0"));
  const Question m = question("quiescence");
  EXPECT_TRUE(*course::is_right(m, "Nxe5"));
  EXPECT_FALSE(*course::is_right(m, "a3"));
}

}  // namespace
}  // namespace rookery::test
