// `rookery grade`: a student's own UCI program against exact answers, and which idea is wrong.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

#include "base/printable.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/typed_agent.h"
#include "course/grade.h"

namespace rookery::cli {

namespace {

/// Words broken at 79 columns, four from the left.
std::string indented(const std::string& text) {
  std::string out = "   ";
  std::size_t column = 3;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (column + 1 + word.size() > 79) {
      out += "\n   ";
      column = 3;
    }
    out += " " + word;
    column += 1 + word.size();
  }
  return out;
}

json::Value to_json(const course::Reply& reply) {
  json::Value value = course::to_json(reply.task);
  value["right"] = reply.is_right();
  value["said"] = {{"bestmove", reply.move}, {"nodes", reply.nodes}};
  if (reply.mate != 0)
    value["said"]["mate"] = reply.mate;
  else
    value["said"]["cp"] = reply.value;
  if (reply.failure) value["failure"] = *reply.failure;
  return value;
}

}  // namespace

int run_grade(Arguments arguments) {
  Parser parser("grade",
                "Runs a student's own UCI program, in any language, against positions with exact\n"
                "moves, values and nodes, and says which idea is wrong. docs/grading.md says what\n"
                "the program must do. Status 0: all is right; 1: something is wrong.",
                "  rookery grade cmd=./agent.py\n"
                "  rookery grade cmd=python3,arg=agent.py --json\n"
                "  rookery grade --tasks > tasks.json");
  std::string spec;
  bool tasks = false, as_json = false;
  parser.add_option("program", spec, "The program, cmd=PATH[,arg=TEXT...]");
  parser.add_flag("--tasks", tasks, "Print the positions with what is right, one JSON object each");
  parser.add_flag("--json", as_json, "Print every answer and the verdicts as JSON");
  if (const auto status = parser.run(arguments)) return *status;

  if (tasks) {
    for (const course::Task& task : course::grading_tasks()) print_json(course::to_json(task));
    return 0;
  }
  if (spec.empty()) return fail("name a program: rookery grade cmd=./agent.py", 2);
  if (!spec.starts_with("cmd="))
    return fail(fmt::format("write cmd={} for a program", printable(spec)), 2);
  auto student = make_typed_agent(spec);
  if (!student) return fail(student.error().message, 2);
  if (const auto started = (*student)->start(); !started) return fail(started.error().message);

  const bool shows = isatty(STDERR_FILENO) && !as_json;
  std::size_t done = 0;
  const auto replies = course::ask_all(**student, [&](const course::Reply& reply) {
    ++done;
    if (as_json) print_json(to_json(reply));
    if (shows) fmt::print(stderr, "\r{} searches", done);
  });
  if (shows) fmt::print(stderr, "\r                 \r");
  const auto verdicts = course::judge(replies);
  bool passed = true;
  for (const course::Verdict& verdict : verdicts) {
    passed &= verdict.passed;
    if (as_json) {
      print_json({{"verdict", verdict.idea},
                  {"passed", verdict.passed},
                  {"right", verdict.right},
                  {"asked", verdict.asked},
                  {"text", verdict.text}});
      continue;
    }
    fmt::print("{:<11} {:>2} of {:>2}  {}\n", verdict.idea, verdict.right, verdict.asked,
               verdict.passed ? "right" : "wrong");
    if (!verdict.passed) fmt::print("{}\n", indented(printable(verdict.text)));
  }
  if (!as_json)
    fmt::print("{}\n", passed ? "All right." : "Mend the first that is wrong and grade again.");
  return passed ? 0 : 1;
}

}  // namespace rookery::cli
