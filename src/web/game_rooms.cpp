#include "web/game_rooms.h"

#include <algorithm>
#include <thread>
#include <vector>

#include "notation/fen.h"
#include "play/json.h"
#include "web/trust.h"

namespace rookery::web {

namespace fs = std::filesystem;

namespace {

using json::Value;
using play::Milliseconds;

constexpr std::size_t kMaxRooms = 100, kMaxCurrent = 20;

}  // namespace

bool is_file_id(std::string_view id) {
  return !id.empty() && id.size() <= 64 && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
  });
}

Result<play::PlayerSpec, Failure> parse_player(const std::string& text, std::string_view field) {
  if (text == "human") return play::PlayerSpec();
  auto named = play::NamedSpec::parse(text);
  if (!named) return failure("bad_message", named.error().message, std::string(field));
  play::PlayerSpec player(*std::move(named));
  const auto& settings = player.named()->settings();
  const bool has_seed = std::any_of(settings.begin(), settings.end(),
                                    [](const auto& setting) { return setting.first == "seed"; });
  if (const play::Level* level = player.level(); level && !has_seed)
    return play::PlayerSpec(play::NamedSpec::of_level(
        level->number, std::stoull(random_hex(4), nullptr, 16) % 100'000));
  return player;
}

Result<StartPosition, Failure> parse_start(json::Fields fields) {
  const auto fen = fields.optional_text("fen", 200);
  const auto number = fields.optional_integer("chess960", 0, 959);
  if (fields.error()) return bad_fields(fields);
  if (number) return StartPosition{chess::Position::chess960(static_cast<int>(*number)), true};
  if (!fen) return StartPosition{};
  const auto position = notation::parse_fen(*fen);
  if (!position) return failure("bad_fen", position.error().message, "fen");
  return StartPosition{*position, notation::needs_chess960(*position)};
}

GameRooms::GameRooms(const RoomServices& services) : services_(services) { add_requests(); }

GameRoom* GameRooms::find(const std::string& id) const {
  const auto found = rooms_.find(id);
  return found == rooms_.end() ? nullptr : found->second.get();
}

void GameRooms::close(const std::string& id) {
  if (const GameRoom* room = find(id); room && !room->is_watched()) rooms_.erase(id);
}

void GameRooms::add_requests() {
  Hub& hub = services_.hub;
  hub.on("new_game", [this](json::Fields fields) { return new_game(fields); });
  hub.on("adopt", [this](json::Fields fields) { return adopt(fields); });
  /// The room that a request names, opened if need be.
  const auto in_room = [this](json::Fields& fields) -> Result<GameRoom*, Failure> {
    const std::string id = fields.text("game", 64);
    if (fields.error()) return bad_fields(fields);
    if (auto opened = open(id); !opened) return Unexpected{opened.error()};
    return find(id);
  };
  const auto on_game = [&](const char* type, auto call) {
    hub.on(type, [in_room, call](json::Fields fields) -> Answer {
      const auto room = in_room(fields);
      if (!room) return Unexpected{room.error()};
      return call(**room, fields);
    });
  };
  on_game("move", [](GameRoom& room, json::Fields& f) { return room.move(f); });
  on_game("takeback", [](GameRoom& room, json::Fields& f) { return room.take_back(f, false); });
  on_game("redo", [](GameRoom& room, json::Fields& f) { return room.take_back(f, true); });
  on_game("draw", [](GameRoom& room, json::Fields& f) { return room.offer_draw(f); });
  on_game("claim_draw", [](GameRoom&, json::Fields&) -> Answer {
    return failure("illegal", "Draws by repetition and by fifty moves are given by themselves.");
  });
  on_game("resign", [](GameRoom& room, json::Fields& f) { return room.resign(f); });
  on_game("move_now", [](GameRoom& room, json::Fields& f) { return room.move_now(f); });
  on_game("pause", [](GameRoom& room, json::Fields& f) { return room.pause(f); });
  on_game("pace", [](GameRoom& room, json::Fields& f) { return room.set_pace(f); });
  hub.on_later("hint", [in_room](const std::shared_ptr<Request>& request) {
    json::Fields fields = request->fields();
    const auto room = in_room(fields);
    if (!room) return request->answer(Unexpected{room.error()});
    (*room)->hint(request);
  });
}

Answer GameRooms::start(play::GameRecord record, bool goes_on, Milliseconds pace) {
  if (rooms_.size() >= kMaxRooms) return failure("busy", "Too many games are open.");
  auto save = std::make_unique<play::Autosave>(services_.state);
  while (save->keeps() && rooms_.contains(save->file().stem().string())) {
    // Files are named by the millisecond.
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    save = std::make_unique<play::Autosave>(services_.state);
  }
  const std::string id = save->keeps() ? save->file().stem().string() : random_hex(8);
  if (record.game.ply() > 0)
    if (const auto saved = save->save(record); !saved)
      return failure("disk", saved.error().message);
  rooms_.emplace(
      id, std::make_unique<GameRoom>(services_, id, std::move(record), GameRoom::Access::playing,
                                     std::move(save), goes_on, pace));
  services_.games_changed();
  return Value{{"game", id}};
}

Answer GameRooms::new_game(json::Fields fields) {
  const std::string white = fields.text("white", 200), black = fields.text("black", 200);
  auto clock = fields.optional_object("clock");
  auto start_fields = fields.optional_object("start");
  const auto pace = fields.optional_integer("pace_ms", 0, 60'000);
  const auto move_time = fields.optional_integer("movetime_ms", 1, 3'600'000);
  play::GameSetup setup;
  if (clock)
    setup.clock = play::TimeControl{Milliseconds(clock->integer("base_ms", 0, 24 * 3'600'000)),
                                    Milliseconds(clock->integer("inc_ms", 0, 3'600'000))};
  if (fields.error()) return bad_fields(fields);
  if (setup.clock && setup.clock->base + setup.clock->increment <= Milliseconds(0))
    return failure("bad_message", "A clock needs some time on it.", "clock");
  if (move_time) setup.move_time = Milliseconds(*move_time);
  for (const auto& [color, text] :
       {std::pair(chess::Color::white, white), std::pair(chess::Color::black, black)}) {
    auto player = parse_player(text, color == chess::Color::white ? "white" : "black");
    if (!player) return Unexpected{player.error()};
    setup.players[index(color)] = *std::move(player);
  }
  if (start_fields) {
    const auto position = parse_start(*start_fields);
    if (!position) return Unexpected{position.error()};
    setup.start = position->position;
    setup.chess960 = position->chess960;
  }
  play::GameRecord record(std::move(setup));
  if (record.game.outcome())
    return failure("bad_fen", "The game has ended in this position.", "fen");
  return start(std::move(record), false, Milliseconds(pace.value_or(0)));
}

Answer GameRooms::adopt(json::Fields fields) {
  const std::string id = fields.text("game", 64);
  const bool copy = fields.flag("copy");
  if (fields.error()) return bad_fields(fields);
  if (!copy) {
    if (auto opened = open(id); !opened) return opened;
    return Value{{"game", id}};
  }
  auto original = record(id);
  if (!original) return Unexpected{original.error()};
  return start(*std::move(original), true, Milliseconds(0));
}

Answer GameRooms::open(const std::string& id) {
  if (rooms_.contains(id)) return Value::object();
  if (!services_.state || !is_file_id(id)) return failure("no_such", "There is no such game.");
  if (rooms_.size() >= kMaxRooms) return failure("busy", "Too many games are open.");
  const fs::path running = *services_.state / "current" / (id + ".pgn");
  const fs::path ended = *services_.state / "archive" / (id + ".pgn");
  std::error_code error;
  auto access = GameRoom::Access::archived;
  auto save = std::make_unique<play::Autosave>(services_.state);
  if (fs::exists(running, error))
    access = save->adopt(running) ? GameRoom::Access::playing : GameRoom::Access::locked;
  if (access != GameRoom::Access::playing) save.reset();
  auto record = play::load_record(access == GameRoom::Access::archived ? ended : running);
  if (!record)
    return fs::exists(ended, error) || fs::exists(running, error)
               ? failure("bad_pgn", record.error().message)
               : failure("no_such", "There is no such game.");
  rooms_.emplace(id, std::make_unique<GameRoom>(services_, id, *std::move(record), access,
                                                std::move(save), true, Milliseconds(0)));
  return Value::object();
}

Result<play::GameRecord, Failure> GameRooms::record(const std::string& id) const {
  if (const GameRoom* room = find(id)) return room->session().record();
  if (!services_.state || !is_file_id(id)) return failure("no_such", "There is no such game.");
  for (const char* folder : {"current", "archive"})
    if (auto record = play::load_record(*services_.state / folder / (id + ".pgn"))) {
      return *std::move(record);
    }
  return failure("no_such", "There is no such game.");
}

Value GameRooms::current() const {
  Value rows = Value::array();
  if (!services_.state) return rows;
  std::vector<std::string> ids;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(*services_.state / "current", error))
    if (entry.path().extension() == ".pgn") ids.push_back(entry.path().stem().string());
  std::sort(ids.rbegin(), ids.rend());
  for (const std::string& id : ids) {
    if (rows.size() >= kMaxCurrent) break;
    const auto game = record(id);
    if (!game || game->game.outcome()) continue;
    const auto title = [&](chess::Color c) { return game->setup.player(c).title(); };
    const GameRoom* room = find(id);
    rows.push_back({{"id", id},
                    {"title", title(chess::Color::white) + " - " + title(chess::Color::black)},
                    {"status", room && !room->session().is_paused() ? "running" : "paused"},
                    {"ply", game->game.ply()},
                    {"white", title(chess::Color::white)},
                    {"black", title(chess::Color::black)}});
  }
  return rows;
}

}  // namespace rookery::web
