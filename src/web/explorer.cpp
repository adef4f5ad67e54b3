#include "web/explorer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/chances.h"
#include "analysis/judgement.h"
#include "chess/movegen.h"
#include "notation/san.h"
#include "notation/tree_path.h"
#include "notation/uci_move.h"

namespace rookery::web {

namespace {

constexpr int kDeepEnough = 14;
constexpr std::chrono::seconds kLongEnough{1};
/// More positions than a person looks at; then it begins anew.
constexpr std::size_t kMaxNotes = 10'000;

}  // namespace

void Explorer::note(const std::string& path, const std::vector<search::SearchInfo>& lines) {
  if (lines.empty() || lines[0].pv.empty()) return;
  if (lines[0].depth < kDeepEnough && lines[0].time < kLongEnough) return;
  if (notes_.size() >= kMaxNotes) notes_.clear();
  Note note;
  for (const search::SearchInfo& line : lines)
    if (!line.pv.empty())
      note.values.emplace(notation::to_uci(line.pv[0], true), line.score.centipawns);
  note.best = notation::to_uci(lines[0].pv[0], true);
  note.value = lines[0].score.centipawns;
  notes_[path] = std::move(note);
}

std::optional<json::Value> Explorer::judge(const chess::GameTree& tree, chess::NodeId node) const {
  if (node == chess::kRoot) return std::nullopt;
  const std::string path = notation::path_text(tree, node);
  const chess::NodeId parent = tree.parent(node);
  const auto before = notes_.find(notation::path_text(tree, parent));
  if (before == notes_.end()) return std::nullopt;
  const chess::Position start = tree.position(parent), position = tree.position(node);
  const std::string move = notation::to_uci(tree.move(node), true);
  // After the move, from the mover's view: its own search, the end of the game, or the line that
  // the search before it had for this move.
  std::optional<int> played;
  if (const auto after = notes_.find(path); after != notes_.end())
    played = -after->second.value;
  else if (chess::count_legal_moves(position) == 0)
    played = position.in_check() ? eval::kMate - 1 : 0;
  else if (const auto line = before->second.values.find(move); line != before->second.values.end())
    played = line->second;
  if (!played) return std::nullopt;
  const auto judgement =
      analysis::judge(before->second.value, *played, move == before->second.best);
  const auto percent = [](int value) { return std::lround(analysis::win_percent(value)); };
  const std::string name(analysis::judgement_name(judgement));
  std::string text = fmt::format("{}: {}.", notation::to_san(start, tree.move(node)), name);
  if (analysis::is_bad(judgement))
    if (const auto best = notation::parse_uci_move(start, before->second.best))
      text += fmt::format(" Best was {}.", notation::to_san(start, *best));
  return json::Value{{"path", path},
                     {"judgement", name},
                     {"nag", analysis::nag_of(judgement)},
                     {"win_before", percent(before->second.value)},
                     {"win_after", percent(*played)},
                     {"text", std::move(text)}};
}

}  // namespace rookery::web
