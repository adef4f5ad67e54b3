// GameList: what the Games view lists: saved, archived and analysed games, found by words.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "web/analysis_rooms.h"

namespace rookery::web {

class GameList {
 public:
  GameList(const RoomServices& services, AnalysisRooms& analyses);

 private:
  struct Row {
    std::filesystem::file_time_type written;
    json::Value value;
  };
  void query(const std::shared_ptr<Request>& request);
  Answer put_away(json::Fields fields);

  const RoomServices& services_;
  AnalysisRooms& analyses_;
  /// By file; read again only when the file has changed. Used on the worker alone.
  std::shared_ptr<std::map<std::string, Row>> known_ =
      std::make_shared<std::map<std::string, Row>>();
};

}  // namespace rookery::web
