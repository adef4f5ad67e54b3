// GameRooms: the games that are open, by id. An id is the name of a save file.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "web/game_room.h"

namespace rookery::web {

/// Letters, digits and '-': what our save files are named with, and no way out of their folder.
bool is_file_id(std::string_view id);

class GameRooms {
 public:
  explicit GameRooms(const RoomServices& services);

  /// Opens a saved game, if it is not open.
  Answer open(const std::string& id);
  /// Unless somebody has come back.
  void close(const std::string& id);
  void drop(const std::string& id) { rooms_.erase(id); }
  void close_all() { rooms_.clear(); }
  GameRoom* find(const std::string& id) const;
  /// The game's record, open or not.
  Result<play::GameRecord, Failure> record(const std::string& id) const;
  /// Games that can be gone on with, newest first.
  json::Value current() const;

 private:
  Answer new_game(json::Fields fields);
  Answer adopt(json::Fields fields);
  Answer start(play::GameRecord record, bool goes_on, play::Milliseconds pace);
  void add_requests();

  const RoomServices& services_;
  std::map<std::string, std::unique_ptr<GameRoom>> rooms_;
};

/// "human", a level, a roster name or a name of the user's configuration: never a program or path.
/// A level without a seed gets one.
Result<play::PlayerSpec, Failure> parse_player(const std::string& text, std::string_view field);
/// {"fen"} or {"chess960": n}; nothing: the usual start.
struct StartPosition {
  chess::Position position = chess::Position::initial();
  bool chess960 = false;
};
Result<StartPosition, Failure> parse_start(json::Fields fields);

}  // namespace rookery::web
