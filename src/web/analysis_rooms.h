// AnalysisRooms: the analyses that are open, their files, and files of many games to choose from.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "play/game_library.h"
#include "web/analysis_room.h"
#include "web/game_rooms.h"
#include "web/match_rooms.h"

namespace rookery::web {

/// A game of a list: of the library, or number `number` of an opened file.
struct FileGame {
  play::LibraryEntry entry;
  std::string file;
  std::size_t number = 0;
};

class AnalysisRooms {
 public:
  AnalysisRooms(const RoomServices& services, const GameRooms& games, MatchRooms& matches);

  Answer open(const std::string& id);
  /// The tree of an analysis, open or not.
  Result<chess::GameTree, Failure> tree(const std::string& id);
  /// Unless somebody has come back.
  void close(const std::string& id);
  void drop(const std::string& id) { rooms_.erase(id); }
  void close_all() { rooms_.clear(); }
  /// A game from anywhere becomes an analysis: {"analysis"}.
  Answer add(chess::GameTree tree, const std::string& path, bool edited);
  /// POST /api/import: {"name", "pgn"}. Read on the worker; `reply` comes on the loop.
  void import(std::string body, PostReply reply);
  /// Games of an opened file; none without one.
  std::vector<FileGame> games_of_file(const std::string& file) const;

 private:
  /// The games of an opened PGN file: where each begins, and what a list shows of it.
  struct OpenedFile {
    std::string name, text;
    struct Entry {
      std::size_t begin = 0, end = 0;
      play::LibraryEntry entry;
    };
    std::vector<Entry> games;
    json::Value broken = json::Value::array();
  };
  static std::shared_ptr<OpenedFile> read(std::string name, std::string text);
  Answer keep(std::shared_ptr<OpenedFile> file);
  Answer open_game(json::Fields fields);
  Answer open_match_game(json::Fields fields);
  Answer open_from_file(json::Fields fields);
  void add_requests();
  Answer terms(json::Fields fields) const;

  const RoomServices& services_;
  const GameRooms& games_;
  MatchRooms& matches_;
  std::map<std::string, std::unique_ptr<AnalysisRoom>> rooms_;
  std::map<std::string, std::shared_ptr<OpenedFile>> files_;
  std::vector<std::string> file_order_;
};

}  // namespace rookery::web
