#include "web/game_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <utility>

#include "base/read_file.h"
#include "notation/fen.h"
#include "notation/pgn_tree.h"
#include "web/game_rooms.h"

namespace rookery::web {

namespace fs = std::filesystem;

namespace {

using json::Value;

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string text_of(const Value& row, const char* key) {
  const auto found = row.find(key);
  return found != row.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Value read_row(const fs::path& path, const char* kind) {
  Value row = {{"id", path.stem().string()},
               {"kind", kind},
               {"white", "?"},
               {"black", "?"},
               {"date", ""},
               {"result", "*"},
               {"moves", 0}};
  const auto text = read_file(path, FileKind::game);
  if (!text) return row;
  notation::PgnReader reader(*text);
  const auto game = notation::read_game_tree(reader);
  if (!game) return row;
  const chess::GameTree& tree = game->tree;
  for (const auto& [key, tag] : {std::pair("white", "White"), std::pair("black", "Black"),
                                 std::pair("date", "Date"), std::pair("opening", "Opening")})
    if (!tree.tag(tag).empty()) row[key] = tree.tag(tag);
  const chess::Game main_line = tree.game();
  row["result"] = tree.result();
  row["moves"] = (main_line.ply() + 1) / 2;
  row["fen"] = notation::to_fen(main_line.position());
  if (game->error) row["fault"] = game->error->text();
  return row;
}

/// Words are all to be found; "player:bob", "opening:ruy", "result:1-0", "year:2026" look in one
/// place.
bool matches(const Value& row, const std::vector<std::string>& words) {
  const std::string players = lower(text_of(row, "white") + ' ' + text_of(row, "black"));
  const std::string opening = lower(text_of(row, "opening")), result = text_of(row, "result");
  const std::string date = text_of(row, "date");
  const std::string all = players + ' ' + opening + ' ' + result + ' ' + date;
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    for (const auto& [prefix, where] :
         {std::pair<std::string_view, const std::string*>("player:", &players),
          {"opening:", &opening},
          {"result:", &result},
          {"year:", &date}})
      if (word.starts_with(prefix)) return where->find(word.substr(prefix.size())) != where->npos;
    return all.find(word) != all.npos;
  });
}

struct Query {
  std::vector<std::string> words;
  std::string sort = "date", kind = "all";
  bool descending = true;
  std::size_t offset = 0, count = 100;

  bool takes(const Value& row) const {
    const std::string what = text_of(row, "kind");
    if (kind == "running" && what != "running") return false;
    if (kind == "files" && what != "file") return false;
    if (kind == "mine" && text_of(row, "white") != "Human" && text_of(row, "black") != "Human")
      return false;
    return matches(row, words);
  }
};

Value answer_query(const Query& query, std::vector<const Value*> rows) {
  rows.erase(std::remove_if(rows.begin(), rows.end(),
                            [&](const Value* row) { return !query.takes(*row); }),
             rows.end());
  const auto key = [&](const Value* row) {
    if (query.sort == "moves" || query.sort == "n")
      return fmt::format("{:010}", row->value(query.sort, 0));
    return lower(text_of(*row, query.sort.c_str())) + text_of(*row, "id");
  };
  std::vector<std::pair<std::string, const Value*>> sorted;
  for (const Value* row : rows) sorted.emplace_back(key(row), row);
  std::stable_sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
    return query.descending ? b.first < a.first : a.first < b.first;
  });
  Value shown = Value::array();
  for (std::size_t i = query.offset; i < std::min(sorted.size(), query.offset + query.count); ++i)
    shown.push_back(*sorted[i].second);
  return {{"total", sorted.size()}, {"rows", std::move(shown)}};
}

}  // namespace

GameList::GameList(const RoomServices& services, AnalysisRooms& analyses)
    : services_(services), analyses_(analyses) {
  services_.hub.on_later("games_query",
                         [this](const std::shared_ptr<Request>& request) { query(request); });
  services_.hub.on("game_put_away", [this](json::Fields fields) { return put_away(fields); });
}

void GameList::query(const std::shared_ptr<Request>& request) {
  json::Fields fields = request->fields();
  Query query;
  std::istringstream words(lower(fields.optional_text("q", 500).value_or("")));
  for (std::string word; words >> word;) query.words.push_back(word);
  query.kind = fields.optional_text("kind", 20).value_or("all");
  const auto file = fields.optional_text("file", 64);
  query.sort = fields.optional_text("sort", 20).value_or(file ? "n" : "date");
  query.descending = fields.optional_text("dir", 10).value_or(file ? "asc" : "desc") == "desc";
  query.offset =
      static_cast<std::size_t>(fields.optional_integer("offset", 0, 1'000'000'000).value_or(0));
  query.count = static_cast<std::size_t>(fields.optional_integer("count", 1, 100).value_or(100));
  if (fields.error()) return request->answer(bad_fields(fields));
  if (file) {
    const Value all = analyses_.rows_of_file(*file);
    std::vector<const Value*> rows;
    for (const Value& row : all) rows.push_back(&row);
    query.kind = "all";
    return request->answer(answer_query(query, std::move(rows)));
  }
  if (!services_.state) return request->answer(Value{{"total", 0}, {"rows", Value::array()}});
  services_.loop.work(
      [known = known_, query, request, state = *services_.state, &loop = services_.loop]() mutable {
        std::map<std::string, Row> found;
        for (const auto& [folder, kind] :
             {std::pair("current", "running"), std::pair("archive", "archive"),
              std::pair("analyses", "analysis")}) {
          std::error_code error;
          for (const auto& entry : fs::directory_iterator(state / folder, error)) {
            if (entry.path().extension() != ".pgn" || !is_file_id(entry.path().stem().string()))
              continue;
            const auto written = entry.last_write_time(error);
            const std::string name = entry.path().string();
            const auto old = known->find(name);
            if (old != known->end() && old->second.written == written)
              found[name] = std::move(old->second);
            else
              found[name] = {written, read_row(entry.path(), kind)};
          }
        }
        *known = std::move(found);
        std::vector<const Value*> rows;
        for (const auto& [name, row] : *known) rows.push_back(&row.value);
        loop.post([request = std::move(request), answer = answer_query(query, std::move(rows))] {
          request->answer(answer);
        });
      });
}

Answer GameList::put_away(json::Fields fields) {
  const std::string id = fields.text("game", 64);
  const bool undo = fields.flag("undo");
  if (fields.error()) return bad_fields(fields);
  if (!services_.state || !is_file_id(id)) return failure("no_such", "There is no such game.");
  // Each folder has its own bin, so that an undo knows where the file was.
  for (const char* folder : {"current", "archive", "analyses"}) {
    const fs::path file = *services_.state / folder / (id + ".pgn");
    const fs::path bin = *services_.state / "bin" / folder / (id + ".pgn");
    std::error_code error;
    if (!fs::exists(undo ? bin : file, error)) continue;
    services_.leave_at_once(id);
    fs::create_directories(bin.parent_path(), error);
    fs::rename(undo ? bin : file, undo ? file : bin, error);
    if (error) return failure("disk", error.message());
    services_.games_changed();
    return Value::object();
  }
  return failure("no_such", "There is no such game.");
}

}  // namespace rookery::web
