// GameList: what the Games view lists: the games of play::GameLibrary, or those of an opened file.
#pragma once

#include <memory>

#include "play/game_library.h"
#include "web/analysis_rooms.h"

namespace rookery::web {

class GameList {
 public:
  GameList(const RoomServices& services, AnalysisRooms& analyses);

 private:
  void query(const std::shared_ptr<Request>& request);
  void put_away(const std::shared_ptr<Request>& request);

  const RoomServices& services_;
  AnalysisRooms& analyses_;
  std::shared_ptr<play::GameLibrary> library_;  ///< used on the worker alone
};

}  // namespace rookery::web
