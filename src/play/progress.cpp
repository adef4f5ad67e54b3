#include "play/progress.h"

#include <algorithm>
#include <iterator>

#include "json/door.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "play/state_file.h"

namespace rookery::play {
namespace {

constexpr std::int64_t kMinute = 60, kDay = 24 * 60 * kMinute;
constexpr std::int64_t kEndOfTime = std::int64_t{1} << 40;
constexpr int kIntervals[] = {1, 3, 7, 16, 35, 90};  // days
constexpr int kMostSteps = 10'000;

json::Value to_json(const Exercise& e) {
  return {{"fen", e.fen}, {"best", e.best},   {"prompt", e.prompt}, {"game", e.game},
          {"ply", e.ply}, {"right", e.right}, {"wrong", e.wrong},   {"due", e.due}};
}

Result<Exercise, Error> exercise_from_json(const std::string& id, const json::Value& value) {
  json::Fields fields(value, "practice." + id);
  Exercise e;
  e.id = id;
  e.fen = fields.text("fen");
  e.best = fields.text("best");
  e.prompt = fields.optional_text("prompt").value_or("");
  e.game = fields.optional_text("game").value_or("");
  e.ply = static_cast<int>(fields.optional_integer("ply", 0, 100'000).value_or(0));
  e.right = static_cast<int>(fields.optional_integer("right", 0, 1'000'000).value_or(0));
  e.wrong = static_cast<int>(fields.optional_integer("wrong", 0, 1'000'000).value_or(0));
  e.due = fields.optional_integer("due", 0, kEndOfTime).value_or(0);
  const auto position = notation::parse_fen(e.fen);
  if (!position)
    fields.refuse("fen", position.error().message);
  else if (const auto move = notation::parse_uci_move(*position, e.best); !move)
    fields.refuse("best", move.error().message);
  return fields.result(std::move(e));
}

LessonProgress lesson_from_json(const json::Value& value) {
  json::Fields fields(value, "lesson");
  LessonProgress p;
  p.step = static_cast<int>(fields.optional_integer("step", 0, kMostSteps).value_or(0));
  p.done = fields.flag("done");
  return fields.error() ? LessonProgress{} : p;
}

}  // namespace

std::map<std::string, LessonProgress> Lessons::all() const {
  std::map<std::string, LessonProgress> out;
  if (const auto value = StateFile(file_).read())
    for (const auto& [id, told] : value->items()) out[id] = lesson_from_json(told);
  return out;
}

Result<Ok, Error> Lessons::reached(std::string_view lesson, int step, bool done) const {
  return StateFile(file_).update([&](json::Value& value) -> Result<Ok, Error> {
    json::Value& entry = value[std::string(lesson)];
    const LessonProgress before = lesson_from_json(entry);
    entry = {{"step", std::clamp(step, before.step, std::max(before.step, kMostSteps))},
             {"done", before.done || done}};
    return Ok{};
  });
}

std::vector<Exercise> Practice::all() const {
  std::vector<Exercise> out;
  if (const auto value = StateFile(file_).read())
    for (const auto& [id, told] : value->items())
      if (auto exercise = exercise_from_json(id, told)) out.push_back(*std::move(exercise));
  return out;
}

std::optional<Exercise> Practice::next(std::int64_t now) const {
  std::optional<Exercise> oldest;
  for (Exercise& exercise : all())
    if (exercise.due <= now && (!oldest || exercise.due < oldest->due))
      oldest = std::move(exercise);
  return oldest;
}

Result<Ok, Error> Practice::add(Exercise exercise) const {
  // What would not be read again is not written.
  if (auto sound = exercise_from_json(exercise.id, to_json(exercise)); !sound)
    return Unexpected{sound.error()};
  return StateFile(file_).update([&](json::Value& value) -> Result<Ok, Error> {
    if (!value.contains(exercise.id)) value[exercise.id] = to_json(exercise);
    return Ok{};
  });
}

Result<Exercise, Error> Practice::grade(std::string_view id, bool solved, std::int64_t now) const {
  Exercise graded;
  const auto done = StateFile(file_).update([&](json::Value& value) -> Result<Ok, Error> {
    const auto found = value.find(id);
    if (found == value.end()) return Unexpected{Error{"no exercise " + std::string(id)}};
    auto exercise = exercise_from_json(std::string(id), *found);
    if (!exercise) return Unexpected{exercise.error()};
    graded = *exercise;
    const auto longest = static_cast<int>(std::size(kIntervals)) - 1;
    graded.due = now + (solved ? kIntervals[std::min(graded.right, longest)] * kDay : 10 * kMinute);
    graded.right = solved ? graded.right + 1 : 0;
    graded.wrong += !solved;
    *found = to_json(graded);
    return Ok{};
  });
  if (!done) return Unexpected{done.error()};
  return graded;
}

}  // namespace rookery::play
