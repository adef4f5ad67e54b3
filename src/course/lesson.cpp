#include "course/lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "chess/movegen.h"
#include "course/work.h"
#include "json/value.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "notation/uci_move.h"
#include "notation/words.h"

namespace rookery::course {

namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

/// "1,499,220", "-13", "+3".
Result<std::int64_t, Error> read_number(std::string_view text) {
  std::string digits;
  for (const char c : text)
    if (c != ',' && c != ' ') digits += c;
  if (digits.starts_with('+')) digits.erase(0, 1);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size())
    return Unexpected{Error{fmt::format("'{}' is not a whole number", text)}};
  return number;
}

}  // namespace

std::string_view to_text(AnswerKind kind) {
  constexpr std::string_view kTexts[] = {"choice", "number", "move"};
  return kTexts[static_cast<std::size_t>(kind)];
}

std::span<const Lesson> lessons() {
  static const std::vector<Lesson> all = [] {
    std::vector<Lesson> list(search_lessons().begin(), search_lessons().end());
    list.insert(list.end(), knowledge_lessons().begin(), knowledge_lessons().end());
    return list;
  }();
  return all;
}

const Lesson* find_lesson(std::string_view name) {
  std::size_t n = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), n);
  if (error == std::errc() && end == name.data() + name.size())
    return n >= 1 && n <= lessons().size() ? &lessons()[n - 1] : nullptr;
  const auto found = std::find_if(lessons().begin(), lessons().end(),
                                  [&](const Lesson& lesson) { return lesson.id == name; });
  return found == lessons().end() ? nullptr : &*found;
}

int number_of(const Lesson& lesson) { return static_cast<int>(&lesson - lessons().data()) + 1; }

RunResult perform(const Run& run) {
  const chess::Position position = position_of(run.fen);
  const bool evaluates = agent_of(run.agent)->explain(position).has_value();
  const auto found = think(run.agent, run.depth, position);
  RunResult result{run, "-", "-", "-", 0, found.info.nodes};
  if (found.best) {
    result.san = notation::to_san(position, found.best);
    result.uci = notation::to_uci(found.best);
  }
  if (evaluates) {
    const search::Score& score = found.info.score;
    result.own_units = score.own_units;
    result.value = score.mate > 0 ? fmt::format("mate in {}", score.mate)
                   : score.mate < 0
                       ? fmt::format("mated in {}", -score.mate)
                       : (score.own_units > 0 ? "+" : "") + json::number(score.own_units).dump();
  }
  return result;
}

std::vector<RunResult> perform(const std::vector<Run>& runs) {
  std::vector<RunResult> results;
  for (const Run& run : runs) results.push_back(perform(run));
  return results;
}

Result<bool, Error> is_right(const Question& question, std::string_view given) {
  const std::string_view text = trimmed(given);
  if (text.empty()) return Unexpected{Error{"there is no answer yet"}};
  if (question.kind == AnswerKind::move) {
    const chess::Position position = position_of(question.fen);
    auto move = notation::parse_uci_move(position, text);
    if (!move) move = notation::parse_san(position, text);
    if (!move) return Unexpected{Error{fmt::format("'{}' is not a move here", text)}};
    return notation::to_uci(*move) == question.answer;
  }
  if (question.kind == AnswerKind::choice) {
    for (std::size_t i = 0; i < question.choices.size(); ++i)
      if (lower(text) == lower(question.choices[i]) ||
          lower(text) == std::string(1, static_cast<char>('a' + i)))
        return std::to_string(i + 1) == question.answer;
  }
  const auto number = read_number(text);
  if (!number) return Unexpected{number.error()};
  if (question.kind == AnswerKind::choice &&
      (*number < 1 || *number > static_cast<std::int64_t>(question.choices.size())))
    return Unexpected{Error{fmt::format("type a number from 1 to {}", question.choices.size())}};
  return std::to_string(*number) == question.answer;
}

std::string answer_text(const Question& question) {
  if (question.kind == AnswerKind::choice)
    return question.choices[static_cast<std::size_t>(std::stoi(question.answer)) - 1];
  if (question.kind == AnswerKind::number) return question.answer;
  const chess::Position position = position_of(question.fen);
  return notation::to_san(position, *notation::parse_uci_move(position, question.answer));
}

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string board_text(const chess::Position& position) {
  return notation::board_rows(position, /*flipped=*/false, "  ") +
         fmt::format("     {}\n", notation::file_letters(false));
}

namespace {

std::string on_the_sheet(const Question& question, bool answers) {
  std::string out;
  const chess::Position position = position_of(question.fen);
  out += fmt::format("```\n{}```\n{} to move. `{}`\n\n{}\n\n", board_text(position),
                     position.side_to_move() == chess::Color::white ? "White" : "Black",
                     question.fen, question.text);
  for (std::size_t i = 0; i < question.choices.size(); ++i)
    out += fmt::format("{}. {}\n", i + 1, question.choices[i]);
  if (!question.choices.empty()) out += '\n';
  if (answers)
    out += fmt::format("**Answer: {}.** {}\n\n", answer_text(question), question.reason);
  else
    out += "Answer: ______________________\n\n";
  return out;
}

}  // namespace

std::string worksheet(std::span<const Lesson* const> wanted, bool answers) {
  std::string out = answers ? "# Worksheet, with answers\n\n" : "# Worksheet\n\n";
  for (const Lesson* lesson : wanted) {
    out += fmt::format("## {}. {}\n\n{}\n\n*From: {}.*\n\n", number_of(*lesson), lesson->title,
                       lesson->text, lesson->origin);
    out += "### Before you look\n\n" + on_the_sheet(lesson->question(), answers);
    const auto results = perform(lesson->runs());
    if (!results.empty()) {
      out +=
          "### The searches\n\n| agent | depth | move | value | nodes |\n|---|---|---|---|---|\n";
      for (const RunResult& r : results)
        out += fmt::format("| `{}` | {} | {} | {} | {} |\n", r.run.agent, r.run.depth, r.san,
                           r.value, grouped(r.nodes));
      out += '\n';
    }
    const auto facts = lesson->facts();
    if (!facts.empty()) {
      out += "### The figures\n\n| | |\n|---|---|\n";
      for (const Fact& fact : facts) out += fmt::format("| {} | {} |\n", fact.name, fact.value);
      out += '\n';
    }
    if (answers) out += lesson->gained(results) + "\n\n";
    out += "### Exercise\n\n" + on_the_sheet(lesson->exercise(), answers);
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace rookery::course
