#include "web/game_room.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "analysis/explain.h"
#include "base/rng.h"
#include "json/chess.h"
#include "json/search.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "notation/text.h"
#include "notation/uci_move.h"
#include "notation/words.h"
#include "play/json.h"
#include "play/opening_names.h"
#include "play/words.h"

namespace rookery::web {

namespace {

using namespace std::chrono_literals;
using chess::Color;
using json::Value;
using play::Milliseconds;

constexpr auto kLookEvery = 500ms;
/// A reload takes less; a terminal that wants to go on waits no longer.
constexpr auto kGrace = 3s, kGraceWithClock = 10s;

/// Of the coach's effort, for each question about a hint.
constexpr double kHintShare = 0.2;

play::TimePoint steady_now() { return std::chrono::steady_clock::now(); }

std::uint64_t seed_of(const play::PlayerSpec& player) {
  std::uint64_t seed = 0;
  if (const auto* named = player.named())
    for (const auto& [key, value] : named->settings())
      if (key == "seed") std::from_chars(value.data(), value.data() + value.size(), seed);
  return seed;
}

}  // namespace

GameRoom::GameRoom(const RoomServices& services, std::string id, play::GameRecord record,
                   Access access, std::unique_ptr<play::Autosave> save, bool goes_on,
                   Milliseconds pace)
    : services_(services),
      id_(std::move(id)),
      access_(access),
      save_(std::move(save)),
      pace_(pace),
      alarm_(services.loop.make_timer()),
      farewell_(services.loop.make_timer()) {
  session_ = std::make_unique<play::Session>(std::move(record), services_.agents,
                                             [this, alive = std::weak_ptr(alive_)] {
                                               services_.loop.post([this, alive] {
                                                 if (!alive.expired()) wake();
                                               });
                                             });
  channel_.emplace(
      services_.hub, "game/" + id_, [this] { return state(); },
      [this](bool by_somebody) { watched(by_somebody); });
  begin(goes_on);
  watched(false);  // nobody yet: who does not come soon is not waited for
}

GameRoom::~GameRoom() = default;

void GameRoom::begin(bool goes_on) {
  shown_ply_ = session_->game().ply();
  shown_end_ = session_->outcome().has_value();
  if (access_ != Access::playing || shown_end_) return;
  const auto now = steady_now();
  if (goes_on && session_->setup().clock) {
    session_->set_paused(true, now);
  } else {
    session_->begin(now);
    set_due(now);
  }
  set_alarm();
}

// --- time ---------------------------------------------------------------------------------------

Milliseconds GameRoom::human_pause() const {
  const auto human = session_->only_human();
  if (!human || !services_.has_human_pause()) return 0ms;
  const play::PlayerSpec& player = session_->setup().player(~*human);
  const play::Level* level = player.level();
  if (!level || level->number == static_cast<int>(play::levels().size())) return 0ms;
  constexpr std::uint32_t kShortest = 400, kLongest = 1200;
  Rng rng(seed_of(player) * 1000 + session_->game().ply());
  Milliseconds pause(kShortest + rng.below(kLongest - kShortest + 1));
  if (session_->setup().clock) pause = std::min(pause, session_->left(~*human, steady_now()) / 50);
  return pause;
}

void GameRoom::set_due(TimePoint now) {
  due_ = now;
  if (session_->outcome() || session_->is_human_turn()) return;
  due_ += session_->has_human() ? human_pause() : pace_;
}

void GameRoom::set_alarm() {
  alarm_->cancel();
  if (access_ == Access::locked) {
    if (channel_->is_watched()) alarm_->after(kLookEvery, [this] { look_at_file(); });
    return;
  }
  if (session_->outcome() || session_->is_paused()) return;
  const auto now = steady_now();
  std::optional<Milliseconds> wait;
  if (session_->setup().clock)
    wait = session_->left(session_->position().side_to_move(), now) + 1ms;
  if (!session_->is_human_turn() && due_ > now) {
    const auto until_due = std::chrono::ceil<Milliseconds>(due_ - now);
    wait = wait ? std::min(*wait, until_due) : until_due;
  }
  if (wait) alarm_->after(*wait, [this] { wake(); });
}

void GameRoom::wake() {
  if (session_->is_thinking()) publish_thinking();
  if (!session_->is_human_turn() && steady_now() < due_) return set_alarm();
  take_in();
}

void GameRoom::take_in() {
  session_->poll(steady_now());
  settle();
}

void GameRoom::settle() {
  const auto now = steady_now();
  answer_hints();
  const std::size_t ply = session_->game().ply();
  const bool ended = session_->outcome().has_value();
  if (ply == shown_ply_ && ended == shown_end_) return set_alarm();
  ++revision_;
  if (save_) {
    const auto saved = save_->save(session_->record());
    if (!saved && !std::exchange(told_disk_, true))
      services_.hub.broadcast(
          {{"t", "notice"}, {"level", "error"}, {"text", saved.error().message}});
    if (saved) told_disk_ = false;
  }
  if (ply != shown_ply_) set_due(now);
  if (ply < shown_ply_ || (shown_end_ && !ended)) {
    channel_->publish_state();
  } else {
    for (std::size_t i = shown_ply_ + 1; i <= ply; ++i) {
      Value event = move_to_json(i);
      event["t"] = "moved";
      event["ply"] = i;
      add_common(event);
      if (const auto& info = session_->record().plies[i - 1].info)
        event["info"] = json::to_json(*info, session_->game().position_after(i - 1),
                                      session_->game().is_chess960());
      channel_->publish(std::move(event));
    }
    if (ended && !shown_end_) {
      Value event = {{"t", "ended"}, {"outcome", json::to_json(*session_->outcome())}};
      add_common(event);
      if (!session_->failure().empty()) event["failure"] = session_->failure();
      channel_->publish(std::move(event));
    }
  }
  shown_ply_ = ply;
  shown_end_ = ended;
  services_.games_changed();
  set_alarm();
}

// --- watching -----------------------------------------------------------------------------------

void GameRoom::watched(bool by_somebody) {
  farewell_->cancel();
  if (by_somebody) {
    if (access_ == Access::locked) look_at_file();
    return;
  }
  if (access_ == Access::locked) alarm_->cancel();
  const bool clock_runs = session_->setup().clock && !session_->is_paused() && !session_->outcome();
  farewell_->after(clock_runs ? Milliseconds(kGraceWithClock) : Milliseconds(kGrace),
                   [this] { services_.leave(channel_->name()); });
}

void GameRoom::look_at_file() {
  // A new start from the file: it may have ended, or be free.
  std::error_code error;
  const auto file = *services_.state / "current" / (id_ + ".pgn");
  const auto written = std::filesystem::last_write_time(file, error);
  auto save = std::make_unique<play::Autosave>(services_.state);
  const bool is_free = !error && save->adopt(file);
  if (!error && !is_free && written == seen_) return set_alarm();
  seen_ = written;
  auto record = play::load_record(error ? *services_.state / "archive" / (id_ + ".pgn") : file);
  if (!record) return set_alarm();
  access_ = error ? Access::archived : is_free ? Access::playing : Access::locked;
  if (is_free) save_ = std::move(save);
  session_ = std::make_unique<play::Session>(*std::move(record), services_.agents,
                                             [this, alive = std::weak_ptr(alive_)] {
                                               services_.loop.post([this, alive] {
                                                 if (!alive.expired()) wake();
                                               });
                                             });
  begin(true);
  ++revision_;
  channel_->publish_state();
  set_alarm();
}

// --- requests -----------------------------------------------------------------------------------

std::optional<Failure> GameRoom::refuse(json::Fields& fields) const {
  const auto ply = fields.optional_integer("ply", 0, 100'000);
  if (fields.error()) return Failure{"bad_message", fields.error()->message};
  if (access_ == Access::locked) return Failure{"locked", "This game is open in a terminal."};
  if (access_ == Access::archived) return Failure{"read_only", "This game has ended."};
  if (ply && static_cast<std::size_t>(*ply) != session_->game().ply())
    return Failure{"stale_ply", "The game has gone on."};
  return std::nullopt;
}

Answer GameRoom::move(json::Fields fields) {
  const std::string text = fields.text("uci", 8);
  if (const auto no = refuse(fields)) return Unexpected{*no};
  if (session_->outcome()) return failure("illegal", "The game has ended.");
  if (!session_->is_human_turn()) return failure("not_your_turn", "It is not your turn.");
  const auto move = notation::parse_uci_move(session_->position(), text);
  if (!move) return failure("illegal", "That is not a legal move.", "uci");
  const auto now = steady_now();
  session_->set_paused(false, now);
  session_->poll(now);  // the flag may have fallen
  if (!session_->outcome()) session_->play(*move, now);
  settle();
  return Value::object();
}

Answer GameRoom::take_back(json::Fields fields, bool forward) {
  if (const auto no = refuse(fields)) return Unexpected{*no};
  const auto now = steady_now();
  const bool had_ended = session_->outcome().has_value();
  if (!(forward ? session_->redo(now) : session_->undo(now)))
    return failure("illegal", forward ? "Nothing to play again." : "Nothing to take back.");
  if (had_ended && services_.state) {
    std::error_code ignored;
    std::filesystem::remove(*services_.state / "archive" / (id_ + ".pgn"), ignored);
  }
  if (forward) shown_ply_ = session_->game().ply() + 1;  // one whole state, not move by move
  settle();
  return Value::object();
}

Answer GameRoom::offer_draw(json::Fields fields) {
  if (const auto no = refuse(fields)) return Unexpected{*no};
  if (session_->outcome() || !session_->has_human())
    return failure("illegal", "There is nobody to offer a draw to.");
  const bool accepted = !session_->only_human() || session_->agent_accepts_draw();
  const char* text = accepted ? "The draw is agreed." : "Your opponent declines the draw.";
  if (accepted) session_->agree_draw(steady_now());
  channel_->publish({{"t", "draw_answer"}, {"accepted", accepted}, {"text", text}});
  settle();
  return Value{{"accepted", accepted}, {"text", text}};
}

Answer GameRoom::resign(json::Fields fields) {
  if (const auto no = refuse(fields)) return Unexpected{*no};
  if (session_->outcome() || !session_->has_human())
    return failure("illegal", "There is nothing to resign.");
  session_->resign(session_->only_human().value_or(session_->position().side_to_move()),
                   steady_now());
  settle();
  return Value::object();
}

Answer GameRoom::move_now(json::Fields fields) {
  if (const auto no = refuse(fields)) return Unexpected{*no};
  due_ = steady_now();
  session_->move_now();
  take_in();
  return Value::object();
}

Answer GameRoom::pause(json::Fields fields) {
  const bool on = fields.flag("on");
  if (const auto no = refuse(fields)) return Unexpected{*no};
  const auto now = steady_now();
  session_->set_paused(on, now);
  set_due(now);
  ++revision_;
  channel_->publish_state();
  set_alarm();
  return Value::object();
}

Answer GameRoom::set_pace(json::Fields fields) {
  const auto pace = fields.integer("pace_ms", 0, 60'000);
  if (fields.error()) return bad_fields(fields);
  pace_ = Milliseconds(pace);
  ++revision_;
  channel_->publish_state();
  return Value::object();
}

void GameRoom::hint(const std::shared_ptr<Request>& request) {
  json::Fields fields = request->fields();
  const auto step = fields.integer("step", 1, 2);
  if (const auto no = refuse(fields)) return request->answer(Unexpected{*no});
  if (!session_->is_human_turn())
    return request->answer(failure("not_your_turn", "It is not your turn."));
  if (!std::exchange(with_hints_, true)) channel_->publish_state();
  if (session_->hint()) return answer_hint(request, static_cast<int>(step));
  if (hint_requests_.size() >= 16) return request->answer(failure("busy", "One at a time."));
  hint_requests_.emplace_back(request, static_cast<int>(step));
  if (!session_->is_hint_coming()) session_->request_hint();
}

void GameRoom::answer_hints() {
  if (hint_requests_.empty() || session_->is_hint_coming()) return;
  const auto waiting = std::exchange(hint_requests_, {});
  for (const auto& [request, step] : waiting)
    if (session_->hint())
      answer_hint(request, step);
    else
      request->answer(failure("stale_ply", "The game has gone on."));
}

void GameRoom::answer_hint(const std::shared_ptr<Request>& request, int step) {
  const search::SearchInfo& info = *session_->hint();
  if (info.pv.empty()) return request->answer(failure("agent_failed", "There is no hint."));
  const chess::Position& position = session_->position();
  const chess::Move move = info.pv[0];
  Value value = {{"step", step}, {"square", notation::square_name(move.from())}};
  if (step == 1) {
    value["text"] = fmt::format("Look at the {} on {}.",
                                notation::piece_name(type_of(position.moving_piece(move))),
                                notation::square_name(move.from()));
    return request->answer(std::move(value));
  }
  value["uci"] = notation::to_uci(move, session_->game().is_chess960());
  value["san"] = notation::to_san(position, move);
  services_.coach.ask(
      request, [value, game = session_->game(), info, move](analysis::Analyst& analyst) mutable {
        analyst.set_effort(analyst.effort().part(kHintShare));
        const auto why = analysis::explain(analyst, game, move, measure(analyst, game, move));
        const std::string spoken = notation::spoken_move(game.position(), move);
        const bool proven = !why.text.empty() && !is_bad(why.judgement);
        value["text"] =
            proven ? fmt::format("Hint: {}. {}", spoken, why.text)
                   : fmt::format("Hint: {}, {}.", spoken, play::reason_text(game.position(), info));
        value["proof"] = json::san_line(game.position(), proven ? why.proof : info.pv);
        return [value]() -> Answer { return value; };
      });
}

// --- as JSON ------------------------------------------------------------------------------------

Value GameRoom::player_to_json(Color c) const { return play::to_json(session_->setup().player(c)); }

Value GameRoom::move_to_json(std::size_t ply) const {
  const chess::Game& game = session_->game();
  const chess::Position& before = game.position_after(ply - 1);
  const chess::Position& after = game.position_after(ply);
  const chess::Move move = game.moves()[ply - 1];
  Value value = {{"uci", notation::to_uci(move, game.is_chess960())},
                 {"san", notation::to_san(before, move)},
                 {"spoken", fmt::format("{}: {}.", notation::color_name(before.side_to_move()),
                                        notation::spoken_move(before, move))},
                 {"fen", notation::to_fen(after)}};
  if (after.in_check())
    value["check"] = notation::square_name(after.king_square(after.side_to_move()));
  if (session_->setup().clock)
    value["clock_ms"] =
        session_->record().plies[ply - 1].left[index(before.side_to_move())].count();
  return value;
}

Value GameRoom::position_to_json() const {
  const bool waits = session_->only_human() && !session_->outcome() && !session_->is_human_turn();
  Value value = json::position_to_json(session_->game(), waits);
  if (const auto opening = play::opening_name(session_->game()); !opening.empty())
    value["opening"] = {{"name", opening}};
  return value;
}

Value GameRoom::clock_to_json() const {
  if (!session_->setup().clock) return nullptr;
  const auto now = steady_now();
  const bool runs = access_ == Access::playing && !session_->outcome() && !session_->is_paused();
  return {{"white_ms", session_->left(Color::white, now).count()},
          {"black_ms", session_->left(Color::black, now).count()},
          {"running", runs ? Value(json::to_json(session_->position().side_to_move())) : Value()},
          {"at", now_ms()}};
}

Value GameRoom::can_to_json() const {
  const bool plays = access_ == Access::playing;
  return {{"undo", plays && session_->game().ply() > 0},
          {"redo", plays && session_->can_redo() && !session_->outcome()},
          {"draw", plays && !session_->outcome() && session_->has_human()},
          {"claim", false}};
}

const char* GameRoom::status() const {
  return session_->outcome() ? "ended" : session_->is_paused() ? "paused" : "running";
}

void GameRoom::add_common(Value& event) const {
  event["pos"] = position_to_json();
  event["clock"] = clock_to_json();
  event["can"] = can_to_json();
  event["status"] = status();
  event["rev"] = revision_;
}

Value GameRoom::state() const {
  const chess::Game& game = session_->game();
  Value moves = Value::array();
  for (std::size_t i = 1; i <= game.ply(); ++i) moves.push_back(move_to_json(i));
  Value value = {{"t", "game"},
                 {"id", id_},
                 {"white", player_to_json(Color::white)},
                 {"black", player_to_json(Color::black)},
                 {"start_fen", notation::to_fen(game.start())},
                 {"chess960", game.is_chess960()},
                 {"moves", std::move(moves)},
                 {"hints", with_hints_},
                 {"pace_ms", pace_.count()}};
  add_common(value);
  if (session_->setup().clock) value["time"] = play::to_json(*session_->setup().clock);
  if (const auto outcome = session_->outcome()) value["outcome"] = json::to_json(*outcome);
  if (!session_->failure().empty()) value["failure"] = session_->failure();
  if (access_ == Access::locked) value["lock"] = "This game is open in a terminal.";
  return value;
}

void GameRoom::publish_thinking() {
  const auto info = session_->thinking();
  if (!info || !channel_->is_watched()) return;
  channel_->publish_passing(
      {{"t", "thinking"},
       {"side", json::to_json(session_->position().side_to_move())},
       {"info", json::to_json(*info, session_->position(), session_->game().is_chess960())}});
}

}  // namespace rookery::web
