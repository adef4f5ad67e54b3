#include "web/learn_rooms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "chess/make_move.h"
#include "course/heat.h"
#include "course/lesson.h"
#include "json/chess.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "play/progress.h"
#include "play/roster.h"
#include "tree/html.h"
#include "tree/tree.h"

namespace rookery::web {

using course::Lesson;
using course::Question;
using json::Value;

namespace {

/// What one visitor of the page may ask for.
constexpr std::uint64_t kMostNodes = 4'000'000;
constexpr std::size_t kMostKept = 2'000'000;  // the picture's; the sums are of all
constexpr search::Milliseconds kLongest{30'000};

Value question_to_json(const Question& question) {
  return {{"fen", question.fen},
          {"text", question.text},
          {"kind", std::string(course::to_text(question.kind))},
          {"choices", question.choices}};
}

Result<const Lesson*, Failure> find(json::Fields& fields) {
  const std::string id = fields.text("lesson", 40);
  if (fields.error()) return Unexpected{bad_fields(fields).error()};
  const Lesson* lesson = course::find_lesson(id);
  if (!lesson) return Unexpected{failure("no_such", "There is no such lesson.", "lesson").error()};
  return lesson;
}

/// Only agents of this program: nobody starts another one from here.
Result<std::unique_ptr<search::Agent>, Failure> agent_of(const std::string& text) {
  const auto spec = play::NamedSpec::parse(text);
  if (!spec) return Unexpected{failure("bad_agent", spec.error().message, "agent").error()};
  if (!play::in_roster(spec->name()))
    return Unexpected{
        failure("bad_agent", "Only agents of Rookery itself show their trees.", "agent").error()};
  auto agent = play::make_agent(*spec);
  if (!agent) return Unexpected{failure("bad_agent", agent.error().message, "agent").error()};
  return std::move(*agent);
}

Result<chess::Position, Failure> position_of(const std::string& fen) {
  const auto position = notation::parse_fen(fen);
  if (!position) return Unexpected{failure("bad_fen", position.error().message, "fen").error()};
  return *position;
}

/// Stops a search that lasts longer than anybody waits.
class Watchdog {
 public:
  explicit Watchdog(search::Control& control)
      : thread_([this, &control] {
          std::unique_lock lock(mutex_);
          if (!done_.wait_for(lock, kLongest, [this] { return over_; })) control.stop();
        }) {}
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    done_.notify_one();
    thread_.join();
  }

 private:
  std::mutex mutex_;
  std::condition_variable done_;
  bool over_ = false;
  std::thread thread_;  // last: it uses the others
};

search::Limits bounded(int depth) {
  search::Limits limits;
  limits.depth = depth;
  limits.nodes = kMostNodes;
  limits.move_time = kLongest;
  return limits;
}

}  // namespace

LearnRooms::LearnRooms(Loop& loop, Hub& hub, std::optional<std::filesystem::path> state)
    : loop_(loop), hub_(hub), state_(std::move(state)) {
  later("lessons", &LearnRooms::lessons);
  later("lesson", &LearnRooms::lesson);
  later("lesson_answer", &LearnRooms::answer);
  later("lesson_reveal", &LearnRooms::reveal);
  later("heat", &LearnRooms::heat);
  later("tree_prove", &LearnRooms::prove);
}

void LearnRooms::later(const char* type, Answer (LearnRooms::*work)(json::Fields) const) {
  hub_.on_later(type, [this, work](std::shared_ptr<Request> request) {
    loop_.work([this, work, request = std::move(request)]() mutable {
      auto done = std::make_shared<Answer>((this->*work)(request->fields()));
      loop_.post([request = std::move(request), done] { request->answer(std::move(*done)); });
    });
  });
}

Answer LearnRooms::lessons(json::Fields) const {
  std::map<std::string, play::LessonProgress> known;
  if (state_) known = play::Lessons(*state_).all();
  Value list = Value::array();
  for (const Lesson& lesson : course::lessons()) {
    const play::LessonProgress progress = known[std::string(lesson.id)];
    list.push_back({{"id", std::string(lesson.id)},
                    {"n", course::number_of(lesson)},
                    {"title", std::string(lesson.title)},
                    {"idea", std::string(lesson.idea)},
                    {"minutes", lesson.minutes},
                    {"step", progress.step},
                    {"done", progress.done}});
  }
  return Value{{"lessons", std::move(list)}};
}

Answer LearnRooms::lesson(json::Fields fields) const {
  const auto lesson = find(fields);
  if (!lesson) return Unexpected{lesson.error()};
  const Lesson& l = **lesson;
  return Value{{"id", std::string(l.id)},
               {"n", course::number_of(l)},
               {"title", std::string(l.title)},
               {"idea", std::string(l.idea)},
               {"origin", std::string(l.origin)},
               {"fen", std::string(l.fen)},
               {"text", std::string(l.text)},
               {"question", question_to_json(l.question())},
               {"exercise", question_to_json(l.exercise())}};
}

Answer LearnRooms::answer(json::Fields fields) const {
  const auto lesson = find(fields);
  if (!lesson) return Unexpected{lesson.error()};
  const std::string part = fields.text("part", 20);
  const std::string given = fields.optional_text("answer", 100).value_or("");
  const bool shown = fields.flag("show");
  if (part != "question" && part != "exercise") fields.refuse("part", "question or exercise");
  if (fields.error()) return bad_fields(fields);
  const bool is_exercise = part == "exercise";
  const Question question = is_exercise ? (*lesson)->exercise() : (*lesson)->question();
  bool right = false;
  if (!shown) {
    const auto checked = course::is_right(question, given);
    if (!checked) return failure("bad_answer", checked.error().message, "answer");
    right = *checked;
  }
  if (!is_exercise || right) reached((*lesson)->id, is_exercise ? 4 : 2, is_exercise);
  // An exercise may be tried again: only a hint, unless it is given up.
  if (is_exercise && !right && !shown) return Value{{"right", false}, {"text", question.hint}};
  return Value{
      {"right", right}, {"answer", course::answer_text(question)}, {"text", question.reason}};
}

Answer LearnRooms::reveal(json::Fields fields) const {
  const auto lesson = find(fields);
  if (!lesson) return Unexpected{lesson.error()};
  const auto results = course::perform((*lesson)->runs());
  Value runs = Value::array(), facts = Value::array();
  for (const course::RunResult& r : results)
    runs.push_back({{"agent", r.run.agent},
                    {"depth", r.run.depth},
                    {"fen", r.run.fen},
                    {"san", r.san},
                    {"uci", r.uci},
                    {"value", r.value},
                    {"nodes", r.nodes}});
  for (const course::Fact& fact : (*lesson)->facts())
    facts.push_back({{"name", fact.name}, {"value", fact.value}});
  reached((*lesson)->id, 3, false);
  return Value{{"runs", std::move(runs)},
               {"facts", std::move(facts)},
               {"gained", (*lesson)->gained(results)}};
}

void LearnRooms::reached(std::string_view lesson, int step, bool done) const {
  // A lesson is worth showing even where nothing can be kept.
  if (!state_) return;
  [[maybe_unused]] const auto kept = play::Lessons(*state_).reached(lesson, step, done);
}

Answer LearnRooms::heat(json::Fields fields) const {
  const std::string name = fields.text("agent", 200);
  if (fields.error()) return bad_fields(fields);
  auto agent = agent_of(name);
  if (!agent) return Unexpected{agent.error()};
  const auto maps = course::heat_maps(**agent);
  if (!maps) return failure("agent_failed", "This agent does not evaluate.", "agent");
  Value list = Value::array();
  for (const course::HeatMap& map : maps->maps)
    list.push_back({{"piece", std::string(1, map.piece)}, {"squares", map.squares}});
  return Value{{"unit", maps->unit}, {"maps", std::move(list)}};
}

Answer LearnRooms::prove(json::Fields fields) const {
  const std::string name = fields.text("agent", 200), fen = fields.text("fen", 200);
  const int depth = static_cast<int>(fields.integer("depth", 1, 6));
  const auto line = fields.texts("line", 60, 5);
  const double value = fields.number("value", -1e10, 1e10),
               alpha = fields.number("alpha", -1e10, 1e10),
               beta = fields.number("beta", -1e10, 1e10);
  if (alpha > beta) fields.refuse("alpha", "is above beta");
  if (fields.error()) return bad_fields(fields);
  auto agent = agent_of(name);
  if (!agent) return Unexpected{agent.error()};
  auto position = position_of(fen);
  if (!position) return Unexpected{position.error()};
  for (const std::string& text : line) {
    const auto move = notation::parse_uci_move(*position, text);
    if (!move) return failure("bad_move", text + " is not a move there.", "line");
    position->make_move(*move);
  }
  auto full = play::make_agent(*play::NamedSpec::parse("minimax:repeat=0"));
  const auto ours = (*agent)->explain(*position), theirs = (*full)->explain(*position);
  if (!ours || ours->total != theirs->total || ours->unit != theirs->unit)
    return failure("agent_failed",
                   fmt::format("{} evaluates otherwise than minimax, which proves.", name),
                   "agent");
  search::Control control;
  search::NullSink sink;
  const auto found = (*full)->think(chess::Game(*position), bounded(depth), control, sink);
  const double whole =
      line.size() % 2 == 0 ? found.info.score.own_units : -found.info.score.own_units;
  const bool holds = std::clamp(whole, alpha, beta) == std::clamp(value, alpha, beta);
  return Value{{"holds", holds}, {"value", json::number(whole)}, {"nodes", found.info.nodes}};
}

Result<std::string, Failure> LearnRooms::record(json::Fields fields) const {
  const std::string name = fields.text("agent", 200), fen = fields.text("fen", 200);
  const int depth = static_cast<int>(fields.integer("depth", 1, 60));
  if (fields.error()) return bad_fields(fields);
  auto agent = agent_of(name);
  if (!agent) return Unexpected{agent.error()};
  const auto position = position_of(fen);
  if (!position) return Unexpected{position.error()};
  search::TraceFilter filter;
  filter.max_nodes = kMostKept;
  search::SearchTrace trace(filter);
  if (!(*agent)->record(&trace))
    return failure("agent_failed", name + " has no tree to record.", "agent");
  search::Control control;
  search::NullSink sink;
  // Stopped from outside: with a limit of time or nodes the published agents search otherwise.
  search::Limits limits;
  limits.depth = depth;
  Watchdog watchdog(control);
  const auto result = (*agent)->think(chess::Game(*position), limits, control, sink);
  if (result.failure) return failure("agent_failed", *result.failure, "agent");
  if (control.should_stop())
    return failure(
        "too_large",
        fmt::format("The search takes more than 30 seconds: depth {} was not recorded.", depth),
        "depth");
  const tree::Tree tree(trace, *position);
  if (tree.last_root() == search::kNoNode)
    return failure("agent_failed", "The search visited no node.", "agent");
  const tree::PageData data = tree::page_data(tree, name, depth);
  Value wrong = Value::object();
  for (const auto& [guess, share] : data.wrong) wrong[guess] = share;
  const Value head = {{"agent", data.agent},      {"depth", data.depth},
                      {"unit", data.unit},        {"fen", data.fen},
                      {"nodes", data.nodes},      {"cuts", data.cuts},
                      {"grounds", data.grounds},  {"kinds", data.kinds},
                      {"skips", data.skips},      {"iterations", data.iterations},
                      {"wrong", std::move(wrong)}};
  return json::to_text(head) + '\n' + data.trace;
}

void LearnRooms::tree(std::string body, PostReply reply) {
  loop_.work([this, body = std::move(body), reply = std::move(reply)] {
    const auto value = json::parse_untrusted(body, {.bytes = 4096});
    const auto told = value && value->is_object()
                          ? record(json::Fields(*value, "tree"))
                          : failure("bad_message", "This is no JSON object.");
    const int status = told ? 200 : 400;
    auto sent = std::make_shared<PostBody>(
        told ? PostBody(*told, "application/octet-stream")
             : PostBody(json::to_text(reply_to_json(Unexpected{told.error()}))));
    loop_.post([reply, status, sent] { reply(status, std::move(*sent)); });
  });
}

}  // namespace rookery::web
