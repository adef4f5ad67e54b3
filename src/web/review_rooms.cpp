#include "web/review_rooms.h"

#include <algorithm>
#include <ctime>

#include "analysis/puzzles.h"
#include "json/chess.h"
#include "notation/fen.h"
#include "notation/pgn_tree.h"
#include "notation/san.h"
#include "notation/text.h"
#include "notation/uci_move.h"

namespace rookery::web {

namespace {

using json::Value;

constexpr std::size_t kMaxReviews = 50, kMaxReviewsRunning = 4;

Unexpected<Failure> too_many() {
  return failure("busy", "Too much is asked at once; try again in a moment.");
}

chess::Game game_at(const chess::Position& position) {
  return chess::Game(position, notation::needs_chess960(position));
}

chess::Game game_before(const chess::Game& game, std::size_t plies) {
  chess::Game result(game.start(), game.is_chess960());
  for (std::size_t i = 0; i < plies; ++i) result.play(game.moves()[i]);
  return result;
}

}  // namespace

ReviewRooms::ReviewRooms(const RoomServices& services, const GameRooms& games,
                         AnalysisRooms& analyses, ReviewStyle style)
    : services_(services), games_(games), analyses_(analyses), style_(std::move(style)) {
  add_requests();
}

Answer ReviewRooms::open(const std::string& id) {
  if (rooms_.contains(id)) return Value::object();
  const auto running = std::count_if(rooms_.begin(), rooms_.end(),
                                     [](const auto& room) { return !room.second->is_done(); });
  if (rooms_.size() >= kMaxReviews || running >= static_cast<std::ptrdiff_t>(kMaxReviewsRunning))
    return too_many();
  std::optional<chess::GameTree> tree;
  std::optional<chess::Color> side;
  if (const auto record = games_.record(id)) {
    const std::string text = play::record_to_pgn(*record);
    notation::PgnReader reader(text);
    if (auto game = notation::read_game_tree(reader)) tree = std::move(game->tree);
    // A file that does not say when it was played is not from today.
    if (tree && record->origin && record->date.empty()) tree->set_tag("Date", "");
    const bool white = record->setup.is_human(chess::Color::white),
               black = record->setup.is_human(chess::Color::black);
    if (white != black) side = white ? chess::Color::white : chess::Color::black;
  } else if (auto analysed = analyses_.tree(id)) {
    tree = *std::move(analysed);
  }
  if (!tree) return failure("no_such", "There is no such game.");
  if (tree->game().ply() == 0) return failure("illegal", "There is no move in this game.");
  rooms_.emplace(id, std::make_unique<ReviewRoom>(services_, id, *std::move(tree), side, style_));
  return Value::object();
}

void ReviewRooms::close(const std::string& id) {
  const auto found = rooms_.find(id);
  if (found != rooms_.end() && found->second->is_done() && !found->second->is_watched())
    rooms_.erase(found);
}

Result<ReviewRoom*, Failure> ReviewRooms::find(json::Fields& fields) {
  const std::string id = fields.text("review", 64);
  if (fields.error()) return bad_fields(fields);
  const auto found = rooms_.find(id);
  if (found == rooms_.end()) return failure("no_such", "This review is not open.");
  return found->second.get();
}

void ReviewRooms::add_requests() {
  Hub& hub = services_.hub;
  hub.on("review_export", [this](json::Fields fields) -> Answer {
    const auto room = find(fields);
    if (!room) return Unexpected{room.error()};
    return (*room)->export_text(fields);
  });
  hub.on_later("review_try",
               [this](const std::shared_ptr<Request>& request) { try_move(request); });
  hub.on_later("practice_add",
               [this](const std::shared_ptr<Request>& request) { add_exercises(request); });
  hub.on("practice_next", [this](json::Fields) { return next_exercise(); });
  hub.on_later("practice_try",
               [this](const std::shared_ptr<Request>& request) { try_exercise(request); });
  hub.on("practice_hint", [this](json::Fields fields) { return hint(fields); });
}

/// "Find the better move" on the reviewed game itself.
void ReviewRooms::try_move(const std::shared_ptr<Request>& request) {
  json::Fields fields = request->fields();
  const auto room = find(fields);
  if (!room) return request->answer(Unexpected{room.error()});
  const report::ReviewedGame& reviewed = (*room)->reviewed();
  const auto ply = fields.integer("ply", 1, static_cast<std::int64_t>(reviewed.game.ply()));
  const std::string uci = fields.text("uci", 8);
  if (fields.error()) return request->answer(bad_fields(fields));
  if (!(*room)->is_done())
    return request->answer(failure("busy", "The review is not finished yet."));
  const auto& judged = reviewed.review.moves[static_cast<std::size_t>(ply - 1)];
  const chess::Move best = judged.explanation.best;
  const chess::Game game = game_before(reviewed.game, judged.ply);
  const auto move = notation::parse_uci_move(game.position(), uci);
  if (!move) return request->answer(failure("illegal", move.error().message, "uci"));
  services_.coach.ask(request, [game, best, move = *move](analysis::Analyst& analyst) {
    const analysis::Grade grade = analysis::grade(analyst, game, best, move);
    return
        [right = grade.right, text = grade_text(game.position(), grade, best, move)]() -> Answer {
          return Value{{"right", right}, {"text", text}};
        };
  });
}

// --- practice -----------------------------------------------------------------------------------

Result<play::Practice, Failure> ReviewRooms::practice() const {
  if (!services_.state) return failure("disk", "There is no folder to keep exercises in.");
  return play::Practice(*services_.state);
}

Result<play::Exercise, Failure> ReviewRooms::exercise(json::Fields& fields) const {
  const std::string id = fields.text("exercise", 64);
  if (fields.error()) return bad_fields(fields);
  const auto kept = practice();
  if (!kept) return Unexpected{kept.error()};
  for (play::Exercise& one : kept->all())
    if (one.id == id) return std::move(one);
  return failure("no_such", "There is no such exercise.");
}

void ReviewRooms::add_exercises(const std::shared_ptr<Request>& request) {
  json::Fields fields = request->fields();
  const auto room = find(fields);
  if (!room) return request->answer(Unexpected{room.error()});
  if (!(*room)->is_done())
    return request->answer(failure("busy", "The review is not finished yet."));
  const auto kept = practice();
  if (!kept) return request->answer(Unexpected{kept.error()});
  services_.coach.ask(request, [kept = *kept, reviewed = (*room)->reviewed(),
                                side = (*room)->side()](analysis::Analyst& analyst) {
    const auto puzzles = analysis::find_puzzles(analyst, reviewed.review, reviewed.game, side);
    return [kept, puzzles, title = reviewed.title(),
            chess960 = reviewed.game.is_chess960()]() -> Answer {
      for (const analysis::Puzzle& puzzle : puzzles)
        if (const auto added = kept.add(analysis::to_exercise(puzzle, title, chess960)); !added)
          return failure("disk", added.error().message);
      return Value{{"added", puzzles.size()}};
    };
  });
}

Answer ReviewRooms::next_exercise() const {
  const auto kept = practice();
  if (!kept) return Unexpected{kept.error()};
  const std::int64_t now = std::time(nullptr);
  const auto all = kept->all();
  const auto due = std::count_if(all.begin(), all.end(),
                                 [&](const play::Exercise& one) { return one.due <= now; });
  Value value = {{"due", due}, {"total", all.size()}, {"exercise", nullptr}};
  if (const auto next = kept->next(now)) {
    const auto position = notation::parse_fen(next->fen);  // Practice has checked it
    value["exercise"] = {{"id", next->id},
                         {"prompt", next->prompt},
                         {"game", next->game},
                         {"ply", next->ply},
                         {"right", next->right},
                         {"wrong", next->wrong},
                         {"pos", json::position_to_json(game_at(*position))}};
  }
  return value;
}

void ReviewRooms::try_exercise(const std::shared_ptr<Request>& request) {
  json::Fields fields = request->fields();
  const auto found = exercise(fields);
  if (!found) return request->answer(Unexpected{found.error()});
  const std::string uci = fields.text("uci", 8);
  if (fields.error()) return request->answer(bad_fields(fields));
  const chess::Game game = game_at(*notation::parse_fen(found->fen));
  const chess::Move best = *notation::parse_uci_move(game.position(), found->best);
  const auto move = notation::parse_uci_move(game.position(), uci);
  if (!move) return request->answer(failure("illegal", move.error().message, "uci"));
  services_.coach.ask(request, [this, alive = std::weak_ptr(alive_), game, best, move = *move,
                                id = found->id](analysis::Analyst& analyst) {
    const analysis::Grade grade = analysis::grade(analyst, game, best, move);
    return [this, alive, id, right = grade.right,
            text = grade_text(game.position(), grade, best, move)]() -> Answer {
      if (alive.expired()) return failure("no_such", "The program ends.");
      Value value = {{"right", right}, {"text", text}};
      if (!right) {
        helped_.insert(id);
        return value;
      }
      const bool alone = helped_.erase(id) == 0;
      const std::int64_t now = std::time(nullptr);
      const auto graded = practice()->grade(id, alone, now);
      if (!graded) return failure("disk", graded.error().message);
      value["again"] = analysis::comes_back_text(*graded, now);
      return value;
    };
  });
}

/// Step 1: the piece; 2: its square; 3: the move, which counts as not solved.
Answer ReviewRooms::hint(json::Fields fields) {
  const auto found = exercise(fields);
  const auto step = fields.integer("step", 1, 3);
  if (!found) return Unexpected{found.error()};
  if (fields.error()) return bad_fields(fields);
  const auto position = notation::parse_fen(found->fen);
  const chess::Move best = *notation::parse_uci_move(*position, found->best);
  if (step < 3) {
    helped_.insert(found->id);
    return Value{{"square", notation::square_name(step == 1 ? best.from() : best.to())},
                 {"text", analysis::hint_text(*position, best, static_cast<int>(step))}};
  }
  helped_.erase(found->id);
  const std::int64_t now = std::time(nullptr);
  const auto graded = practice()->grade(found->id, false, now);
  if (!graded) return failure("disk", graded.error().message);
  chess::Position after = *position;
  after.make_move(best);
  return Value{{"uci", found->best},
               {"fen", notation::to_fen(after)},
               {"text", "It was " + notation::to_san(*position, best) + "."},
               {"again", analysis::comes_back_text(*graded, now)}};
}

}  // namespace rookery::web
