#include "analysis/analyst.h"

#include <algorithm>
#include <map>

#include "chess/movegen.h"

namespace rookery::analysis {

namespace {

/// Keeps the lines of the deepest iteration that told all of them.
class LineCollector final : public search::InfoSink {
 public:
  explicit LineCollector(std::size_t wanted) : wanted_(wanted) {}

  void on_info(const search::SearchInfo& info) override {
    if (!info.text.empty() || info.pv.empty() || info.bound != search::Bound::exact) return;
    auto& lines = by_depth_[info.depth];
    lines[info.multi_pv] = {info.pv, info.score.centipawns};
    if (lines.size() == wanted_) whole_ = info.depth;
  }

  std::vector<Finding> lines() const {
    std::vector<Finding> result;
    const auto found = by_depth_.find(whole_);
    if (found != by_depth_.end())
      for (const auto& [number, line] : found->second) result.push_back(line);
    return result;
  }

 private:
  std::size_t wanted_;
  int whole_ = 0;
  std::map<int, std::map<int, Finding>> by_depth_;
};

}  // namespace

std::vector<Finding> Analyst::search(const chess::Game& game, const search::Limits& limits) {
  const std::size_t moves = limits.search_moves.empty() ? chess::count_legal_moves(game.position())
                                                        : limits.search_moves.size();
  const auto wanted = std::min<std::size_t>(static_cast<std::size_t>(limits.multi_pv), moves);
  if (wanted == 0) return {};
  LineCollector collector(wanted);
  const search::SearchResult result = agent_.think(game, limits, control_, collector);
  std::vector<Finding> lines = collector.lines();
  // What was decided last counts; the line may have been told before the search was cut short.
  if (wanted == 1 && result.best)
    lines = {{result.info.pv.empty() ? std::vector{result.best} : result.info.pv,
              result.info.score.centipawns}};
  return lines;
}

search::Limits Analyst::limits() const {
  search::Limits limits;
  if (effort_.move_time)
    limits.move_time = effort_.move_time;
  else
    limits.nodes = effort_.nodes;
  return limits;
}

std::vector<Finding> Analyst::best(const chess::Game& game, int count) {
  search::Limits wanted = limits();
  wanted.multi_pv = count;
  return search(game, wanted);
}

Finding Analyst::best_of(const chess::Game& game, std::vector<chess::Move> moves) {
  search::Limits wanted = limits();
  wanted.search_moves = std::move(moves);
  const std::vector<Finding> lines = search(game, wanted);
  return lines.empty() ? Finding{} : lines.front();
}

}  // namespace rookery::analysis
