// Explorer: what the searches of an analysis said about its positions, and so what the moves
// between them were worth, while a person explores.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "chess/game_tree.h"
#include "json/value.h"
#include "search/search_info.h"

namespace rookery::web {

class Explorer {
 public:
  /// The lines of a search at a node, best first. Those that are not deep enough yet are left out.
  void note(const std::string& path, const std::vector<search::SearchInfo>& lines);
  /// The move that leads to the node, {"path", "judgement", "nag", "win_before", "win_after",
  /// "text"}, as soon as there are searches at both of its ends; win is the mover's, in per cent.
  std::optional<json::Value> judge(const chess::GameTree& tree, chess::NodeId node) const;

 private:
  struct Note {
    std::map<std::string, int> values;  ///< by the line's first move, for the side to move
    std::string best;
    int value = 0;
  };
  std::map<std::string, Note> notes_;
};

}  // namespace rookery::web
