#include "web/match_rooms.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <vector>

#include "base/atomic_file.h"
#include "base/read_file.h"
#include "web/game_rooms.h"
#include "web/trust.h"

namespace rookery::web {

namespace fs = std::filesystem;

namespace {

using json::Value;

constexpr std::size_t kMaxRunning = 4, kMaxOpen = 20, kMaxListed = 100;

Result<WantedMatch, Failure> read_wanted(const fs::path& file) {
  const auto text = read_file(file, FileKind::settings);
  if (!text) return failure("no_such", "There is no such match.");
  const auto value = json::parse_untrusted(*text);
  if (!value || !value->is_object()) return failure("disk", "The file of this match is damaged.");
  return read_match(json::Fields(*value, "match"));
}

}  // namespace

MatchRooms::MatchRooms(const RoomServices& services) : services_(services) {
  Hub& hub = services_.hub;
  hub.on("match_start", [this](json::Fields fields) { return start(fields); });
  hub.on("matches", [this](json::Fields) { return list(); });
  const auto on_match = [&](const char* type, auto call) {
    hub.on(type, [this, call](json::Fields fields) -> Answer {
      const std::string id = fields.text("match", 64);
      if (fields.error()) return bad_fields(fields);
      const auto room = find(id);
      if (!room) return Unexpected{room.error()};
      return call(**room, fields);
    });
  };
  on_match("match_stop", [](MatchRoom& room, json::Fields& f) -> Answer {
    const bool now = f.flag("now");
    if (f.error()) return bad_fields(f);
    return room.stop(now);
  });
  on_match("match_resume", [this](MatchRoom& room, json::Fields&) -> Answer {
    if (!room.is_running() && running() >= kMaxRunning)
      return failure("busy", "Four matches are running; stop one of them.");
    return room.start();
  });
}

std::size_t MatchRooms::running() const {
  return static_cast<std::size_t>(std::count_if(
      rooms_.begin(), rooms_.end(), [](const auto& entry) { return entry.second->is_running(); }));
}

Answer MatchRooms::start(json::Fields fields) {
  json::Fields spec = fields.object("spec");
  if (fields.error()) return bad_fields(fields);
  auto wanted = read_match(spec);
  if (!wanted) return Unexpected{wanted.error()};
  if (running() >= kMaxRunning)
    return failure("busy", "Four matches are running; stop one of them.");
  if (rooms_.size() >= kMaxOpen) return failure("busy", "Too many matches are open.");
  const std::string id =
      fmt::format("{:%Y%m%d-%H%M%S}-{}", fmt::localtime(std::time(nullptr)), random_hex(3));
  match::MatchFiles files;
  if (services_.state) {
    std::error_code ignored;
    fs::create_directories(folder(), ignored);
    const auto written =
        write_file(folder() / (id + ".json"), json::to_text(wanted->request), Writing::own_state);
    if (!written) return failure("disk", written.error().message);
    files.database = folder() / (id + ".db");
  }
  auto room = MatchRoom::open(services_, id, *std::move(wanted), files);
  if (!room) return Unexpected{room.error()};
  MatchRoom& match = *(rooms_[id] = *std::move(room));
  if (auto started = match.start(); !started) return started;
  services_.matches_changed();
  return Value{{"match", id}};
}

Answer MatchRooms::open(const std::string& id) {
  if (rooms_.contains(id)) return Value::object();
  if (!services_.state || !is_file_id(id)) return failure("no_such", "There is no such match.");
  if (rooms_.size() >= kMaxOpen) return failure("busy", "Too many matches are open.");
  auto wanted = read_wanted(folder() / (id + ".json"));
  if (!wanted) return Unexpected{wanted.error()};
  auto room = MatchRoom::open(services_, id, *std::move(wanted),
                              {.database = folder() / (id + ".db"), .pgn = {}, .resume = true});
  if (!room) return Unexpected{room.error()};
  rooms_[id] = *std::move(room);
  return Value::object();
}

Result<MatchRoom*, Failure> MatchRooms::find(const std::string& id) {
  if (auto opened = open(id); !opened) return Unexpected{opened.error()};
  return rooms_.at(id).get();
}

void MatchRooms::close(const std::string& id) {
  const auto found = rooms_.find(id);
  if (found != rooms_.end() && !found->second->is_running() && !found->second->is_watched())
    rooms_.erase(found);
}

Answer MatchRooms::list() const {
  std::vector<std::string> ids;
  for (const auto& [id, room] : rooms_) ids.push_back(id);
  if (services_.state) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder(), error)) {
      const std::string id = entry.path().stem().string();
      if (entry.path().extension() == ".json" && is_file_id(id) && !rooms_.contains(id))
        ids.push_back(id);
    }
  }
  std::sort(ids.rbegin(), ids.rend());
  Value rows = Value::array();
  for (const std::string& id : ids) {
    if (rows.size() >= kMaxListed) break;
    Value row = {{"id", id}};
    if (const auto room = rooms_.find(id); room != rooms_.end()) {
      row.update(room->second->row());
    } else {
      const auto wanted = read_wanted(folder() / (id + ".json"));
      if (!wanted) continue;
      row.update(summary(*wanted));
    }
    rows.push_back(std::move(row));
  }
  return Value{{"rows", std::move(rows)}};
}

}  // namespace rookery::web
