#include "analysis/reviewer.h"

#include "analysis/level_finder.h"
#include "engine/engine.h"

namespace rookery::analysis {

std::unique_ptr<search::Agent> make_reviewer() {
  auto agent = std::make_unique<engine::Engine>("rookery", engine::EvaluatorKind::network);
  [[maybe_unused]] const auto set = agent->set_option("Hash", "64");
  return agent;
}

ReviewTools review_tools(std::function<void(std::size_t, std::size_t)> on_progress,
                         std::function<void(const MoveReview&)> on_move) {
  return {make_reviewer, lowest_level_that_finds, std::move(on_progress), std::move(on_move)};
}

}  // namespace rookery::analysis
