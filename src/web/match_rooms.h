// MatchRooms: the matches of the Arena, running and kept, by id.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "web/match_room.h"

namespace rookery::web {

class MatchRooms {
 public:
  explicit MatchRooms(const RoomServices& services);

  /// Opens a match of the folder, if it is not open.
  Answer open(const std::string& id);
  /// Unless it is running or somebody watches it.
  void close(const std::string& id);
  void close_all() { rooms_.clear(); }
  /// Opens its room.
  Result<MatchRoom*, Failure> find(const std::string& id);

 private:
  Answer start(json::Fields fields);
  /// Newest first: {"rows"}.
  Answer list() const;
  std::size_t running() const;
  std::filesystem::path folder() const { return *services_.state / "matches"; }

  const RoomServices& services_;
  std::map<std::string, std::unique_ptr<MatchRoom>> rooms_;
};

}  // namespace rookery::web
