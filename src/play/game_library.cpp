#include "play/game_library.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <span>
#include <sstream>

#include "base/atomic_file.h"
#include "base/hash.h"
#include "base/read_file.h"
#include "notation/fen.h"
#include "notation/pgn_tree.h"
#include "play/opening_names.h"

namespace rookery::play {

namespace fs = std::filesystem;

namespace {

constexpr Shelf kShelves[] = {Shelf::current, Shelf::archive, Shelf::opened, Shelf::put_away};
constexpr std::size_t kLongestName = 100;

bool is_plain_name(std::string_view name) {
  return !name.empty() && name.size() <= kLongestName && name[0] != '.' &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) {
           return std::isalnum(c) || c == '-' || c == '_' || c == '.';
         });
}

/// The first game, and how many follow it.
void describe(std::string_view text, LibraryEntry& entry) {
  notation::PgnReader reader(text);
  const auto read = notation::read_game_tree(reader);
  if (!read) {
    entry.broken = "no game in it";
    return;
  }
  const chess::GameTree& tree = read->tree;
  entry.white = tree.tag("White");
  entry.black = tree.tag("Black");
  entry.date = tree.tag("Date");
  entry.event = tree.tag("Event");
  entry.result = tree.result();
  const chess::Game game = tree.game();
  entry.moves = (game.ply() + 1) / 2;
  entry.opening = opening_name(game);
  entry.fen = notation::to_fen(game.position());
  if (read->error) entry.broken = read->error->text();
  struct : notation::PgnVisitor {
    bool begin_moves(const chess::Position&, bool) override { return false; }
  } counter;
  while (reader.read_game(counter)) {
  }
  entry.games = std::max<std::size_t>(1, reader.games());
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

}  // namespace

const char* shelf_name(Shelf shelf) {
  constexpr const char* kNames[] = {"current", "archive", "opened", "put-away"};
  return kNames[static_cast<int>(shelf)];
}

bool matches(const LibraryEntry& e, std::string_view query) {
  const std::string players = lower(e.white + '\n' + e.black), opening = lower(e.opening);
  const std::string result = lower(e.result), date = lower(e.date);
  const std::string all =
      fmt::format("{}\n{}\n{}\n{}\n{}", players, opening, lower(e.event), date, result);
  const std::pair<std::string_view, const std::string*> places[] = {
      {"player:", &players}, {"opening:", &opening}, {"result:", &result}, {"year:", &date}};
  std::istringstream words(lower(query));
  for (std::string word; words >> word;) {
    const std::string* where = &all;
    for (const auto& [prefix, place] : places)
      if (word.starts_with(prefix)) {
        where = place;
        word.erase(0, prefix.size());
        break;
      }
    if (where->find(word) == where->npos) return false;
  }
  return true;
}

json::Value to_json(const LibraryEntry& e) {
  json::Value out = {{"id", e.id},         {"shelf", shelf_name(e.shelf)},
                     {"white", e.white},   {"black", e.black},
                     {"result", e.result}, {"date", e.date},
                     {"event", e.event},   {"opening", e.opening},
                     {"fen", e.fen},       {"moves", e.moves},
                     {"games", e.games}};
  if (!e.broken.empty()) out["broken"] = e.broken;
  return out;
}

std::optional<LibraryEntry> GameLibrary::read(Shelf shelf, const fs::path& file) {
  std::error_code error;
  const std::string name = file.stem().string();
  // A link or a pipe was not put here by us.
  if (file.extension() != ".pgn" || !is_plain_name(name) ||
      !fs::is_regular_file(fs::symlink_status(file, error)))
    return std::nullopt;
  const auto time = fs::last_write_time(file, error);
  const auto size = fs::file_size(file, error);
  if (error) return std::nullopt;
  const std::string id = fmt::format("{}/{}", shelf_name(shelf), name);
  Remembered& known = remembered_[id];
  if (known.entry.id.empty() || known.time != time || known.size != size) {
    known = {time, size, {}};
    known.entry.id = id;
    known.entry.shelf = shelf;
    known.entry.file = file;
    if (const auto text = read_file(file, FileKind::game))
      describe(*text, known.entry);
    else
      known.entry.broken = text.error().message;
  }
  return known.entry;
}

std::vector<LibraryEntry> GameLibrary::list(std::string_view query) {
  std::vector<LibraryEntry> entries;
  for (const Shelf shelf : {Shelf::current, Shelf::archive, Shelf::opened}) {
    std::error_code error;
    for (fs::directory_iterator at(state_ / shelf_name(shelf), error), end; !error && at != end;
         at.increment(error))
      if (auto entry = read(shelf, at->path()); entry && matches(*entry, query))
        entries.push_back(*std::move(entry));
  }
  // The name begins with the time.
  std::sort(entries.begin(), entries.end(), [](const LibraryEntry& a, const LibraryEntry& b) {
    return a.file.filename() > b.file.filename();
  });
  return entries;
}

std::optional<LibraryEntry> GameLibrary::find(std::string_view id) {
  for (const Shelf shelf : kShelves) {
    const std::string_view folder = shelf_name(shelf);
    if (id.size() <= folder.size() || !id.starts_with(folder) || id[folder.size()] != '/') continue;
    const std::string_view name = id.substr(folder.size() + 1);
    if (!is_plain_name(name)) return std::nullopt;
    return read(shelf, state_ / folder / fmt::format("{}.pgn", name));
  }
  return std::nullopt;
}

bool GameLibrary::is_locked(const LibraryEntry& entry) {
  const int lock = open((entry.file.string() + ".lock").c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (lock < 0) return false;
  const bool is_free = flock(lock, LOCK_SH | LOCK_NB) == 0;
  close(lock);
  return !is_free;
}

Result<std::string, Error> GameLibrary::open_text(std::string_view pgn) {
  LibraryEntry entry;
  describe(pgn, entry);
  if (entry.moves == 0 && entry.games <= 1 && !entry.broken.empty())
    return Unexpected{Error{entry.broken}};
  // The same text opened again is the same game.
  const std::string hash = fmt::format("-{:016x}", hash_bytes(std::as_bytes(std::span(pgn))));
  std::error_code error;
  for (fs::directory_iterator at(state_ / shelf_name(Shelf::opened), error), end;
       !error && at != end; at.increment(error))
    if (at->path().stem().string().ends_with(hash))
      return fmt::format("{}/{}", shelf_name(Shelf::opened), at->path().stem().string());
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  const std::string name = fmt::format("{:%Y%m%d-%H%M%S}{}", fmt::localtime(now), hash);
  const fs::path folder = state_ / shelf_name(Shelf::opened);
  fs::create_directories(folder, error);
  if (const auto written = write_file(folder / (name + ".pgn"), pgn, Writing::own_state); !written)
    return Unexpected{written.error()};
  return fmt::format("{}/{}", shelf_name(Shelf::opened), name);
}

Result<std::string, Error> GameLibrary::move_to(const LibraryEntry& entry, Shelf shelf,
                                                std::string name) {
  if (is_locked(entry)) return Unexpected{Error{"this game is being played"}};
  const fs::path folder = state_ / shelf_name(shelf), target = folder / (name + ".pgn");
  std::error_code error;
  fs::create_directories(folder, error);
  if (fs::exists(target, error))
    return Unexpected{Error{fmt::format("{} exists already", target.string())}};
  fs::rename(entry.file, target, error);
  if (error)
    return Unexpected{
        Error{fmt::format("cannot move {}: {}", entry.file.string(), error.message())}};
  return fmt::format("{}/{}", shelf_name(shelf), name);
}

Result<std::string, Error> GameLibrary::put_away(std::string_view id) {
  const auto entry = find(id);
  if (!entry) return Unexpected{Error{fmt::format("no game '{}'", id)}};
  return move_to(*entry, Shelf::put_away,
                 fmt::format("{}.{}", shelf_name(entry->shelf), entry->file.stem().string()));
}

Result<std::string, Error> GameLibrary::bring_back(std::string_view id) {
  const auto entry = find(id);
  if (!entry || entry->shelf != Shelf::put_away)
    return Unexpected{Error{fmt::format("no game '{}' was put away", id)}};
  const std::string name = entry->file.stem().string();
  for (const Shelf shelf : {Shelf::current, Shelf::archive, Shelf::opened})
    if (const std::string prefix = fmt::format("{}.", shelf_name(shelf)); name.starts_with(prefix))
      return move_to(*entry, shelf, name.substr(prefix.size()));
  return move_to(*entry, Shelf::archive, name);  // put there by hand
}

}  // namespace rookery::play
