#include "web/game_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "web/game_rooms.h"

namespace rookery::web {

namespace {

using json::Value;
using play::LibraryEntry;
using play::Shelf;

struct Query {
  std::string words, sort = "date", kind = "all";
  bool descending = true;
  std::size_t offset = 0, count = 100;

  bool takes(const LibraryEntry& entry) const {
    if (kind == "running" && entry.shelf != Shelf::current) return false;
    if (kind == "files" && entry.shelf != Shelf::opened) return false;
    if (kind == "mine" && entry.white != "Human" && entry.black != "Human") return false;
    return play::matches(entry, words);
  }
};

const char* kind_of(const LibraryEntry& entry) {
  return entry.shelf == Shelf::current  ? "running"
         : entry.shelf == Shelf::opened ? "analysis"
                                        : "archive";
}

/// What a row shows; `id` is the name without the shelf.
Value row_of(const FileGame& game) {
  const LibraryEntry& entry = game.entry;
  Value row = play::to_json(entry);
  row["id"] = entry.id.substr(entry.id.find('/') + 1);
  row["kind"] = game.number ? "file" : kind_of(entry);
  if (entry.white.empty()) row["white"] = "?";
  if (entry.black.empty()) row["black"] = "?";
  if (!game.file.empty()) {
    row["file"] = game.file;
    row["n"] = game.number;
  }
  return row;
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

Value answer_query(const Query& query, std::vector<FileGame> games) {
  std::erase_if(games, [&](const FileGame& game) { return !query.takes(game.entry); });
  const auto key = [&](const FileGame& game) {
    const LibraryEntry& e = game.entry;
    if (query.sort == "moves") return fmt::format("{:010}", e.moves);
    if (query.sort == "n") return fmt::format("{:010}", game.number);
    const std::string& text = query.sort == "white"     ? e.white
                              : query.sort == "black"   ? e.black
                              : query.sort == "result"  ? e.result
                              : query.sort == "opening" ? e.opening
                                                        : e.date;
    return lower(text) + e.file.filename().string();
  };
  std::vector<std::pair<std::string, const FileGame*>> sorted;
  for (const FileGame& game : games) sorted.emplace_back(key(game), &game);
  std::stable_sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
    return query.descending ? b.first < a.first : a.first < b.first;
  });
  Value shown = Value::array();
  for (std::size_t i = query.offset; i < std::min(sorted.size(), query.offset + query.count); ++i)
    shown.push_back(row_of(*sorted[i].second));
  return {{"total", sorted.size()}, {"rows", std::move(shown)}};
}

}  // namespace

GameList::GameList(const RoomServices& services, AnalysisRooms& analyses)
    : services_(services), analyses_(analyses) {
  if (services_.state) library_ = std::make_shared<play::GameLibrary>(*services_.state);
  services_.hub.on_later("games_query",
                         [this](const std::shared_ptr<Request>& request) { query(request); });
  services_.hub.on_later("game_put_away",
                         [this](const std::shared_ptr<Request>& request) { put_away(request); });
}

void GameList::query(const std::shared_ptr<Request>& request) {
  json::Fields fields = request->fields();
  Query query;
  query.words = fields.optional_text("q", 500).value_or("");
  query.kind = fields.optional_text("kind", 20).value_or("all");
  const auto file = fields.optional_text("file", 64);
  query.sort = fields.optional_text("sort", 20).value_or(file ? "n" : "date");
  query.descending = fields.optional_text("dir", 10).value_or(file ? "asc" : "desc") == "desc";
  query.offset =
      static_cast<std::size_t>(fields.optional_integer("offset", 0, 1'000'000'000).value_or(0));
  query.count = static_cast<std::size_t>(fields.optional_integer("count", 1, 100).value_or(100));
  if (fields.error()) return request->answer(bad_fields(fields));
  if (file) {
    query.kind = "all";
    return request->answer(answer_query(query, analyses_.games_of_file(*file)));
  }
  if (!library_) return request->answer(answer_query(query, {}));
  services_.loop.work([library = library_, query, request, &loop = services_.loop]() mutable {
    std::vector<FileGame> games;
    for (LibraryEntry& entry : library->list()) games.push_back({std::move(entry), {}, 0});
    loop.post([request = std::move(request), answer = answer_query(query, std::move(games))] {
      request->answer(answer);
    });
  });
}

void GameList::put_away(const std::shared_ptr<Request>& request) {
  json::Fields fields = request->fields();
  const std::string id = fields.text("game", 64);
  const bool undo = fields.flag("undo");
  if (fields.error()) return request->answer(bad_fields(fields));
  if (!library_ || !is_file_id(id))
    return request->answer(failure("no_such", "There is no such game."));
  // What its room still has to write is written first: the worker keeps the order.
  services_.leave_at_once(id);
  services_.loop.work([this, library = library_, request, id, undo, &loop = services_.loop] {
    Answer answer = failure("no_such", "There is no such game.");
    for (const Shelf shelf : {Shelf::current, Shelf::archive, Shelf::opened}) {
      const std::string wanted =
          undo ? fmt::format("{}/{}.{}", shelf_name(Shelf::put_away), shelf_name(shelf), id)
               : fmt::format("{}/{}", shelf_name(shelf), id);
      if (!library->find(wanted)) continue;
      const auto moved = undo ? library->bring_back(wanted) : library->put_away(wanted);
      answer = moved ? Answer(Value::object()) : failure("disk", moved.error().message);
      break;
    }
    loop.post([this, request, answer] {
      if (answer) services_.games_changed();
      request->answer(answer);
    });
  });
}

}  // namespace rookery::web
