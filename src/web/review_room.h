// ReviewRoom: the review of one game, with the tabs that look at it. Moves appear as they are
// judged; what was reviewed once is there at once.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "report/reviewed_game.h"
#include "web/game_room.h"

namespace rookery::web {

/// How reviews are made, and how the engine is named in their store.
struct ReviewStyle {
  std::string version;
  analysis::ReviewOptions options;
};

class ReviewRoom {
 public:
  /// `side` is the one person's, if there is one.
  ReviewRoom(const RoomServices& services, std::string id, chess::GameTree tree,
             std::optional<chess::Color> side, const ReviewStyle& style);
  ~ReviewRoom();

  bool is_done() const { return done_; }
  bool is_watched() const { return channel_->is_watched(); }
  std::optional<chess::Color> side() const { return side_; }
  /// The review is whole only when it is done.
  const report::ReviewedGame& reviewed() const { return *reviewed_; }
  json::Value state() const;
  /// "as": "html", "pgn".
  Answer export_text(json::Fields fields) const;

 private:
  void begin(const ReviewStyle& style);
  void tell_progress(std::size_t step, std::size_t total);
  void tell_move(std::size_t ply, json::Value move);
  void finish(analysis::GameReview review);
  json::Value move_to_json(std::size_t ply) const;

  const RoomServices& services_;
  const std::string id_;
  const std::optional<chess::Color> side_;
  std::shared_ptr<report::ReviewedGame> reviewed_;  // also the thread's; its game never changes
  std::vector<json::Value> judged_;                 // by ply; null: not yet
  bool done_ = false;
  std::size_t step_ = 0, total_ = 0;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  // for calls that come too late
  search::Control control_;
  std::thread thread_;
  std::optional<Channel> channel_;  // last: its end needs nothing else
};

}  // namespace rookery::web
