#include "web/analysis_rooms.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <utility>

#include "base/read_file.h"
#include "json/search.h"
#include "notation/fen.h"
#include "notation/pgn_tree.h"
#include "notation/tree_path.h"
#include "play/roster.h"
#include "web/trust.h"

namespace rookery::web {

namespace {

using chess::GameTree;
using json::Value;

constexpr std::size_t kMaxAnalyses = 100, kMaxFiles = 4, kMaxBroken = 100;
constexpr std::size_t kMaxPgn = 32 << 20;

std::string new_id() {
  return fmt::format("{:%Y%m%d-%H%M%S}-{}", fmt::localtime(std::time(nullptr)), random_hex(3));
}

/// What a list shows of a game, without keeping the game.
class RowReader final : public notation::PgnVisitor {
 public:
  void tag(std::string_view name, std::string_view value) override {
    for (const auto& [tag_name, field] :
         {std::pair("White", &entry.white), std::pair("Black", &entry.black),
          std::pair("Date", &entry.date), std::pair("Event", &entry.event),
          std::pair("Opening", &entry.opening)})
      if (name == tag_name) *field = value.substr(0, 200);
  }
  bool begin_moves(const chess::Position& start, bool) override {
    last_ = start;
    return true;
  }
  void begin_variation() override { ++depth_; }
  void end_variation() override { --depth_; }
  void move(const chess::Position&, chess::Move, const chess::Position& after) override {
    if (depth_ > 0) return;
    ++plies_;
    last_ = after;
  }
  void error(const notation::PgnError& error) override { entry.broken = error.text(); }
  void end_game(std::string_view result) override {
    entry.result = result;
    entry.moves = (plies_ + 1) / 2;
    entry.fen = notation::to_fen(last_);
  }

  play::LibraryEntry entry;

 private:
  int depth_ = 0;
  std::size_t plies_ = 0;
  chess::Position last_ = chess::Position::initial();
};

}  // namespace

AnalysisRooms::AnalysisRooms(const RoomServices& services, const GameRooms& games,
                             MatchRooms& matches)
    : services_(services), games_(games), matches_(matches) {
  add_requests();
}

void AnalysisRooms::close(const std::string& id) {
  const auto found = rooms_.find(id);
  if (found != rooms_.end() && !found->second->is_watched()) rooms_.erase(found);
}

Answer AnalysisRooms::open(const std::string& id) {
  if (rooms_.contains(id)) return Value::object();
  if (!services_.state || !is_file_id(id)) return failure("no_such", "There is no such analysis.");
  if (rooms_.size() >= kMaxAnalyses) return failure("busy", "Too many analyses are open.");
  const auto text = read_file(
      *services_.state / play::shelf_name(play::Shelf::opened) / (id + ".pgn"), FileKind::game);
  if (!text) return failure("no_such", "There is no such analysis.");
  auto loaded = AnalysisRoom::load(*text);
  if (!loaded) return failure("bad_pgn", loaded.error().message);
  rooms_.emplace(id, std::make_unique<AnalysisRoom>(services_, id, std::move(loaded->first),
                                                    loaded->second, false));
  return Value::object();
}

Result<GameTree, Failure> AnalysisRooms::tree(const std::string& id) {
  if (auto opened = open(id); !opened) return Unexpected{opened.error()};
  return rooms_.at(id)->tree();
}

Answer AnalysisRooms::add(GameTree tree, const std::string& path, bool edited) {
  if (rooms_.size() >= kMaxAnalyses) return failure("busy", "Too many analyses are open.");
  if (tree.size() > AnalysisRoom::kMaxNodes)
    return failure("too_large", "The game has too many moves.");
  const std::string id = new_id();
  rooms_.emplace(id, std::make_unique<AnalysisRoom>(services_, id, std::move(tree), path, edited));
  if (edited) services_.games_changed();
  return Value{{"analysis", id}};
}

void AnalysisRooms::add_requests() {
  Hub& hub = services_.hub;
  const auto in_room = [this](json::Fields& fields) -> Result<AnalysisRoom*, Failure> {
    const std::string id = fields.text("analysis", 64);
    if (fields.error()) return bad_fields(fields);
    if (auto opened = open(id); !opened) return Unexpected{opened.error()};
    return rooms_.at(id).get();
  };
  const auto on_room = [&](const char* type, auto call) {
    hub.on(type, [in_room, call](json::Fields fields) -> Answer {
      const auto room = in_room(fields);
      if (!room) return Unexpected{room.error()};
      return call(**room, fields);
    });
  };
  hub.on("open_analysis", [this](json::Fields fields) { return open_game(fields); });
  hub.on("import_open", [this](json::Fields fields) { return open_from_file(fields); });
  hub.on("terms", [this](json::Fields fields) { return terms(fields); });
  on_room("node", [](AnalysisRoom& room, json::Fields& f) { return room.go_to(f); });
  on_room("tree_edit", [](AnalysisRoom& room, json::Fields& f) { return room.edit(f); });
  on_room("set_position", [](AnalysisRoom& room, json::Fields& f) { return room.set_position(f); });
  on_room("analyse_start",
          [](AnalysisRoom& room, json::Fields& f) { return room.start_search(f); });
  on_room("analyse_stop", [](AnalysisRoom& room, json::Fields& f) { return room.stop_search(f); });
  hub.on("export", [this, in_room](json::Fields fields) -> Answer {
    if (fields.has("game")) {
      const std::string id = fields.text("game", 64);
      if (fields.error()) return bad_fields(fields);
      const auto record = games_.record(id);
      if (!record) return Unexpected{record.error()};
      return Value{{"pgn", play::record_to_pgn(*record)},
                   {"fen", notation::to_fen(record->game.position())},
                   {"name", id + ".pgn"}};
    }
    if (fields.has("match")) {
      const std::string id = fields.text("match", 64);
      if (fields.error()) return bad_fields(fields);
      const auto match = matches_.find(id);
      if (!match) return Unexpected{match.error()};
      const auto pgn = (*match)->pgn();
      if (!pgn) return Unexpected{pgn.error()};
      return Value{{"pgn", *pgn}, {"name", id + ".pgn"}};
    }
    const auto room = in_room(fields);
    if (!room) return Unexpected{room.error()};
    return (*room)->export_text(fields);
  });
  hub.on_later("threat", [in_room](const std::shared_ptr<Request>& request) {
    json::Fields fields = request->fields();
    const auto room = in_room(fields);
    if (!room) return request->answer(Unexpected{room.error()});
    (*room)->threat(request);
  });
}

// --- from where ---------------------------------------------------------------------------------

Answer AnalysisRooms::open_match_game(json::Fields fields) {
  const std::string id = fields.text("match", 64);
  const auto number = fields.integer("n", 1, 100'000'000);
  if (fields.error()) return bad_fields(fields);
  const auto match = matches_.find(id);
  if (!match) return Unexpected{match.error()};
  const auto pgn = (*match)->pgn_of(static_cast<int>(number));
  if (!pgn) return Unexpected{pgn.error()};
  notation::PgnReader reader(*pgn);
  auto tree = notation::read_game_tree(reader);
  if (!tree) return failure("bad_pgn", "The game can not be read.");
  return add(std::move(tree->tree), "", true);
}

Answer AnalysisRooms::open_game(json::Fields fields) {
  if (fields.has("match")) return open_match_game(fields);
  const auto pgn = fields.optional_text("pgn", 1 << 20);
  const auto game = fields.optional_text("game", 64);
  const auto ply = fields.optional_integer("ply", 0, 100'000);
  if (fields.error()) return bad_fields(fields);
  if (game) {
    const auto record = games_.record(*game);
    if (!record) return Unexpected{record.error()};
    const std::string text = play::record_to_pgn(*record);
    notation::PgnReader reader(text);
    auto tree = notation::read_game_tree(reader);
    if (!tree) return failure("bad_pgn", "The game can not be read.");
    std::string path;
    if (ply) {
      const auto line = tree->tree.main_line();
      const auto count = std::min(line.size(), static_cast<std::size_t>(*ply));
      if (count > 0) path = notation::path_text(tree->tree, line[count - 1]);
    }
    return add(std::move(tree->tree), path, true);
  }
  if (!pgn) {
    const auto start = parse_start(fields);
    if (!start) return Unexpected{start.error()};
    return add(GameTree(start->position, start->chess960), "", fields.has("fen"));
  }
  if (const auto position = notation::parse_fen(*pgn))
    return add(GameTree(*position, notation::needs_chess960(*position)), "", true);
  auto file = read("pasted", *pgn);
  if (file->games.empty()) return failure("bad_pgn", "There is no game in it.", "pgn");
  if (file->games.size() > 1) return keep(std::move(file));
  if (!file->broken.empty())
    return failure("bad_pgn", file->broken[0]["text"].get<std::string>(), "pgn");
  notation::PgnReader reader(*pgn);
  auto tree = notation::read_game_tree(reader);
  return add(std::move(tree->tree), "", true);
}

std::shared_ptr<AnalysisRooms::OpenedFile> AnalysisRooms::read(std::string name, std::string text) {
  auto file = std::make_shared<OpenedFile>();
  file->name = std::move(name);
  file->text = std::move(text);
  notation::PgnReader reader(file->text);
  for (std::size_t begin = 0;; begin = reader.offset()) {
    RowReader row;
    if (!reader.read_game(row)) break;
    const std::size_t number = file->games.size() + 1;
    if (!row.entry.broken.empty() && file->broken.size() < kMaxBroken)
      file->broken.push_back({{"n", number}, {"text", row.entry.broken}});
    file->games.push_back({begin, reader.offset(), std::move(row.entry)});
  }
  return file;
}

Answer AnalysisRooms::keep(std::shared_ptr<OpenedFile> file) {
  const std::string id = random_hex(4);
  for (std::size_t i = 0; i < file->games.size(); ++i)
    file->games[i].entry.id = fmt::format("{}-{}", id, i + 1);
  const Value reply = {
      {"file", id}, {"count", file->games.size()}, {"broken", file->broken}, {"name", file->name}};
  files_[id] = std::move(file);
  file_order_.push_back(id);
  if (file_order_.size() > kMaxFiles) {
    files_.erase(file_order_.front());
    file_order_.erase(file_order_.begin());
  }
  services_.games_changed();
  return reply;
}

Answer AnalysisRooms::open_from_file(json::Fields fields) {
  const std::string id = fields.text("file", 64);
  const auto number = fields.integer("n", 1, 100'000'000);
  if (fields.error()) return bad_fields(fields);
  const auto file = files_.find(id);
  if (file == files_.end() || static_cast<std::size_t>(number) > file->second->games.size())
    return failure("no_such", "This file is no longer open.");
  const auto& entry = file->second->games[static_cast<std::size_t>(number - 1)];
  const std::string_view text =
      std::string_view(file->second->text).substr(entry.begin, entry.end - entry.begin);
  notation::PgnReader reader(text);
  auto tree = notation::read_game_tree(reader);
  if (!tree) return failure("bad_pgn", "The game can not be read.");
  Answer added = add(std::move(tree->tree), "", true);
  if (added && tree->error) (*added)["fault"] = tree->error->text();
  return added;
}

void AnalysisRooms::import(std::string body, PostReply reply) {
  services_.loop.work([this, &loop = services_.loop, body = std::move(body),
                       reply = std::move(reply)] {
    const auto finish = [&](int status, auto answer) {
      loop.post([reply, status, answer] { reply(status, json::to_text(reply_to_json(answer()))); });
    };
    const auto value = json::parse_untrusted(body, {.bytes = 40 << 20});
    if (!value || !value->is_object())
      return finish(400,
                    []() -> Answer { return failure("bad_message", "This is no JSON object."); });
    json::Fields fields(*value, "import");
    const std::string name = fields.optional_text("name", 200).value_or("file");
    std::string text = fields.text("pgn", kMaxPgn);
    if (fields.error())
      return finish(
          400, [why = fields.error()->message]() -> Answer { return failure("bad_message", why); });
    auto file = read(name, std::move(text));
    finish(200, [this, file]() -> Answer {
      if (file->games.empty()) return failure("bad_pgn", "There is no game in it.");
      return keep(file);
    });
  });
}

std::vector<FileGame> AnalysisRooms::games_of_file(const std::string& id) const {
  std::vector<FileGame> games;
  if (const auto file = files_.find(id); file != files_.end())
    for (const auto& game : file->second->games)
      games.push_back({game.entry, id, games.size() + 1});
  return games;
}

Answer AnalysisRooms::terms(json::Fields fields) const {
  const std::string fen = fields.text("fen", 200), agent = fields.text("agent", 200);
  if (fields.error()) return bad_fields(fields);
  const auto position = notation::parse_fen(fen);
  if (!position) return failure("bad_fen", position.error().message, "fen");
  const auto player = parse_player(agent, "agent");
  if (!player) return Unexpected{player.error()};
  // Programs have no evaluation to show, and starting one would keep everybody waiting.
  if (!player->named() || !play::in_roster(player->named()->name()))
    return failure("agent_failed", "This agent does not tell its evaluation.", "agent");
  const auto made = play::make_agent(*player);
  if (!made) return failure("agent_failed", made.error().message, "agent");
  const auto breakdown = (*made)->explain(*position);
  if (!breakdown) return failure("agent_failed", "This agent has no evaluation.", "agent");
  Value value = json::to_json(*breakdown);
  if (!breakdown->pieces.empty()) {
    Value squares = Value::array();
    for (int i = 0; i < 64; ++i) squares.push_back(0);
    for (const eval::PieceWorth& worth : breakdown->pieces)
      squares[index(worth.square)] = json::number(worth.value);
    value["squares"] = std::move(squares);
  }
  return value;
}

}  // namespace rookery::web
