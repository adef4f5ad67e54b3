// LearnRooms: the course and the search trees of the page. Nothing is kept open here: each request
// is worked out on the thread for slow work and answered once.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "web/hub.h"

namespace rookery::web {

class LearnRooms {
 public:
  LearnRooms(Loop& loop, Hub& hub, std::optional<std::filesystem::path> state);

  /// POST /api/tree: a search is recorded and comes back whole, as docs/web-api.md says.
  void tree(std::string body, PostReply reply);

 private:
  /// Answers on the loop's thread what `work` found on the other one.
  void later(const char* type, Answer (LearnRooms::*work)(json::Fields) const);

  Answer lessons(json::Fields fields) const;
  Answer lesson(json::Fields fields) const;
  Answer answer(json::Fields fields) const;
  Answer reveal(json::Fields fields) const;
  Answer heat(json::Fields fields) const;
  Answer prove(json::Fields fields) const;
  /// A line of JSON and the bytes of tree/frame.h.
  Result<std::string, Failure> record(json::Fields fields) const;
  void reached(std::string_view lesson, int step, bool done) const;

  Loop& loop_;
  Hub& hub_;
  const std::optional<std::filesystem::path> state_;
};

}  // namespace rookery::web
