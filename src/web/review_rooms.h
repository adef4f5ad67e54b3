// ReviewRooms: games that are reviewed, and practice on their key moments. The id of a review is
// that of the game or analysis it is about.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include "play/progress.h"
#include "web/analysis_rooms.h"
#include "web/review_room.h"

namespace rookery::web {

class ReviewRooms {
 public:
  ReviewRooms(const RoomServices& services, const GameRooms& games, AnalysisRooms& analyses,
              ReviewStyle style);

  /// Begins the review, if it is not open.
  Answer open(const std::string& id);
  /// Unless somebody has come back, or it is still at work: what was begun is finished and kept.
  void close(const std::string& id);
  void close_all() { rooms_.clear(); }

 private:
  void add_requests();
  Result<ReviewRoom*, Failure> find(json::Fields& fields);
  void try_move(const std::shared_ptr<Request>& request);

  // Practice: exercises of the state folder.
  Result<play::Practice, Failure> practice() const;
  Result<play::Exercise, Failure> exercise(json::Fields& fields) const;
  void add_exercises(const std::shared_ptr<Request>& request);
  Answer next_exercise() const;
  void try_exercise(const std::shared_ptr<Request>& request);
  Answer hint(json::Fields fields);

  const RoomServices& services_;
  const GameRooms& games_;
  AnalysisRooms& analyses_;
  const ReviewStyle style_;
  std::map<std::string, std::unique_ptr<ReviewRoom>> rooms_;
  std::set<std::string> helped_;  // exercises with a hint or a wrong try, until they are graded
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace rookery::web
