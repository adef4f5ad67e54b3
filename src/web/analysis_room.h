// AnalysisRoom: one tree of variations, with the tabs that look at it and the searches on it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "chess/game_tree.h"
#include "web/explorer.h"
#include "web/game_room.h"
#include "web/slot.h"

namespace rookery::web {

class AnalysisRoom {
 public:
  /// More are not shown: the whole tree is sent with every change.
  static constexpr std::size_t kMaxNodes = 8000;

  /// `edited`: to be written even if nobody changes anything.
  AnalysisRoom(const RoomServices& services, std::string id, chess::GameTree tree, std::string path,
               bool edited);
  ~AnalysisRoom();

  const std::string& id() const { return id_; }
  const chess::GameTree& tree() const { return tree_; }
  bool is_watched() const { return channel_->is_watched(); }
  json::Value state() const;
  /// Writes the file now, if there is something to write.
  void save_now();

  Answer go_to(json::Fields fields);
  Answer edit(json::Fields fields);
  Answer set_position(json::Fields fields);
  Answer start_search(json::Fields fields);
  Answer stop_search(json::Fields fields);
  void threat(const std::shared_ptr<Request>& request);
  Answer export_text(json::Fields fields) const;

  /// What is in a file that this room wrote, and the node that was current.
  static Result<std::pair<chess::GameTree, std::string>, Error> load(const std::string& text);

 private:
  using NodeId = chess::NodeId;

  Result<NodeId, Failure> find(const std::string& path) const;
  Answer edit_node(const std::string& operation, NodeId node, json::Fields& fields);
  Answer add_moves(NodeId node, const std::vector<std::string>& moves, const std::string& comment);
  Answer step_back(bool forward);
  Answer annotate(const std::string& operation, NodeId node, json::Fields& fields);
  Answer set_tags(json::Fields& fields);
  json::Value position_to_json(NodeId node) const;
  void changed();
  void watched(bool by_somebody);
  void publish_lines(int slot);
  /// Tells what the move to this node and those from it were worth, where that is new.
  void judge_near(NodeId node);

  const RoomServices& services_;
  const std::string id_;
  chess::GameTree tree_;
  std::vector<chess::GameTree> former_;  // before set_position
  std::string path_;                     // the current node
  std::uint64_t revision_ = 0;
  bool unsaved_ = false;
  std::unique_ptr<Timer> save_timer_, farewell_;
  std::map<int, std::unique_ptr<Slot>> slots_;
  Explorer explorer_;
  std::map<std::string, json::Value> judged_;  // by path
  std::unique_ptr<Slot> threat_;
  std::shared_ptr<Request> threat_request_;
  std::optional<Channel> channel_;
};

}  // namespace rookery::web
