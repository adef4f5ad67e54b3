// Slot: one agent that searches one position of an analysis and tells its lines as they come.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "play/player_spec.h"
#include "play/thinker.h"
#include "web/game_room.h"

namespace rookery::web {

class Slot {
 public:
  /// `changed` is called on the loop when there are new lines, or the end.
  Slot(const RoomServices& services, std::function<void()> changed);
  ~Slot();

  /// Leaves what it was doing. An agent that is asked again keeps what it knows. {"run"}: answers
  /// of earlier runs come no more.
  Answer start(const play::NamedSpec& agent, const chess::Game& game, std::string path,
               const search::Limits& limits);
  void stop();
  bool is_running() const { return state_ == "running"; }
  const std::string& agent() const { return agent_; }
  const std::string& path() const { return path_; }
  const std::vector<search::SearchInfo>& lines() const { return infos_; }
  const search::SearchInfo* best() const { return infos_.empty() ? nullptr : &infos_.front(); }
  /// {"agent", "lines", "path", "run", "running", "state", "infos", "text"?}
  json::Value to_json() const;

 private:
  void take_in();

  const RoomServices& services_;
  const std::function<void()> changed_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  std::string agent_, path_, state_ = "stopped", text_;
  play::PlayerSpec player_;  // the agent with the settings' memory and threads
  int lines_ = 1, run_ = 0;
  chess::Position root_ = chess::Position::initial();
  bool chess960_ = false;
  std::vector<search::SearchInfo> infos_;  // by line
  std::unique_ptr<play::Thinker> thinker_;
};

}  // namespace rookery::web
