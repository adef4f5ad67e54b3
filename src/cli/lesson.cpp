// `rookery lesson`: the course in the terminal. A question, the searches, an exercise; what was
// done is kept.
#include <fmt/format.h>

#include <iostream>
#include <optional>
#include <sstream>

#include "base/printable.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/stop_signal.h"
#include "course/lesson.h"
#include "notation/fen.h"
#include "play/progress.h"
#include "play/user_folders.h"

namespace rookery::cli {

namespace {

using course::Lesson;
using course::Question;

/// Words broken at 79 columns; lines that are there already stay.
std::string wrapped(std::string_view text) {
  std::string out;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::size_t column = 0;
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      if (column > 0 && column + 1 + word.size() > 79) {
        out += '\n';
        column = 0;
      }
      if (column > 0) out += ' ', ++column;
      out += word;
      column += word.size();
    }
    out += '\n';
  }
  return out;
}

std::map<std::string, play::LessonProgress> progress() {
  const auto state = play::state_directory();
  if (!state) return {};
  return play::Lessons(*state).all();
}

int list() {
  const auto known = progress();
  int done = 0, next = 0;
  for (const Lesson& lesson : course::lessons()) {
    const auto found = known.find(std::string(lesson.id));
    const bool is_done = found != known.end() && found->second.done;
    done += is_done;
    if (!is_done && next == 0) next = course::number_of(lesson);
    fmt::print("{:>2} {} {}\n     {}\n", course::number_of(lesson), is_done ? "*" : " ",
               lesson.title, lesson.idea);
  }
  fmt::print("\n{} of {} done. {}\n", done, course::lessons().size(),
             next > 0 ? fmt::format("'rookery lesson {}' goes on.", next)
                      : std::string("Any of them can be opened again."));
  return 0;
}

class LessonSession {
 public:
  explicit LessonSession(const Lesson& lesson) : lesson_(lesson) {}

  int run() {
    fmt::print("Lesson {}: {}\n{}\n\n{}\nFrom: {}.\n\n", course::number_of(lesson_), lesson_.title,
               lesson_.idea, wrapped(lesson_.text), lesson_.origin);
    if (!ask("Before you look", lesson_.question(), false)) return 0;
    keep(2, false);
    reveal();
    keep(3, false);
    const auto solved = ask("Exercise", lesson_.exercise(), true);
    if (!solved) return 0;
    if (!*solved) {
      fmt::print("The lesson stays open: 'rookery lesson {}'.\n", course::number_of(lesson_));
      return 0;
    }
    keep(4, true);
    const int next = course::number_of(lesson_) + 1;
    if (next <= static_cast<int>(course::lessons().size()))
      fmt::print("Done. Next: 'rookery lesson {}', {}.\n", next,
                 course::lessons()[static_cast<std::size_t>(next) - 1].title);
    else
      fmt::print("Done. That was the last lesson.\n");
    return 0;
  }

 private:
  /// Whether it was answered rightly; none if the input ended. A question is asked once, an
  /// exercise until it is right or given up.
  std::optional<bool> ask(const char* heading, const Question& question, bool until_right) {
    fmt::print("{}\n\n", heading);
    const auto position = notation::parse_fen(question.fen);
    fmt::print("{}     {} to move\n\n{}", course::board_text(*position),
               position->side_to_move() == chess::Color::white ? "White" : "Black",
               wrapped(question.text));
    for (std::size_t i = 0; i < question.choices.size(); ++i)
      fmt::print("  {}  {}\n", i + 1, question.choices[i]);
    fmt::print("{}\n", help(question, until_right));
    for (std::string line; prompt(line);) {
      if (line == "q") return std::nullopt;
      if (line == "s") {
        fmt::print("It is {}. {}\n", course::answer_text(question), wrapped(question.reason));
        return false;
      }
      const auto right = course::is_right(question, line);
      if (!right) {
        fmt::print("{}. {}\n", printable(right.error().message), help(question, until_right));
        continue;
      }
      if (*right) {
        fmt::print("Right: {}.\n{}\n", course::answer_text(question), wrapped(question.reason));
        return true;
      }
      if (!until_right) {
        fmt::print("It is {}.\n{}\n", course::answer_text(question), wrapped(question.reason));
        return false;
      }
      fmt::print("Not so. {}", wrapped(question.hint));
    }
    fmt::print("\n");
    return std::nullopt;
  }

  static std::string help(const Question& question, bool until_right) {
    const char* const kWhat[] = {"Type the number of your answer", "Type a number",
                                 "Type a move (Nf3 or g1f3)"};
    return fmt::format("{}{}; 'q' ends.", kWhat[static_cast<int>(question.kind)],
                       until_right ? ", 's' to see it" : "");
  }

  static bool prompt(std::string& line) {
    fmt::print("> ");
    std::fflush(stdout);
    return static_cast<bool>(std::getline(std::cin, line)) && !stop_signal();
  }

  void reveal() {
    const auto runs = lesson_.runs();
    std::vector<course::RunResult> results;
    if (!runs.empty()) {
      fmt::print("{:<46} {:>5}  {:<7}{:>8}{:>10}\n", "agent", "depth", "move", "value", "nodes");
      for (const course::Run& run : runs) {
        results.push_back(course::perform(run));
        const course::RunResult& r = results.back();
        fmt::print("{:<46} {:>5}  {:<7}{:>8}{:>10}\n", r.run.agent, r.run.depth, r.san, r.value,
                   course::grouped(r.nodes));
      }
      fmt::print("\n");
    }
    for (const course::Fact& fact : lesson_.facts())
      fmt::print("{:<40} {}\n", fact.name, fact.value);
    if (!lesson_.facts().empty()) fmt::print("\n");
    fmt::print("{}\n", wrapped(lesson_.gained(results)));
    if (!results.empty() && results.back().run.agent.find("random") == std::string::npos)
      fmt::print("See it think: rookery tree --agent {} --depth {} \\\n  --fen '{}'\n\n",
                 results.back().run.agent, results.back().run.depth, results.back().run.fen);
  }

  void keep(int step, bool done) {
    const auto state = play::state_directory();
    if (!state || !is_kept_) return;
    if (const auto kept = play::Lessons(*state).reached(lesson_.id, step, done); !kept) {
      is_kept_ = false;
      fmt::print(stderr, "rookery: lesson: {}\n", kept.error().message);
    }
  }

  const Lesson& lesson_;
  bool is_kept_ = true;
};

}  // namespace

int run_lesson(Arguments arguments) {
  Parser parser("lesson",
                "The course: how a machine plays chess, one idea at a time. Each lesson asks\n"
                "before it shows, searches before your eyes, and ends with an exercise.",
                "  rookery lesson\n"
                "  rookery lesson 5\n"
                "  rookery lesson --worksheet > sheet.md\n"
                "  rookery lesson minimax --worksheet --answers");
  std::string name;
  bool sheet = false, answers = false;
  parser.add_option("lesson", name, "Its number or name; all are listed if absent");
  auto* worksheet =
      parser.add_flag("--worksheet", sheet, "Print a worksheet (Markdown) of it, or of all");
  parser.add_flag("--answers", answers, "With the answers")->needs(worksheet);
  if (const auto status = parser.run(arguments)) return *status;

  const Lesson* lesson = nullptr;
  if (!name.empty()) {
    lesson = course::find_lesson(name);
    if (!lesson)
      return fail(fmt::format("lesson: no lesson '{}'; 'rookery lesson' lists the {}",
                              printable(name), course::lessons().size()),
                  2);
  }
  if (sheet) {
    std::vector<const Lesson*> wanted;
    for (const Lesson& each : course::lessons())
      if (!lesson || &each == lesson) wanted.push_back(&each);
    fmt::print("{}", course::worksheet(wanted, answers));
    return 0;
  }
  return lesson ? LessonSession(*lesson).run() : list();
}

}  // namespace rookery::cli
